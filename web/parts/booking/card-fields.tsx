import { CreditCard } from 'lucide-react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { CheckoutForm } from '#web/parts/booking/checkout-form.ts'
import { Field, Input } from '#web/ui/field.tsx'

/** The card. Its number goes to the processor alone; Kalli sees a token. */
export const CardFields = ({
  register,
  errors,
}: {
  register: UseFormRegister<CheckoutForm>
  errors: FieldErrors<CheckoutForm>
}) => (
  <div className="grid grid-cols-2 gap-4">
    <Field className="col-span-2" label="Número de tarjeta" error={errors.number?.message}>
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            {...register('number', {
              required: 'Escribe el número de tu tarjeta.',
              setValueAs: (text: string) => text.trim(),
            })}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="4242 4242 4242 4242"
            className="figures pr-12"
          />
          <CreditCard
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-muted"
          />
        </span>
      )}
    </Field>
    <Field label="Vence (MM/AA)" error={errors.expiry?.message}>
      {(control) => (
        <Input
          {...control}
          {...register('expiry', {
            required: 'Escribe mes y año.',
            pattern: { value: /^\s*\d{1,2}\s*\/\s*(20)?\d{2}\s*$/, message: 'Escríbelo como 08/29.' },
          })}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="08/29"
          className="figures"
        />
      )}
    </Field>
    <Field label="CVC" error={errors.cvc?.message}>
      {(control) => (
        <Input
          {...control}
          {...register('cvc', {
            required: 'Escribe el código.',
            pattern: { value: /^\d{3,4}$/, message: 'Son 3 o 4 dígitos.' },
          })}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          className="figures"
        />
      )}
    </Field>
  </div>
)
