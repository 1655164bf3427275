import { useMutation } from '@tanstack/react-query'
import { type ReviewReportReason, reviewReportReasons } from '#contract/review/visit-review.ts'
import { useKept } from '#web/ui/form/use-kept.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

const reasons: readonly ReviewReportReason[] = ['insult', 'false', 'private', 'off_topic', 'other']

const nothingSaid: { reason: ReviewReportReason; note: string } = { reason: 'insult', note: '' }

/** What somebody says against a review, or against the answer to theirs; a person decides. */
export default function ReportDialog({
  draft: keptAs,
  title,
  description,
  stays,
  send,
  onSent,
  onClose,
}: {
  /** Under which what is typed is kept until it is sent. */
  draft: string
  title: string
  description: string
  /** What stays until then: "la reseña". */
  stays: string
  send: (said: { reason: ReviewReportReason; note: string }) => Promise<unknown>
  onSent: () => Promise<unknown>
  onClose: () => void
}) {
  const { draft, put } = useKept(keptAs, nothingSaid)
  const { reason, note } = draft
  const sending = useMutation({
    mutationFn: () => send({ reason, note }),
    onSuccess: async () => {
      forgetDraft(keptAs)
      toast('Gracias por avisar', `Lo revisa una persona del equipo. Mientras, ${stays} se queda.`, 'good')
      onClose()
      await onSent()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <Button busy={sending.isPending} onClick={() => sending.mutate()}>
          Enviar reporte
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
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
                  {reviewReportReasons[one]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="¿Qué pasó?" required={false} hint="Hasta 500 caracteres.">
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
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
