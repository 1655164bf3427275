import { type ReviewReportReason, reviewReportReasons } from '#contract/review/visit-review.ts'
import { ReportDialog } from '#web/ui/form/report-dialog.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const reasons: readonly ReviewReportReason[] = ['insult', 'false', 'private', 'off_topic', 'other']

type Report = { reason: ReviewReportReason; note: string }
const emptyReport: Report = { reason: 'insult', note: '' }

/** Reports a review, or the answer to the user's own. */
export default function ReviewReportDialog({
  draft: draftName,
  title,
  description,
  stays,
  send,
  onSent,
  onClose,
}: {
  /** The name of the stored draft. */
  draft: string
  title: string
  description: string
  /** What remains visible until the team decides: "la reseña". */
  stays: string
  send: (report: Report) => Promise<unknown>
  onSent: () => Promise<unknown>
  onClose: () => void
}) {
  const form = useForm({ initial: emptyReport, draft: draftName })
  return (
    <ReportDialog
      draft={draftName}
      title={title}
      description={description}
      thanks={`Lo revisa una persona del equipo. Mientras, ${stays} se queda.`}
      report={form.values}
      reasons={reasons}
      labels={reviewReportReasons}
      onChange={(part) => form.put(part)}
      send={() => send({ reason: form.values.reason, note: form.values.note })}
      onSent={onSent}
      onClose={onClose}
    />
  )
}
