import { CreditCard, Lock } from 'lucide-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import { expiryText, groupedNumber, reformat } from '#web/parts/booking/checkout/card-text.ts'
import type { CardField } from '#web/parts/booking/payment/checkout-form.ts'
import type { CardUse } from '#web/parts/booking/payment/use-card.ts'
import { Button } from '#web/ui/button.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const StripeCard = lazy(() => import('#web/parts/booking/checkout/stripe-card.tsx'))

type Entering = {
  card: CardUse
  fields: Pick<FormState<Record<CardField, string>>, 'text' | 'error'>
}

/** The card's fields. The number goes to the processor only; Kalli sees a token. */
export const CardFields = (entering: Entering) => (
  <>
    <WhicheverFields {...entering} />
    <p className="-mt-1 flex items-start gap-2 text-sm text-muted">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
      Kalli nunca guarda el número de tu tarjeta.
    </p>
  </>
)

/** The fields appear once the processor is known. */
const WhicheverFields = ({ card: { settings, outside }, fields }: Entering) => {
  if (settings.isPending) return <Spinner className="my-6" />
  if (settings.isLoadingError)
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
    <OwnFields fields={fields} />
  ) : (
    <Suspense fallback={<Spinner className="my-6" />}>
      <StripeCard publishableKey={stripe.key} error={fields.error('number')} ref={outside} />
    </Suspense>
  )
}

/** Formats what is typed while it is typed, before it is read. */
const inForm = (
  form: (text: string, isDeleting: boolean) => string,
  /** A complete value moves the focus on, as in the processor's own field. */
  whole: RegExp,
  next: string,
): Pick<ComponentProps<'input'>, 'onInput'> => ({
  onInput: (event) => {
    const { inputType } = event.nativeEvent
    const { currentTarget: field } = event
    const isDeleting = inputType?.startsWith('delete') ?? false
    reformat(field, form, isDeleting)
    const isAtEnd = field.selectionEnd === field.value.length
    if (!isDeleting && isAtEnd && whole.test(field.value)) document.getElementsByName(next)[0]?.focus()
  },
})

/** The fields of the stand-in processor. */
const OwnFields = ({ fields }: Pick<Entering, 'fields'>) => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-3">
    <Field className="col-span-2" label="Número de tarjeta" error={fields.error('number')}>
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            name="number"
            {...fields.text('number')}
            {...inForm(groupedNumber, /^(\d{4} ){3}\d{4}$/, 'expiry')}
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
    <Field label="Vence (MM/AA)" error={fields.error('expiry')}>
      {(control) => (
        <Input
          {...control}
          name="expiry"
          {...fields.text('expiry')}
          {...inForm(expiryText, /^\d{2}\/\d{2}$/, 'cvc')}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="08/29"
          className="figures"
        />
      )}
    </Field>
    <Field label="CVC" error={fields.error('cvc')}>
      {(control) => (
        <Input
          {...control}
          name="cvc"
          {...fields.text('cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          className="figures"
        />
      )}
    </Field>
  </div>
)
