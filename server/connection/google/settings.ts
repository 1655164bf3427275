/** The address of Google: the real one with the operator's client, or, outside production, the stand-in of this process. */
import type { Config } from '#server/platform/config.ts'

export type GoogleSettings = {
  clientId: string
  clientSecret: string
  issuer: string
  authorizationUrl: string
  tokenUrl: string
  revocationUrl: string
  /** With the version, without a slash at the end. */
  apiUrl: string
  /** Google calls only public addresses, by https. */
  canPush: boolean
}

export const standinClient = { clientId: 'kalli.standin.test', clientSecret: 'only-for-the-standin' }
export const standinPath = '/dev/google'

/** Null: Google calendars cannot be connected here. */
export const googleSettingsOf = (config: Config): GoogleSettings | null => {
  if (config.googleCalendar !== null)
    return {
      ...config.googleCalendar,
      issuer: 'https://accounts.google.com',
      authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      revocationUrl: 'https://oauth2.googleapis.com/revoke',
      apiUrl: 'https://www.googleapis.com/calendar/v3',
      canPush: config.publicUrl.startsWith('https://'),
    }
  if (!isStandin(config)) return null
  const base = `${config.publicUrl}${standinPath}`
  return {
    ...standinClient,
    issuer: base,
    authorizationUrl: `${base}/auth`,
    tokenUrl: `${base}/token`,
    revocationUrl: `${base}/revoke`,
    apiUrl: `${base}/calendar/v3`,
    canPush: true,
  }
}

export const isStandin = (config: Config) => config.googleCalendar === null && !config.production
