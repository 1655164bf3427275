import { useEffect, useLayoutEffect, useRef } from 'react'
import { loadStripe, type WalletElements, type WalletOrder } from '#web/parts/booking/payment/load-stripe.ts'
import type { WalletUse } from '#web/parts/booking/wallet/wallets.tsx'

/** Smaller amounts cannot be charged to a card, so the card is only saved. */
const orderOf = (cents: number): WalletOrder =>
  cents === 0 ? { mode: 'setup', currency: 'mxn' } : { mode: 'payment', amount: cents, currency: 'mxn' }

/**
 * Stripe's Express Checkout Element: it draws the buttons of the wallets available on this device, if any. The result of its sheet becomes
 * a payment method, which the server charges like a typed card.
 */
export default function StripeWallets({
  publishableKey,
  cents,
  ...use
}: WalletUse & { publishableKey: string }) {
  const place = useRef<HTMLDivElement>(null)
  const elements = useRef<WalletElements>(null)
  const now = useRef(use)
  const mode = cents === 0 ? 'setup' : 'payment'
  const firstCents = useRef(cents)
  useLayoutEffect(() => {
    now.current = use
    firstCents.current = cents
  })
  useEffect(() => {
    let leave = () => undefined
    let isGone = false
    const mount = async () => {
      const stripe = (await loadStripe())(publishableKey)
      if (isGone || place.current === null) return
      const made = stripe.elements({
        ...orderOf(firstCents.current),
        locale: 'es-419',
        ...(mode === 'payment' ? { captureMethod: 'manual' as const } : {}),
        setupFutureUsage: 'off_session',
        paymentMethodCreation: 'manual',
        paymentMethodTypes: ['card'],
      })
      elements.current = made
      const element = made.create('expressCheckout', {
        buttonHeight: 48,
        // Wallets that are not cards are excluded by the kinds above.
        paymentMethods: { link: 'never' },
      })
      leave = () => {
        element.destroy()
        return undefined
      }
      // Without an answer, the sheet does not open.
      element.on('click', ({ resolve, reject }) => (now.current.mayOpen() ? resolve({}) : reject?.()))
      element.on('confirm', ({ paymentFailed }) => {
        const pay = async () => {
          const { error } = await made.submit()
          const { paymentMethod } =
            error === undefined ? await stripe.createPaymentMethod({ elements: made }) : {}
          if (paymentMethod === undefined) return paymentFailed({ reason: 'fail' })
          return now.current.pay(paymentMethod.id)
        }
        pay().catch(() => paymentFailed({ reason: 'fail' }))
      })
      element.mount(place.current)
    }
    // If Stripe.js fails to load, the card's field shows it.
    mount().catch(() => undefined)
    return () => {
      isGone = true
      leave()
      elements.current = null
    }
  }, [publishableKey, mode])
  useEffect(() => elements.current?.update(orderOf(cents)), [cents])
  return <div ref={place} />
}
