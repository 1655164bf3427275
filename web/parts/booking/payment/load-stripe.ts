/** Stripe.js, loaded once for a page and only where a card or a wallet is needed. Shapes: its reference (stripe.elements, createPaymentMethod). */

/** A Stripe field in Stripe's own frame. */
export type StripeElement = {
  mount(node: HTMLElement): void
  destroy(): void
  on(event: 'ready' | 'change', listener: () => void): void
}

/** The buttons of the wallets available on this device. */
export type WalletElement = Pick<StripeElement, 'mount' | 'destroy'> & {
  on(
    event: 'click',
    listener: (event: { resolve: (sheet: object) => void; reject?: () => void }) => void,
  ): void
  on(event: 'confirm', listener: (event: { paymentFailed: (why: object) => void }) => void): void
}

/** What the wallet's sheet is for. */
export type WalletOrder = { mode: 'setup' | 'payment'; amount?: number; currency: 'mxn' }

type Made = Promise<{ paymentMethod?: { id: string }; error?: { message?: string } }>

export type WalletElements = {
  create(kind: 'expressCheckout', options: object): WalletElement
  update(order: WalletOrder): void
  submit(): Promise<{ error?: { message?: string } }>
}

export type StripeJs = {
  elements(options: { locale: string }): { create(kind: 'card', options: object): StripeElement }
  elements(
    options: WalletOrder & {
      locale: string
      captureMethod?: 'manual'
      setupFutureUsage: 'off_session'
      paymentMethodCreation: 'manual'
      paymentMethodTypes: readonly ['card']
    },
  ): WalletElements
  createPaymentMethod(wanted: { type: 'card'; card: StripeElement } | { elements: WalletElements }): Made
}

declare global {
  interface Window {
    Stripe?: (key: string) => StripeJs
  }
}

const address = 'https://js.stripe.com/v3/'

const addScript = () =>
  new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('Stripe.js did not load'))
    })
    document.head.append(script)
  })

/** The card's field and the wallets may wait for the same script. */
let loading: Promise<void> | undefined

/** Once for a page, and only where a card is needed. A script that failed is requested again the next time. */
export const loadStripe = async (): Promise<(key: string) => StripeJs> => {
  if (window.Stripe === undefined) {
    loading ??= addScript().finally(() => {
      loading = undefined
    })
    await loading
  }
  if (window.Stripe === undefined) throw new Error('Stripe.js came without Stripe')
  return window.Stripe
}
