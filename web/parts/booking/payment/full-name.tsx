import type { CheckoutField } from '#web/parts/booking/payment/checkout-form.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

/** A payment reference needs the payer's full name, and is sent by email. */
export default function FullName({
  fields,
  hasEmail,
}: {
  fields: FormState<Record<CheckoutField, string>>
  /** The form has it above. */
  hasEmail: boolean
}) {
  return (
    <>
      <Field
        label="Apellidos"
        hint="Tu referencia lleva tu nombre completo."
        error={fields.error('lastName')}
      >
        {(control) => (
          <Input {...control} name="lastName" {...fields.text('lastName')} autoComplete="family-name" />
        )}
      </Field>
      {hasEmail ? null : (
        <Field label="Correo" hint="Ahí te llega la referencia." error={fields.error('email')}>
          {(control) => (
            <Input {...control} name="email" {...fields.text('email')} type="email" autoComplete="email" />
          )}
        </Field>
      )}
    </>
  )
}
