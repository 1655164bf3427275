import type { useForm } from '#web/ui/form/use-form.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'

export type AppText = { name: string; website: string; addresses: string }
type Part = Pick<ReturnType<typeof useForm<AppText>>, 'text' | 'error'>

const linesOf = (text: string) => text.split(/\s+/).filter((line) => line !== '')

export const appChecks = {
  name: (name: string) => (name.trim() === '' ? 'Escribe el nombre que verán las personas.' : undefined),
  addresses: (text: string) => (linesOf(text).length === 0 ? 'Escribe al menos una dirección.' : undefined),
}

export const describedOf = ({ name, website, addresses }: AppText) => ({
  name: name.trim(),
  website: website.trim(),
  redirectUris: linesOf(addresses),
})

/** What people see of an app, and where their browser returns to. */
export const AppFields = ({ form }: { form: Part }) => (
  <>
    <Field label="Nombre" hint="Así la ven quienes le dan permiso." error={form.error('name')}>
      {(control) => (
        <Input {...control} name="name" maxLength={60} autoComplete="off" {...form.text('name')} />
      )}
    </Field>
    <Field label="Página (opcional)" error={form.error('website')}>
      {(control) => (
        <Input
          {...control}
          type="url"
          inputMode="url"
          name="website"
          maxLength={300}
          placeholder="https://"
          {...form.text('website')}
        />
      )}
    </Field>
    <Field
      label="Direcciones de regreso"
      hint="Una por línea. Al dar permiso, volvemos solo a una de estas, letra por letra."
      error={form.error('addresses')}
    >
      {(control) => (
        <TextArea {...control} rows={3} name="addresses" spellCheck={false} {...form.text('addresses')} />
      )}
    </Field>
  </>
)
