import type { CardProcessor } from '#server/payment/provider/provider.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { stripe } from '#server/payment/stripe/stripe.ts'
import type { Config } from '#server/platform/config.ts'

/** The processor that this installation is configured with: the local stand-in until there is a key. */
export const processorOf = (config: Config): CardProcessor => (config.stripe === null ? standin : stripe)

/** The processor with which a payment was started: a payment started with the stand-in ends there, even after a key was set. */
export const processorNamed = (config: Config, name: string): CardProcessor =>
  name === standin.name ? standin : processorOf(config)
