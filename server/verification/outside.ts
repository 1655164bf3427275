/** Which outside services this installation has: by their keys the real ones, else the stand-ins, and in production none. */
import type { Config } from '#server/platform/config.ts'
import { identityStandin } from '#server/verification/identity-standin.ts'
import type { IdentityProvider, TextSender } from '#server/verification/provider.ts'
import { stripeIdentity } from '#server/verification/stripe-identity.ts'
import { outbox } from '#server/verification/text-outbox.ts'
import { twilio } from '#server/verification/twilio.ts'

/** Null: no text messages here. */
export const textSenderOf = (config: Config): TextSender | null => {
  if (config.twilio !== null) return twilio
  return config.production ? null : outbox
}

/** Null: nobody checks faces here. */
export const identityProviderOf = (config: Config): IdentityProvider | null => {
  if (config.stripeIdentity !== null) return stripeIdentity
  return config.production ? null : identityStandin
}
