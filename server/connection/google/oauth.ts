/** Consent to one's Google calendars: PKCE, offline access, renewed and revoked. Apart from signing in (account/). */
import type { GoogleSettings } from '#server/connection/google/settings.ts'
import {
  configurationOf,
  consentAddress,
  library,
  newSecrets,
  problemOf,
  renewed,
  tokensFrom,
} from '#server/connection/provider/oauth.ts'
import type { CalendarProvider, Reach } from '#server/connection/provider/provider.ts'

const base = 'https://www.googleapis.com/auth/calendar'
const scopes = {
  list: `${base}.calendarlist.readonly`,
  read: `${base}.events.readonly`,
  writeOwn: `${base}.app.created`,
  writeTheirs: `${base}.events`,
} as const

/** The least that does it: who lets Kalli write into a calendar of its own alone gives no right to change any of theirs. */
const scopesFor = (reach: Reach) =>
  [
    scopes.list,
    ...(reach === 'read' ? [] : [scopes.writeOwn]),
    reach === 'theirs' ? scopes.writeTheirs : scopes.read,
  ].join(' ')

type OAuth = Pick<
  CalendarProvider,
  'newSecrets' | 'consentAddress' | 'tokensFrom' | 'renew' | 'revoke' | 'may'
>

export const googleOAuth = (settings: GoogleSettings): OAuth => ({
  newSecrets,
  consentAddress: (secrets, { returnTo, reach, hint }) =>
    consentAddress(settings, secrets, {
      redirect_uri: returnTo,
      scope: scopesFor(reach),
      access_type: 'offline',
      include_granted_scopes: 'true',
      // Without it Google sends a refresh token only the first time that an account consents.
      prompt: 'consent',
      ...(hint === null ? {} : { login_hint: hint }),
    }),
  tokensFrom: (secrets, cameBackTo, now) => tokensFrom(settings, secrets, { cameBackTo, now }),
  renew: (refreshToken, now) => renewed(settings, refreshToken, now),
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
