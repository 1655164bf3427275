import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

const word = 'BORRAR'

/** The user types a word, so that an account is not deleted by accident. */
export default function DeleteDialog({
  title = '¿Borrar tu cuenta?',
  text = 'No se puede deshacer. Te confirmaremos por correo.',
  keep = 'Conservar mi cuenta',
  busy,
  onDelete,
  onClose,
}: {
  title?: string
  text?: string
  /** The label of the button that closes it. */
  keep?: string
  busy: boolean
  onDelete: () => void
  onClose: () => void
}) {
  const form = useForm({ initial: { typed: '' } })
  const same = form.values.typed.trim().toLocaleUpperCase('es-MX') === word
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={text}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            {keep}
          </Button>
          <Button type="submit" form="delete-account" tone="danger" busy={busy} disabled={!same}>
            Borrar para siempre
          </Button>
        </>
      }
    >
      <form
        id="delete-account"
        method="post"
        aria-label="Escribir para borrar"
        onSubmit={form.submit(() => (same ? onDelete() : undefined))}
      >
        <Field label={`Escribe ${word} para confirmar`} required>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              {...form.text('typed')}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
