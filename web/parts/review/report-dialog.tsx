import { type ReviewReportReason, reviewReportReasons } from '#contract/review/visit-review.ts'
import { ReportDialog } from '#web/ui/form/report-dialog.tsx'
import { useDraft } from '#web/ui/form/use-kept.ts'

const reasons: readonly ReviewReportReason[] = ['insult', 'false', 'private', 'off_topic', 'other']

type Report = { reason: ReviewReportReason; note: string }
const emptyReport: Report = { reason: 'insult', note: '' }

/** Reports a review, or the answer to one's own. */
export default function ReviewReportDialog({
  draft: draftName,
  title,
  description,
  stays,
  send,
  onSent,
  onClose,
}: {
  /** The name under which the report is stored until it is sent. */
  draft: string
  title: string
  description: string
  /** What stays until the team decides: "la reseña". */
  stays: string
  send: (report: Report) => Promise<unknown>
  onSent: () => Promise<unknown>
  onClose: () => void
}) {
  const { draft, put } = useDraft(draftName, emptyReport)
  return (
    <ReportDialog
      draft={draftName}
      title={title}
      description={description}
      thanks={`Lo revisa una persona del equipo. Mientras, ${stays} se queda.`}
      report={draft}
      reasons={reasons}
      labels={reviewReportReasons}
      onChange={(part) => put({ ...draft, ...part })}
      send={() => send({ reason: draft.reason, note: draft.note })}
      onSent={onSent}
      onClose={onClose}
    />
  )
}
