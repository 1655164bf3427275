/** Consent to a person's Google calendars: PKCE, offline access, renewed and revoked. Separate from sign-in (account/). */
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

/** The minimal scopes: writing only into a calendar of Kalli's own needs no right to change any of the owner's. */
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
      // Otherwise Google sends a refresh token only at an account's first consent.
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
      // Google returns 400 for an invalid token: then it is already revoked.
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
