/** An external identity provider: any provider of OpenID Connect, through openid-client. */
import { hourMs } from '#contract/platform/duration.ts'
import type { Configuration } from 'openid-client'
import type { OpenId } from '#server/platform/config-providers.ts'

/** Secrets of one sign-in that only this browser and the provider know. */
export type Secrets = { state: string; nonce: string; verifier: string }

/** The user, in the provider's words. `email` only as the provider gives it; `emailVerified` only when it says so. */
export type Claims = {
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  givenName: string | null
  familyName: string | null
  name: string | null
}

/** Loaded at the first such sign-in: many deployments have no provider. */
const library = () => import('openid-client')

export const newSecrets = async (): Promise<Secrets> => {
  const { randomNonce, randomPKCECodeVerifier, randomState } = await library()
  return { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
}

/** Where the browser goes to sign in. Throws when the provider cannot be reached. */
export const signInAddress = async (settings: OpenId, secrets: Secrets, returnTo: string): Promise<URL> => {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  return buildAuthorizationUrl(await configurationOf(settings), {
    redirect_uri: returnTo,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    state: secrets.state,
    nonce: secrets.nonce,
  })
}

/** Exchanges the returned code for the user's claims; checks state, nonce, PKCE, issuer, audience, signature and times. */
export const whoCameBack = async (settings: OpenId, secrets: Secrets, cameBackTo: URL): Promise<Claims> => {
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const configuration = await configurationOf(settings)
  const tokens = await authorizationCodeGrant(configuration, cameBackTo, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  })
  const signed = tokens.claims()
  if (signed === undefined) throw new Error('the provider sent no ID token')
  // Most providers return the email only to requests with the access token.
  const reported =
    signed.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await fetchUserInfo(configuration, tokens.access_token, signed.sub)
      : {}
  return claimsOf(signed.iss, signed.sub, { ...reported, ...signed })
}

const claimsOf = (issuer: string, subject: string, said: Readonly<Record<string, unknown>>): Claims => ({
  issuer,
  subject,
  email: text(said['email']),
  // Some providers send a string.
  emailVerified: said['email_verified'] === true || said['email_verified'] === 'true',
  givenName: text(said['given_name']),
  familyName: text(said['family_name']),
  name: text(said['name']),
})

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Providers rarely change their keys and hardly ever their addresses; keys are fetched again when one is unknown. */
const keepMs = hourMs
const secondsToAnswer = 8
type Saved = { until: number; configuration: Promise<Configuration> }
const saved = new Map<string, Saved>()

/** Loaded at the first sign-in and not at the start: a provider that is down blocks nothing else. A failure is not cached. */
const configurationOf = (settings: OpenId): Promise<Configuration> => {
  const key = JSON.stringify(settings)
  const known = saved.get(key)
  // The process's own clock, since this is the provider's time and not Kalli's.
  if (known !== undefined && known.until > performance.now()) return known.configuration
  const configuration = discover(settings)
  saved.set(key, { until: performance.now() + keepMs, configuration })
  configuration.catch(() => saved.delete(key))
  return configuration
}

const discover = async ({ issuer, clientId, clientSecret }: OpenId) => {
  const { allowInsecureRequests, discovery } = await library()
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: secondsToAnswer,
    // Without https only on this machine (config.ts refuses it elsewhere): a provider for development.
    execute: issuer.startsWith('http://') ? [allowInsecureRequests] : [],
  })
}

/** The provider's error, where its visitor can do something about it. */
export const isRefusedByVisitor = async (error: unknown): Promise<boolean> => {
  const { AuthorizationResponseError } = await library()
  return error instanceof AuthorizationResponseError && error.error === 'access_denied'
}
