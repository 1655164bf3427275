import { useMutation } from '@tanstack/react-query'
import * as messageReport from '#contract/conversation/message-report.ts'
import type { ConversationMessage } from '#contract/conversation/conversation.ts'
import { type ReportReason, reportReasons } from '#contract/conversation/message-report.ts'
import { call } from '#web/api.ts'
import { momentText } from '#web/parts/conversation/message-log.tsx'
import { inputOf, type Where, withOf } from '#web/parts/conversation/reading.ts'
import { useKept } from '#web/ui/form/use-kept.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

const reasons: readonly ReportReason[] = ['harassment', 'outside', 'fraud', 'unwanted', 'other']
/** The last ones; what lies further back is found by scrolling, and told in the note. */
const mostOffered = 30

const nothingSaid: { message: string; reason: ReportReason; note: string } = {
  message: '',
  reason: 'harassment',
  note: '',
}

/** Which message, why, and whatever else helps to understand. A person of Kalli reads it. */
export default function ReportDialog({
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
  const offered = messages.slice(-mostOffered).toReversed()
  const { draft, put, take } = useKept(`report-${withOf(where)}`, nothingSaid)
  const { reason, note } = draft
  // One that lies further back by now is not among them any more.
  const message = (offered.find(({ id }) => id === draft.message) ?? offered[0])?.id ?? ''
  const reporting = useMutation({
    mutationFn: () =>
      call(messageReport.reportMessage, { ...inputOf(where), body: { message, reason, note } }),
    onSuccess: () => {
      take(nothingSaid)
      toast('Gracias por avisar', 'Lo revisa una persona del equipo.', 'good')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Reportar un mensaje"
      description={`${other} no sabrá que lo reportaste.`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={reporting.isPending} onClick={() => reporting.mutate()}>
            Enviar reporte
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Mensaje">
          {(control) => (
            <Select
              {...control}
              value={message}
              onChange={({ target }) => put({ ...draft, message: target.value })}
            >
              {offered.map(({ id, text, photo, at }) => (
                <option key={id} value={id}>
                  {photo === null ? excerpt(text) : `Una foto, ${momentText(at)}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Motivo">
          {(control) => (
            <Select
              {...control}
              value={reason}
              onChange={({ target }) =>
                put({ ...draft, reason: reasons.find((one) => one === target.value) ?? 'other' })
              }
            >
              {reasons.map((one) => (
                <option key={one} value={one}>
                  {reportReasons[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="¿Qué pasó?" required={false} hint="Nos ayuda a entender. Hasta 500 caracteres.">
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={500}
              value={note}
              onChange={({ target }) => put({ ...draft, note: target.value })}
            />
          )}
        </Field>
        {reporting.isError ? (
          <p role="alert" className="font-medium text-chile">
            {reporting.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const excerpt = (text: string) => (text.length > 70 ? `${text.slice(0, 69)}…` : text)
