import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { ApiError } from '#web/api.ts'
import { loadStripe, type StripeElement, type StripeJs } from '#web/parts/booking/payment/load-stripe.ts'
import { notYet, type OutsideField } from '#web/parts/booking/payment/use-card.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { controlClass } from '#web/ui/form/input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type SearchParams = { publishableKey: string; error: string | undefined; ref: Ref<OutsideField> }

/** Stripe's own field: the typed data stays with Stripe, in its frame. */
export default function StripeCard(search: SearchParams) {
  const [tries, setTries] = useState(0)
  return <StripeField key={tries} {...search} onAgain={() => setTries(tries + 1)} />
}

const StripeField = ({ publishableKey, error, ref, onAgain }: SearchParams & { onAgain: () => void }) => {
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<{ stripe: StripeJs; element: StripeElement; typed: number }>(null)
  const [state, setState] = useState<'coming' | 'there' | 'failed'>('coming')
  useEffect(() => {
    let isGone = false
    const mount = async () => {
      const stripe = (await loadStripe())(publishableKey)
      if (isGone || place.current === null) return
      const { color, fontFamily } = getComputedStyle(place.current)
      const muted = colourOf(place.current, '--color-muted')
      const wrong = colourOf(place.current, '--color-chile')
      const element = stripe.elements({ locale: 'es-419' }).create('card', {
        hidePostalCode: true,
        style: {
          base: { color, iconColor: muted, fontFamily, fontSize: '16px', '::placeholder': { color: muted } },
          invalid: { color: wrong, iconColor: wrong },
        },
      })
      const field = { stripe, element, typed: 0 }
      mounted.current = field
      element.on('ready', () => setState('there'))
      element.on('change', () => {
        field.typed += 1
      })
      element.mount(place.current)
    }
    mount().catch(() => setState('failed'))
    return () => {
      isGone = true
      mounted.current?.element.destroy()
      mounted.current = null
    }
  }, [publishableKey])
  useImperativeHandle(ref, () => ({
    typed: () => mounted.current?.typed ?? 0,
    token: async () => {
      if (mounted.current === null) throw new ApiError(400, 'card_invalid', notYet)
      const { stripe, element } = mounted.current
      const { paymentMethod, error: wrong } = await stripe.createPaymentMethod({
        type: 'card',
        card: element,
      })
      if (paymentMethod !== undefined) return paymentMethod.id
      throw new ApiError(400, 'card_invalid', wrong?.message ?? 'Revisa los datos de la tarjeta.')
    },
  }))
  if (state === 'failed')
    return (
      <div
        role="alert"
        className="flex flex-col items-start gap-3 rounded-lg border border-chile/40 bg-chile-soft p-4"
      >
        <p className="font-medium">
          No llegó el formulario de nuestro procesador de pagos. Revisa tu conexión o tu bloqueador de
          anuncios.
        </p>
        <Button tone="quiet" size="small" onClick={onAgain}>
          Intentar otra vez
        </Button>
      </div>
    )
  return (
    <Field label="Número, vencimiento y CVC" error={error}>
      {({ id, 'aria-describedby': described }) => (
        <div className="relative">
          <div ref={place} id={id} aria-describedby={described} className={controlClass('py-3.5')} />
          {state === 'coming' ? <Spinner className="absolute top-3.5 left-3.5" /> : null}
        </div>
      )}
    </Field>
  )
}

/** One of our colours in the current colour scheme, which Stripe's frame does not know. */
const colourOf = (node: HTMLElement, name: string): string => {
  node.style.color = `var(${name})`
  const { color } = getComputedStyle(node)
  node.style.color = ''
  return color
}
