/** The address of Microsoft: the real one with the operator's client, or, outside production, the stand-in of this process. */
import type { OAuthSettings } from '#server/connection/provider/oauth.ts'
import type { Config } from '#server/platform/config.ts'

/** Replaces the network in tests. */
export type Send = (request: Request) => Promise<Response>

export type GraphSettings = {
  /** With the version, without a slash at the end. */
  apiUrl: string
  send?: Send
}

export type MicrosoftSettings = OAuthSettings &
  GraphSettings & {
    /** Graph calls only public addresses, by https. */
    canPush: boolean
  }

export const standinClient = {
  clientId: '00000000-0000-4000-8000-000000000000',
  clientSecret: 'only-for-the-standin',
}
export const standinPath = '/dev/microsoft'

/** `common`: accounts of organisations and personal ones alike. Null: Outlook cannot be connected here. */
export const microsoftSettingsOf = (config: Config): MicrosoftSettings | null => {
  if (config.microsoftCalendar !== null) {
    const base = 'https://login.microsoftonline.com/common'
    return {
      ...config.microsoftCalendar,
      issuer: `${base}/v2.0`,
      authorizationUrl: `${base}/oauth2/v2.0/authorize`,
      tokenUrl: `${base}/oauth2/v2.0/token`,
      apiUrl: 'https://graph.microsoft.com/v1.0',
      canPush: config.publicUrl.startsWith('https://'),
    }
  }
  if (!isStandin(config)) return null
  const base = `${config.publicUrl}${standinPath}`
  return {
    ...standinClient,
    issuer: base,
    authorizationUrl: `${base}/oauth2/v2.0/authorize`,
    tokenUrl: `${base}/oauth2/v2.0/token`,
    apiUrl: `${base}/v1.0`,
    canPush: true,
  }
}

export const isStandin = (config: Config) => config.microsoftCalendar === null && !config.production
