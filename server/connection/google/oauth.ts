/** Consent to one's Google calendars, by openid-client: PKCE, offline access, renewed and revoked. Apart from signing in (account/). */
import { hourMs } from '#contract/platform/duration.ts'
import type { Configuration } from 'openid-client'
import type { GoogleSettings } from '#server/connection/google/settings.ts'
import {
  type CalendarProvider,
  ProviderProblem,
  type Reach,
  type Tokens,
} from '#server/connection/provider/provider.ts'

/** Loaded when the first calendar is connected. */
const library = () => import('openid-client')

const base = 'https://www.googleapis.com/auth/calendar'
const scopes = {
  list: `${base}.calendarlist.readonly`,
  read: `${base}.events.readonly`,
  writeOwn: `${base}.app.created`,
  writeTheirs: `${base}.events`,
} as const

/** The least that does it: who lets Kalli write into a calendar of its own alone gives no right to change any of theirs. */
const scopesFor = (reach: Reach) =>
  [scopes.list, scopes.writeOwn, reach === 'own' ? scopes.read : scopes.writeTheirs].join(' ')

const secondsToAnswer = 8

const configurationOf = async (settings: GoogleSettings): Promise<Configuration> => {
  const { allowInsecureRequests, Configuration } = await library()
  const configuration = new Configuration(
    {
      issuer: settings.issuer,
      authorization_endpoint: settings.authorizationUrl,
      token_endpoint: settings.tokenUrl,
      revocation_endpoint: settings.revocationUrl,
    },
    settings.clientId,
    settings.clientSecret,
  )
  configuration.timeout = secondsToAnswer
  // The stand-in of this process, which production does not have.
  if (settings.issuer.startsWith('http://')) allowInsecureRequests(configuration)
  return configuration
}

type OAuth = Pick<
  CalendarProvider,
  'newSecrets' | 'consentAddress' | 'tokensFrom' | 'renew' | 'revoke' | 'may'
>

export const googleOAuth = (settings: GoogleSettings): OAuth => ({
  async newSecrets() {
    const { randomPKCECodeVerifier, randomState } = await library()
    return { state: randomState(), verifier: randomPKCECodeVerifier() }
  },
  async consentAddress(secrets, { returnTo, reach, hint }) {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library()
    return buildAuthorizationUrl(await configurationOf(settings), {
      redirect_uri: returnTo,
      scope: scopesFor(reach),
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      state: secrets.state,
      access_type: 'offline',
      include_granted_scopes: 'true',
      // Without it Google sends a refresh token only the first time that an account consents.
      prompt: 'consent',
      ...(hint === null ? {} : { login_hint: hint }),
    })
  },
  async tokensFrom(secrets, cameBackTo, now) {
    const { authorizationCodeGrant, AuthorizationResponseError } = await library()
    const configuration = await configurationOf(settings)
    try {
      const answer = await authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: secrets.state,
        pkceCodeVerifier: secrets.verifier,
      })
      return tokensOf(answer, now)
    } catch (error) {
      if (error instanceof AuthorizationResponseError && error.error === 'access_denied') return null
      throw await problemOf(error)
    }
  },
  async renew(refreshToken, now) {
    const { refreshTokenGrant } = await library()
    try {
      return tokensOf(await refreshTokenGrant(await configurationOf(settings), refreshToken), now)
    } catch (error) {
      throw await problemOf(error)
    }
  },
  async revoke(refreshToken) {
    const { ResponseBodyError, tokenRevocation } = await library()
    try {
      await tokenRevocation(await configurationOf(settings), refreshToken)
    } catch (error) {
      // Google answers 400 for a token that is none any more: then it is done.
      if (error instanceof ResponseBodyError && error.error === 'invalid_token') return
      throw await problemOf(error)
    }
  },
  may(granted) {
    const has = (scope: string) => granted.includes(scope)
    return {
      read: has(scopes.list) && (has(scopes.read) || has(scopes.writeTheirs)),
      writeOwn: has(scopes.writeOwn),
      writeTheirs: has(scopes.writeTheirs),
    }
  },
})

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

const problemOf = async (error: unknown): Promise<Error> => {
  const { ResponseBodyError } = await library()
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_grant') return new ProviderProblem('revoked', { cause: error })
    if (error.status === 429) return new ProviderProblem('limited', { cause: error })
    if (error.status < 500) return new ProviderProblem('refused', { cause: error })
  }
  return new ProviderProblem('unreachable', { cause: error })
}
