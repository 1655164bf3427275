import { useNavigate } from '@tanstack/react-router'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClientPage } from '#contract/booking/client/own-client.ts'
import { useClientForm } from '#web/parts/booking/client-book/use-client-form.ts'
import { monthNames } from '#web/parts/booking/client-book/client-words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import Fold from '#web/ui/fold.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** A new client, for whom a name is enough; or, with `page`, an existing one. */
export default function ClientEditor({ page, onClose }: { page?: OwnClientPage; onClose: () => void }) {
  const navigate = useNavigate()
  const { form, saving, isNamed } = useClientForm(page, (client) => {
    onClose()
    if (page === undefined) void navigate(paths.ownClients(client.id))
  })
  const own = page?.client
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={page === undefined ? 'Agregar cliente' : 'Editar datos'}
      description="Solo tú ves lo que anotas aquí."
    >
      <Form className="flex flex-col gap-5" onSubmit={form.submit((typed) => saving.mutateAsync(typed))}>
        <Field
          label="Nombre"
          error={form.error('firstName') ?? ''}
          required={!isNamed}
          hint={isNamed ? `Vacío, se muestra el suyo: ${own?.firstName ?? ''}` : undefined}
        >
          {(control) => (
            <Input {...control} autoComplete="off" maxLength={contract.maxName} {...form.text('firstName')} />
          )}
        </Field>
        <Field label="Apellidos" required={false}>
          {(control) => (
            <Input {...control} autoComplete="off" maxLength={contract.maxName} {...form.text('lastName')} />
          )}
        </Field>
        <Field label="Teléfono" required={false} error={form.error('phone') ?? ''}>
          {(control) => (
            <Input {...control} type="tel" autoComplete="off" maxLength={40} {...form.text('phone')} />
          )}
        </Field>
        {page === undefined ? (
          <Fold label="Más datos" value="Correo, cumpleaños, etiquetas">
            <MoreFields form={form} />
          </Fold>
        ) : (
          <MoreFields form={form} />
        )}
        <FormError of={saving.error} />
        <Button type="submit" busy={saving.isPending} className="self-start">
          {page === undefined ? 'Agregar' : 'Guardar'}
        </Button>
      </Form>
    </Dialog>
  )
}

const MoreFields = ({ form }: { form: ReturnType<typeof useClientForm>['form'] }) => (
  <>
    <Field label="Correo" required={false} error={form.error('email') ?? ''}>
      {(control) => (
        <Input {...control} type="email" autoComplete="off" maxLength={200} {...form.text('email')} />
      )}
    </Field>
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">
        Cumpleaños <span className="font-normal text-muted">(opcional)</span>
      </legend>
      <div className="grid grid-cols-[5rem_1fr_6rem] gap-2">
        <Field label="Día" hideLabel error={form.error('day') ?? ''}>
          {(control) => (
            <Select {...control} {...form.text('day')}>
              <option value="">Día</option>
              {Array.from({ length: 31 }, (_, index) => (
                <option key={index + 1}>{index + 1}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Mes" hideLabel>
          {(control) => (
            <Select {...control} {...form.text('month')}>
              <option value="">Mes</option>
              {monthNames.map((name, index) => (
                <option key={name} value={index + 1}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Año" hideLabel error={form.error('year') ?? ''}>
          {(control) => (
            <Input {...control} inputMode="numeric" placeholder="Año" maxLength={4} {...form.text('year')} />
          )}
        </Field>
      </div>
    </fieldset>
    <Field label="Cómo te encontró" required={false}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          placeholder="Instagram, una amiga…"
          maxLength={contract.maxFoundBy}
          {...form.text('foundBy')}
        />
      )}
    </Field>
    <Field
      label="Etiquetas"
      required={false}
      hint="Separadas por comas: Color, VIP. «Alergia al amoniaco» avisa en cada cita suya."
      error={form.error('tags') ?? ''}
    >
      {(control) => <Input {...control} autoComplete="off" maxLength={400} {...form.text('tags')} />}
    </Field>
  </>
)
