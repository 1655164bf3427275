/** Consent to a person's Outlook calendars by the v2.0 endpoints of the Microsoft identity platform. Separate from sign-in (account/). */
import type { MicrosoftSettings } from '#server/connection/microsoft/settings.ts'
import { consentAddress, newSecrets, renewed, tokensFrom } from '#server/connection/provider/oauth.ts'
import type { CalendarProvider, ProviderFailure, Reach } from '#server/connection/provider/provider.ts'

/** Microsoft has no scope for calendars created by an application: writing requires the right to all of the owner's. */
const scopes = { read: 'Calendars.Read', write: 'Calendars.ReadWrite' } as const

const scopesFor = (reach: Reach) => `offline_access ${reach === 'read' ? scopes.read : scopes.write}`

type OAuth = Pick<
  CalendarProvider,
  'newSecrets' | 'consentAddress' | 'tokensFrom' | 'renew' | 'revoke' | 'may'
>

export const microsoftOAuth = (settings: MicrosoftSettings): OAuth => ({
  newSecrets,
  consentAddress: (secrets, { returnTo, reach, hint }) =>
    consentAddress(settings, secrets, {
      redirect_uri: returnTo,
      scope: scopesFor(reach),
      // Otherwise a browser that is signed in to one account can connect no other.
      ...(hint === null ? { prompt: 'select_account' } : { login_hint: hint }),
    }),
  tokensFrom: (secrets, cameBackTo, now) => tokensFrom(settings, secrets, { cameBackTo, now }, meaningOf),
  renew: (refreshToken, now) => renewed(settings, refreshToken, now, renewalMeaning),
  // Microsoft has no endpoint for it: the owner finds the consent in their account. Our token is deleted with the row.
  revoke: () => Promise.resolve(),
  may(granted) {
    // As names or as addresses ("https://graph.microsoft.com/Calendars.Read"), in any case.
    const names = granted.map((scope) => scope.slice(scope.lastIndexOf('/') + 1).toLowerCase())
    const writes = names.includes(scopes.write.toLowerCase())
    return {
      read: writes || names.includes(scopes.read.toLowerCase()),
      writeOwn: writes,
      writeTheirs: writes,
    }
  },
})

/** The organisation requires its administrator to approve an application first. */
const approvals = /AADSTS(90094|90095|90093|65001|900941)\b/

const meaningOf = (error: string, description: string): ProviderFailure | null =>
  error === 'consent_required' || approvals.test(description) ? 'approval' : null

/** Only the owner can resolve it: by signing in again, with a second factor, or with a new consent. */
const owners: ReadonlySet<string> = new Set(['interaction_required', 'consent_required', 'login_required'])

const renewalMeaning = (error: string): ProviderFailure | null => (owners.has(error) ? 'revoked' : null)
