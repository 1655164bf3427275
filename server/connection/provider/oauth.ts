/** The common part of all providers with OAuth, by openid-client: codes with PKCE, tokens, and the meaning of refusals. */
import type { Configuration } from 'openid-client'
import { hourMs } from '#contract/platform/duration.ts'
import {
  type ProviderFailure,
  ProviderProblem,
  type SignInSecrets,
  type Tokens,
} from '#server/connection/provider/provider.ts'

/** Loaded when the first calendar is connected. */
export const library = () => import('openid-client')

export type OAuthSettings = {
  clientId: string
  clientSecret: string
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  /** Absent: the provider cannot revoke tokens. */
  revocationUrl?: string
}

const secondsToAnswer = 8

export const configurationOf = async (settings: OAuthSettings): Promise<Configuration> => {
  const { allowInsecureRequests, Configuration } = await library()
  const configuration = new Configuration(
    {
      issuer: settings.issuer,
      authorization_endpoint: settings.authorizationUrl,
      token_endpoint: settings.tokenUrl,
      ...(settings.revocationUrl === undefined ? {} : { revocation_endpoint: settings.revocationUrl }),
    },
    settings.clientId,
    settings.clientSecret,
  )
  configuration.timeout = secondsToAnswer
  // The stand-in of this process, which does not exist in production.
  if (settings.issuer.startsWith('http://')) allowInsecureRequests(configuration)
  return configuration
}

export const newSecrets = async (): Promise<SignInSecrets> => {
  const { randomPKCECodeVerifier, randomState } = await library()
  return { state: randomState(), verifier: randomPKCECodeVerifier() }
}

/** PKCE and state, and the provider's own parameters. */
export const consentAddress = async (
  settings: OAuthSettings,
  secrets: SignInSecrets,
  parameters: Readonly<Record<string, string>>,
): Promise<URL> => {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
  return buildAuthorizationUrl(await configurationOf(settings), {
    ...parameters,
    code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    state: secrets.state,
  })
}

/** The meaning of a refusal specific to this provider; null: the default. */
type Meaning = (error: string, description: string) => ProviderFailure | null

/** Null: the visitor declined. */
export const tokensFrom = async (
  settings: OAuthSettings,
  secrets: SignInSecrets,
  { cameBackTo, now }: { cameBackTo: URL; now: Date },
  meaning: Meaning = () => null,
): Promise<Tokens | null> => {
  const { authorizationCodeGrant, AuthorizationResponseError } = await library()
  const configuration = await configurationOf(settings)
  try {
    const answer = await authorizationCodeGrant(configuration, cameBackTo, {
      expectedState: secrets.state,
      pkceCodeVerifier: secrets.verifier,
    })
    return tokensOf(answer, now)
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const known = meaning(error.error, error.error_description ?? '')
      if (known !== null) throw new ProviderProblem(known, { cause: error })
      if (error.error === 'access_denied') return null
    }
    throw await problemOf(error, meaning)
  }
}

export const renewed = async (
  settings: OAuthSettings,
  refreshToken: string,
  now: Date,
  meaning: Meaning = () => null,
): Promise<Tokens> => {
  const { refreshTokenGrant } = await library()
  try {
    return tokensOf(await refreshTokenGrant(await configurationOf(settings), refreshToken), now)
  } catch (error) {
    throw await problemOf(error, meaning)
  }
}

type Answer = {
  access_token: string
  refresh_token?: string
  scope?: string
  expiresIn(): number | undefined
}

const tokensOf = (answer: Answer, now: Date): Tokens => ({
  accessToken: answer.access_token,
  accessEndsAt: new Date(now.getTime() + (answer.expiresIn() ?? hourMs / 1000) * 1000),
  refreshToken: answer.refresh_token ?? null,
  scopes: answer.scope?.split(' ') ?? null,
})

export const problemOf = async (error: unknown, meaning: Meaning = () => null): Promise<Error> => {
  const { ResponseBodyError } = await library()
  if (error instanceof ResponseBodyError) {
    const known = meaning(error.error, error.error_description ?? '')
    if (known !== null) return new ProviderProblem(known, { cause: error })
    if (error.error === 'invalid_grant') return new ProviderProblem('revoked', { cause: error })
    if (error.status === 429) return new ProviderProblem('limited', { cause: error })
    if (error.status < 500) return new ProviderProblem('refused', { cause: error })
  }
  return new ProviderProblem('unreachable', { cause: error })
}
