import { CreditCard, Lock } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { CardEntry, CardUse } from '#web/parts/booking/use-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const StripeCard = lazy(() => import('#web/parts/booking/stripe-card.tsx'))

type Entering = {
  card: CardUse
  register: UseFormRegister<CardEntry>
  errors: FieldErrors<CardEntry>
}

/** The card. Its number goes to the processor alone; Kalli sees a token. */
export const CardFields = (entering: Entering) => (
  <>
    <WhicheverFields {...entering} />
    <p className="flex items-start gap-2 text-sm text-muted">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      El número viaja directo al procesador de pagos; Kalli nunca lo guarda.
    </p>
  </>
)

/** Nothing is typed before it is known who takes it. */
const WhicheverFields = ({ card: { settings, outside }, register, errors }: Entering) => {
  if (settings.isPending) return <Spinner className="my-6" />
  if (settings.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center justify-between gap-3 font-medium">
        No pudimos preparar el pago con tarjeta.
        <Button tone="quiet" size="small" onClick={() => settings.refetch()}>
          Intentar otra vez
        </Button>
      </p>
    )
  const { stripe } = settings.data
  return stripe === null ? (
    <OwnFields register={register} errors={errors} />
  ) : (
    <Suspense fallback={<Spinner className="my-6" />}>
      <StripeCard publishableKey={stripe.key} error={errors.number?.message} ref={outside} />
    </Suspense>
  )
}

/** The stand-in's. */
const OwnFields = ({ register, errors }: Omit<Entering, 'card'>) => (
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
