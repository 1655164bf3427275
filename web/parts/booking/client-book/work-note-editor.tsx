import { useState } from 'react'
import * as contract from '#contract/booking/client/work-note.ts'
import { type WorkNote, type WorkTemplate, workTemplates } from '#contract/booking/client/work-note.ts'
import { templateNames, useWorkNote } from '#web/parts/booking/client-book/use-work-note.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** A work note by the template of a trade; a new one begins with the template used last. */
export const WorkNoteEditor = ({
  clientId,
  note,
  last,
  onClose,
}: {
  clientId: number
  note: WorkNote | undefined
  last: WorkTemplate | undefined
  onClose: () => void
}) => {
  const { form, saving, removing } = useWorkNote({ clientId, note, last, onSaved: onClose })
  const { template } = form.values
  const [asks, setAsks] = useState(false)
  if (asks && note !== undefined)
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : setAsks(false))}
        title="¿Borrar esta nota?"
        description={`La nota del ${longDate(note.doneOn)}. No se puede deshacer.`}
        error={removing.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setAsks(false)}>
              Conservarla
            </Button>
            <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate(note.id)}>
              Borrar la nota
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={note === undefined ? 'Nota de trabajo' : 'Editar nota de trabajo'}
      description="Se guarda cifrada y solo la lees tú, salvo lo que escribas para tu cliente."
    >
      <Form className="flex flex-col gap-5" onSubmit={form.submit((typed) => saving.mutateAsync(typed))}>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Tipo">
            {(control) => (
              <Select {...control} {...form.text('template')}>
                {templateNames.map((name) => (
                  <option key={name} value={name}>
                    {workTemplates[name].label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Fecha" required error={form.error('doneOn') ?? ''}>
            {(control) => <Input {...control} type="date" {...form.text('doneOn')} />}
          </Field>
        </div>
        {workTemplates[template].fields.map(({ id, label }) => (
          <Field key={id} label={label} required={false}>
            {(control) => (
              <TextArea {...control} rows={2} maxLength={contract.workFieldMax} {...form.text(id)} />
            )}
          </Field>
        ))}
        <Field
          label="Para tu cliente"
          required={false}
          hint="Lo ve en su cuenta: cuidados, productos que usar."
          error={form.error('forClient') ?? ''}
        >
          {(control) => (
            <TextArea {...control} rows={2} maxLength={contract.workFieldMax} {...form.text('forClient')} />
          )}
        </Field>
        <FormError of={saving.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={saving.isPending}>
            Guardar
          </Button>
          {note === undefined ? null : (
            <Button tone="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
              Borrar nota
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  )
}
