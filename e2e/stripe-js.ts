/**
 * Stripe.js as far as Kalli uses it, for pages without a network: it refuses options that its reference does not have, and its one wallet
 * hands over the payment method in `handedOver`.
 */
declare global {
  interface Window {
    /** The payment method that the next wallet sheet returns. */
    handedOver?: string
    /** The sheet's order, each time that it changed. */
    ordered?: object[]
    /** The reason given to the sheet for a failed payment. */
    failed?: object[]
    /** How often the sheet opened. */
    opened?: number
  }
}

export const fakeStripeJs = () => {
  const allowed = {
    elements: [
      'locale',
      'mode',
      'amount',
      'currency',
      'captureMethod',
      'setupFutureUsage',
      'paymentMethodCreation',
      'paymentMethodTypes',
    ],
    expressCheckout: ['buttonHeight', 'paymentMethods'],
    card: ['hidePostalCode', 'style'],
  }
  const check = (name: keyof typeof allowed, options: object) => {
    for (const key of Object.keys(options))
      if (!allowed[name].includes(key)) throw new Error(`IntegrationError: ${name} has no ${key}`)
  }
  Object.assign(window, { handedOver: '', ordered: [], failed: [], opened: 0 })
  const stripe = {
    elements: (options: object) => {
      check('elements', options)
      if ('mode' in options) window.ordered?.push(options)
      return {
        update: (order: object) => window.ordered?.push(order),
        submit: async () => ({}),
        create: (kind: 'card' | 'expressCheckout', shown: object) => {
          check(kind, shown)
          const listeners = new Map<string, (event: object) => void>()
          const opens = () => {
            window.opened = (window.opened ?? 0) + 1
            listeners.get('confirm')?.({ paymentFailed: (why: object) => window.failed?.push(why) })
          }
          return {
            on: (event: string, listener: (event: object) => void) => listeners.set(event, listener),
            destroy: () => undefined,
            mount: (node: HTMLElement) => {
              setTimeout(() => listeners.get('ready')?.({ availablePaymentMethods: { googlePay: true } }))
              if (kind === 'card') return
              const button = document.createElement('button')
              button.type = 'button'
              button.textContent = 'Google Pay'
              button.addEventListener('click', () =>
                listeners.get('click')?.({ resolve: opens, reject: () => undefined }),
              )
              node.append(button)
            },
          }
        },
      }
    },
    createPaymentMethod: async () => ({ paymentMethod: { id: window.handedOver } }),
  }
  Object.assign(window, { Stripe: () => stripe })
}
