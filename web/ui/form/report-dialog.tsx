import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

type Report<Reason> = { reason: Reason; note: string }

type Fields<Reason extends string> = {
  report: Report<Reason>
  reasons: readonly Reason[]
  labels: Readonly<Record<Reason, string>>
  noteHint?: string
  onChange: (part: Partial<Report<Reason>>) => void
}

/** Reports a problem to Kalli's team: a reason, and what happened. */
export const ReportDialog = <Reason extends string>({
  draft,
  title,
  description,
  thanks,
  report,
  reasons,
  labels,
  noteHint,
  subject,
  hasCancel = false,
  onChange,
  send,
  onSent,
  onClose,
}: Fields<Reason> & {
  /** The name of the stored draft. */
  draft: string
  title: string
  description: string
  /** Shown after it was sent. */
  thanks: string
  /** The field that selects what is reported, where the dialog asks for it. */
  subject?: ReactNode
  hasCancel?: boolean
  send: () => Promise<unknown>
  onSent?: () => Promise<unknown>
  onClose: () => void
}) => {
  const sending = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      forgetDraft(draft)
      toast('Gracias por avisar', thanks, 'good')
      onClose()
      await onSent?.()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          {hasCancel ? (
            <Button tone="quiet" onClick={onClose}>
              Cancelar
            </Button>
          ) : null}
          <Button busy={sending.isPending} onClick={() => sending.mutate()}>
            Enviar reporte
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {subject}
        <ReportFields
          report={report}
          reasons={reasons}
          labels={labels}
          noteHint={noteHint}
          onChange={onChange}
        />
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const ReportFields = <Reason extends string>({
  report: { reason, note },
  reasons,
  labels,
  noteHint = 'Hasta 500 caracteres.',
  onChange,
}: Fields<Reason>) => (
  <>
    <Field label="Motivo">
      {(control) => (
        <Select
          {...control}
          value={reason}
          onChange={({ target }) => {
            const chosen = reasons.find((one) => one === target.value)
            if (chosen !== undefined) onChange({ reason: chosen })
          }}
        >
          {reasons.map((one) => (
            <option key={one} value={one}>
              {labels[one]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="¿Qué pasó?" required={false} hint={noteHint}>
      {(control) => (
        <TextArea
          {...control}
          rows={3}
          maxLength={500}
          value={note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      )}
    </Field>
  </>
)
