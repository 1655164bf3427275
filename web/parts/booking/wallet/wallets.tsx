import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { type Wallet, walletNames } from '#contract/payment/payment.ts'
import { type CheckoutField, contactChecks } from '#web/parts/booking/payment/checkout-form.ts'
import type { CardUse } from '#web/parts/booking/payment/use-card.ts'
import type { ContactCodeUse } from '#web/parts/booking/payment/use-contact-code.ts'
import { Button } from '#web/ui/button.tsx'
import type { FormState } from '#web/ui/form/use-form.ts'

const StripeWallets = lazy(() => import('#web/parts/booking/wallet/stripe-wallets.tsx'))
const WalletSheet = lazy(() => import('#web/parts/booking/wallet/wallet-sheet.tsx'))

/** The parts of the checkout that a wallet needs. */
type Checkout = {
  fields: Pick<FormState<Record<CheckoutField, string>>, 'current' | 'fail' | 'values'>
  contact: { isByEmail: boolean; address: string }
  contactCode: Pick<ContactCodeUse, 'require'>
  companions: { check: () => boolean }
  needsCode: boolean
  cardUse: Pick<CardUse, 'settings'>
  /** The amount authorised or charged today; zero: the card is only saved. */
  shownCents: number
  paying: {
    isPending: boolean
    mutateAsync: (by: { text: (name: CheckoutField) => string; wallet: string }) => Promise<unknown>
  }
}

/** Apple Pay and Google Pay, where this device has them: they pay the same as the card below. */
export default function Wallets({
  checkout,
  blocked,
  serviceName,
}: {
  checkout: Checkout
  /** What else must be done before paying. */
  blocked: string | undefined
  serviceName: string
}) {
  const { cardUse, shownCents } = checkout
  // The missing items are shown until something is typed.
  const given = JSON.stringify([checkout.fields.values, checkout.needsCode])
  const [said, say] = useState({ text: '', given: '' })
  const { data: settings } = cardUse.settings
  if (settings === undefined) return null
  const mayOpen = (): boolean => {
    const problem = blocked ?? missingIn(checkout)
    say({ text: problem ?? '', given })
    return problem === undefined
  }
  const pay = async (token: string) => {
    const text = (name: CheckoutField) => checkout.fields.current()[name].trim()
    await checkout.paying.mutateAsync({ text, wallet: token })
  }
  const use = { cents: shownCents, mayOpen, pay, isPaying: checkout.paying.isPending }
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {settings.stripe === null ? (
        <StandInWallets {...use} serviceName={serviceName} />
      ) : (
        <Suspense>
          <StripeWallets {...use} publishableKey={settings.stripe.key} />
        </Suspense>
      )}
      {said.text === '' || said.given !== given ? null : (
        <p role="alert" className="text-sm font-medium text-chile">
          {said.text}
        </p>
      )}
    </div>
  )
}

export type WalletUse = {
  /** The amount authorised or charged today; zero: the card is only saved. */
  cents: number
  /** Whether the rest of the form is complete; else it shows and focuses what is missing. */
  mayOpen: () => boolean
  pay: (token: string) => Promise<unknown>
  isPaying: boolean
}

/** What is missing of the client's name and contact, before the wallet sheet opens; it is focused. */
const missingIn = (checkout: Checkout): string | undefined => {
  const { fields, contact, contactCode, companions, needsCode } = checkout
  const given = fields.current()
  const wrong = (['firstName', 'phone', 'email'] as const).flatMap((name) => {
    const problem =
      name === 'email' && contact.isByEmail && given.email.trim() === ''
        ? 'Escribe tu correo.'
        : contactChecks[name](given[name])
    return problem === undefined ? [] : [{ name, problem }]
  })
  // Each refusal takes the focus: so the first field is the last.
  for (const { name, problem } of wrong.toReversed()) fields.fail(name, problem)
  if (wrong.length > 0) return 'Completa primero tus datos, arriba.'
  if (!companions.check()) return 'Completa primero quién viene contigo, arriba.'
  if (!needsCode) return undefined
  // The field below the address shows why no code could be sent.
  contactCode.require(contact.address).catch(() => undefined)
  return 'Escribe primero el código que te enviamos, arriba.'
}

/** Our own buttons, in development and trials; with Stripe its element draws them. */
const StandInWallets = ({ serviceName, ...use }: WalletUse & { serviceName: string }) => {
  const offered = useSyncExternalStore(
    never,
    () => offeredHere(),
    () => '',
  )
  const [wallet, open] = useState<Wallet | null>(null)
  if (offered === '') return null
  const wallets = (['apple_pay', 'google_pay'] as const).filter((name) => offered.includes(name))
  return (
    <>
      {wallets.map((name) => (
        <Button
          key={name}
          wide
          size="small"
          busy={use.isPaying}
          className="bg-ink text-surface hover:bg-ink/85"
          onClick={() => (use.mayOpen() ? open(name) : undefined)}
        >
          {walletNames[name]}
        </Button>
      ))}
      {wallet === null ? null : (
        <Suspense>
          <WalletSheet {...use} wallet={wallet} serviceName={serviceName} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}

const never = () => () => undefined

/** Safari has Apple's session; other browsers with payment requests have Google's wallet. One string, so that it is compared by value. */
const offeredHere = (): string => {
  if ('ApplePaySession' in window) return 'apple_pay'
  return 'PaymentRequest' in window ? 'google_pay' : ''
}
