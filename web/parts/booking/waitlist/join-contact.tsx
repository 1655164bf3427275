import { isWholePhone, phoneIn } from '#web/parts/booking/payment/checkout-form.ts'
import type { ContactCodeUse } from '#web/parts/booking/payment/use-contact-code.ts'
import { ContactCode } from '#web/parts/verification/contact-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

/** The contact of a visitor without an account on a waitlist: a phone number that a code confirms, or an email. */
export type JoinContact = { by: 'phone' | 'email'; firstName: string; phone: string; email: string }

/** The fields of the form that are used here. */
type Fields = {
  values: JoinContact
  put: (values: Partial<JoinContact>) => void
  text: (name: 'firstName' | 'phone' | 'email') => ReturnType<FormState<JoinContact>['text']>
}

export const contactOf = ({ by, firstName, phone, email }: JoinContact) =>
  by === 'phone'
    ? { firstName: firstName.trim(), phone: phoneIn(phone) }
    : { firstName: firstName.trim(), email: email.trim() }

export const JoinContactFields = ({ form, code }: { form: Fields; code: ContactCodeUse }) => {
  const isByEmail = form.values.by === 'email'
  const phone = phoneIn(form.values.phone)
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Nombre">
          {(control) => (
            <Input
              {...control}
              name="firstName"
              required
              maxLength={80}
              autoComplete="given-name"
              {...form.text('firstName')}
            />
          )}
        </Field>
        {isByEmail ? (
          <Field label="Correo" hint="Ahí confirmas y ahí te avisamos.">
            {(control) => (
              <Input
                {...control}
                name="email"
                type="email"
                required
                maxLength={254}
                autoComplete="email"
                {...form.text('email')}
              />
            )}
          </Field>
        ) : (
          <Field label="Teléfono" hint="Te llega un código, y ahí te avisamos.">
            {(control) => (
              <Input
                {...control}
                name="phone"
                type="tel"
                required
                autoComplete="tel"
                {...form.text('phone')}
              />
            )}
          </Field>
        )}
      </div>
      {isByEmail ? null : (
        <ContactCode
          isByEmail={false}
          address={phone}
          isComplete={isWholePhone(phone)}
          code={code}
          onKnown={() => undefined}
          onNoTexts={() => form.put({ by: 'email' })}
        />
      )}
      <Button
        tone="quiet"
        size="small"
        className="self-start"
        onClick={() => form.put({ by: isByEmail ? 'phone' : 'email' })}
      >
        {isByEmail ? 'Avísame por mensaje' : 'Avísame por correo'}
      </Button>
    </div>
  )
}
