import type { CardProcessor } from '#server/payment/provider/provider.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { stripe } from '#server/payment/stripe/stripe.ts'
import type { Config } from '#server/platform/config.ts'

/** The processor that this installation is configured with: until there is a key, the local stand-in. */
export const processorOf = (config: Config): CardProcessor => (config.stripe === null ? standin : stripe)

/** The processor that a payment was started with: what started with the stand-in ends there, also after a key was set. */
export const processorNamed = (config: Config, name: string): CardProcessor =>
  name === standin.name ? standin : processorOf(config)
