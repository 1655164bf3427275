/** The face-check provider of this installation: the real one if its keys are set, else the stand-in, and in production none. */
import type { Config } from '#server/platform/config.ts'
import { identityStandin } from '#server/verification/identity-standin.ts'
import type { IdentityProvider } from '#server/verification/provider.ts'
import { stripeIdentity } from '#server/verification/stripe-identity.ts'

/** Null: there is no face check here. */
export const identityProviderOf = (config: Config): IdentityProvider | null => {
  if (config.stripeIdentity !== null) return stripeIdentity
  return config.production ? null : identityStandin
}
