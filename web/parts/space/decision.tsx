import { hourMs } from '#contract/platform/duration.ts'
import { useState } from 'react'
import { useForm } from '#web/ui/form/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'

/** The time left until the promised answer. */
export const Due = ({ at }: { at: string }) => {
  const [now] = useState(Date.now)
  const hours = Math.floor((Date.parse(at) - now) / hourMs)
  return hours < 0 ? (
    <Badge tone="chile">Pasó su plazo</Badge>
  ) : (
    <Badge tone={hours < 12 ? 'maiz' : 'plain'}>
      {hours < 1 ? 'Queda menos de 1 h' : hours === 1 ? 'Queda 1 h' : `Quedan ${hours} h`}
    </Badge>
  )
}

/** The reason of a refusal, as its owner will read it. */
export const ReasonDialog = ({
  title,
  description = 'El anfitrión lee este motivo tal como lo escribas.',
  label,
  most = 500,
  busy,
  problem,
  draftKey,
  onClose,
  onReason,
}: {
  title: string
  description?: string
  label: string
  /** The limit of characters. */
  most?: number
  busy: boolean
  problem?: string | undefined
  /** The text is stored under this name until the sending component deletes the draft. */
  draftKey: string
  onClose: () => void
  onReason: (reason: string) => void
}) => {
  const form = useForm({ initial: { reason: '' }, draft: draftKey })
  const { reason } = form.values
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            busy={busy}
            blocked={reason.trim() === '' ? 'Escribe el motivo.' : undefined}
            onClick={() => onReason(reason)}
          >
            {label}
          </Button>
        </>
      }
    >
      <Field label="Motivo" required {...(problem === undefined ? {} : { error: problem })}>
        {(control) => <TextArea {...control} maxLength={most} {...form.text('reason')} />}
      </Field>
    </Dialog>
  )
}
