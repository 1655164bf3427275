import type { QueryClient } from '@tanstack/react-query'
import type { SessionUser } from '#contract/account/account.ts'
import { apiKeys } from '#contract/developer/api-key.ts'
import { mandates } from '#contract/assistant/mandate.ts'
import { allowedApps, ownApps } from '#contract/developer/app.ts'
import { ownOutsideCalendars } from '#contract/availability/outside-calendar.ts'
import { ownCalendar } from '#contract/booking/agenda/own-calendar.ts'
import { connections } from '#contract/connection/connection.ts'
import { unitConnections } from '#contract/connection/unit-connection.ts'
import { savedCompanions } from '#contract/account/companion.ts'
import { businesses } from '#contract/space/business.ts'
import { formReadings } from '#contract/booking/client/intake.ts'
import { ownInstallments } from '#contract/payment/installments.ts'
import { ownMessageConsents } from '#contract/booking/client/message-consent.ts'
import { sharedPhotos } from '#contract/booking/client/work-photo.ts'
import { sharedNotes } from '#contract/booking/client/work-note.ts'
import { savedCards } from '#contract/payment/saved-card.ts'
import { dataCopies, deletion } from '#contract/privacy/privacy.ts'
import { profile } from '#contract/professional/professional.ts'
import { payoutAccount } from '#contract/payment/payout-account.ts'
import { webhooks } from '#contract/webhook/webhook.ts'
import { accountProfile, security, sessions } from '#contract/account/settings.ts'
import { reading } from '#web/api.ts'
import type { Section } from '#web/parts/settings/sections.ts'

/**
 * Prefetches the data of a section, so that the page renders complete. Where that fails the section requests it again and shows the error.
 */
export const prefetchSection = async (
  queryClient: QueryClient,
  section: Section | undefined,
  user: SessionUser,
) => {
  if (section === 'security') {
    const first = queryClient.prefetchQuery(reading(security))
    await (user.mustSetSecondFactor
      ? first
      : Promise.all([first, queryClient.prefetchQuery(reading(sessions))]))
  } else if (section === 'payouts') {
    await Promise.all([
      queryClient.prefetchQuery(reading(savedCards)),
      user.activeRole === 'professional' || user.activeRole === 'host'
        ? queryClient.prefetchQuery(reading(payoutAccount, { params: { party: user.activeRole } }))
        : undefined,
      user.activeRole === 'professional' ? queryClient.prefetchQuery(reading(ownInstallments)) : undefined,
    ])
  } else if (section === 'connections' && user.activeRole === 'host')
    await queryClient.prefetchQuery(reading(unitConnections, { query: {} }))
  else if (section === 'connections' && user.activeRole === 'professional')
    await Promise.all([
      queryClient.prefetchQuery(reading(connections)),
      queryClient.prefetchQuery(reading(ownOutsideCalendars)),
      queryClient.prefetchQuery(reading(ownCalendar)),
    ])
  else if (section === 'privacy')
    await Promise.all([
      queryClient.prefetchQuery(reading(deletion)),
      queryClient.prefetchQuery(reading(dataCopies)),
      queryClient.prefetchQuery(reading(formReadings)),
      queryClient.prefetchQuery(reading(sharedNotes)),
      queryClient.prefetchQuery(reading(sharedPhotos)),
    ])
  else if (section === 'notifications') await queryClient.prefetchQuery(reading(ownMessageConsents))
  else if (section === 'developers')
    await Promise.all([
      queryClient.prefetchQuery(reading(apiKeys)),
      queryClient.prefetchQuery(reading(allowedApps)),
      queryClient.prefetchQuery(reading(mandates)),
      queryClient.prefetchQuery(reading(ownApps)),
      queryClient.prefetchQuery(reading(webhooks)),
    ])
  else if (section === 'companions') await queryClient.prefetchQuery(reading(savedCompanions))
  else if (section === 'widget')
    await (user.activeRole === 'host'
      ? queryClient.prefetchQuery(reading(businesses))
      : queryClient.prefetchQuery(reading(profile)))
  else if (section === 'zone') await queryClient.prefetchQuery(reading(accountProfile))
  else if (section === 'profile' || section === undefined)
    await Promise.all([
      queryClient.prefetchQuery(reading(accountProfile)),
      user.activeRole === 'professional' ? queryClient.prefetchQuery(reading(profile)) : undefined,
      user.activeRole === 'host' ? queryClient.prefetchQuery(reading(businesses)) : undefined,
    ])
}
