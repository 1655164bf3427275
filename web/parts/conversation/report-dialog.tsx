import * as messageReport from '#contract/conversation/message-report.ts'
import { type ReportReason, reportReasons } from '#contract/conversation/message-report.ts'
import { type ConversationMessage } from '#contract/conversation/conversation.ts'
import { call } from '#web/api.ts'
import { momentText } from '#web/parts/conversation/message-time.ts'
import { inputOf, type Where, withOf } from '#web/parts/conversation/reading.ts'
import { Field } from '#web/ui/form/field.tsx'
import { ReportDialog } from '#web/ui/form/report-dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const reasons: readonly ReportReason[] = ['harassment', 'outside', 'fraud', 'unwanted', 'other']
/** Only the newest messages are offered; an older one is described in the note. */
const maxOffered = 30

const emptyReport: { message: string; reason: ReportReason; note: string } = {
  message: '',
  reason: 'harassment',
  note: '',
}

export default function MessageReportDialog({
  where,
  messages,
  other,
  onClose,
}: {
  where: Where
  messages: readonly ConversationMessage[]
  other: string
  onClose: () => void
}) {
  const offered = messages.slice(-maxOffered).toReversed()
  const draftName = `report-${withOf(where)}`
  const form = useForm({ initial: emptyReport, draft: draftName })
  const { reason, note } = form.values
  // The message of a stored draft may be too old to be offered.
  const message = (offered.find(({ id }) => id === form.values.message) ?? offered[0])?.id ?? ''
  return (
    <ReportDialog
      draft={draftName}
      title="Reportar un mensaje"
      description={`${other} no sabrá que lo reportaste.`}
      thanks="Lo revisa una persona del equipo."
      report={form.values}
      reasons={reasons}
      labels={reportReasons}
      noteHint="Nos ayuda a entender. Hasta 500 caracteres."
      subject={
        <Field label="Mensaje">
          {(control) => (
            <Select {...control} {...form.text('message')}>
              {offered.map(({ id, text, photo, at }) => (
                <option key={id} value={id}>
                  {photo === null ? excerpt(text) : `Una foto, ${momentText(at)}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      }
      hasCancel
      onChange={(part) => form.put(part)}
      send={() => call(messageReport.reportMessage, { ...inputOf(where), body: { message, reason, note } })}
      onClose={onClose}
    />
  )
}

const excerpt = (text: string) => (text.length > 70 ? `${text.slice(0, 69)}…` : text)
