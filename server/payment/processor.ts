import type { CardProcessor } from '#server/payment/provider.ts'
import { standin } from '#server/payment/standin.ts'
import type { Config } from '#server/platform/config.ts'

/** The processor that this installation is configured with: until there is a key, the local stand-in. */
export const processorOf = (_config: Config): CardProcessor => standin
