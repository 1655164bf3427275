import type { FastifyInstance } from 'fastify'
import { mountMcp } from '#server/assistant/assistant.ts'
import { jobs as assistantJobs, routes as assistantRoutes } from '#server/assistant/routes.ts'
import { jobs as accountJobs } from '#server/account/jobs.ts'
import { mountSignIn, routes as accountRoutes } from '#server/account/routes.ts'
import { jobs as availabilityJobs } from '#server/availability/jobs.ts'
import { routes as availabilityRoutes } from '#server/availability/routes.ts'
import { jobs as bookingJobs } from '#server/booking/jobs.ts'
import { mountDepositPhotos } from '#server/booking/settlement/deposit-photo.ts'
import { mountWorkPhotos } from '#server/booking/client/work-photo.ts'
import { mountDisputePhotos } from '#server/booking/settlement/dispute-photo.ts'
import { mountGiftLinks } from '#server/booking/contact/gift-card-row.ts'
import { mountOwnCalendars } from '#server/booking/agenda/own-calendar.ts'
import { mountVisitCalendars } from '#server/booking/summary/visit-calendar.ts'
import { mountUnitCalendars } from '#server/booking/agenda/unit-calendar.ts'
import { routes as bookingRoutes } from '#server/booking/routes.ts'
import { jobs as developerJobs } from '#server/developer/jobs.ts'
import { mountOauth } from '#server/developer/oauth.ts'
import { routes as developerRoutes } from '#server/developer/routes.ts'
import { jobs as hiringJobs } from '#server/hiring/jobs.ts'
import { mountHiringFiles, routes as hiringRoutes } from '#server/hiring/routes.ts'
import { jobs as paymentJobs } from '#server/payment/jobs.ts'
import { plugin as mountPayment, routes as paymentRoutes } from '#server/payment/routes.ts'
import { jobs as messagingJobs } from '#server/messaging/jobs.ts'
import { plugin as mountMessaging, routes as messagingRoutes } from '#server/messaging/routes.ts'
import { jobs as notificationJobs } from '#server/notification/jobs.ts'
import { routes as notificationRoutes } from '#server/notification/routes.ts'
import { mountUnsubscribe } from '#server/notification/unsubscribe.ts'
import { mountPictures } from '#server/pictures/routes.ts'
import { mountDevMail } from '#server/platform/dev-mail.ts'
import { jobs as favouriteJobs } from '#server/favourite/jobs.ts'
import { routes as favouriteRoutes } from '#server/favourite/routes.ts'
import { mountStatements } from '#server/figures/statement-files.ts'
import { mountTables } from '#server/figures/export.ts'
import { routes as figureRoutes } from '#server/figures/routes.ts'
import { jobs as chargebackJobs } from '#server/chargeback/jobs.ts'
import { routes as chargebackRoutes } from '#server/chargeback/routes.ts'
import { jobs as chatJobs } from '#server/chat/jobs.ts'
import { jobs as connectionJobs } from '#server/connection/jobs.ts'
import { plugin as mountConnections, routes as connectionRoutes } from '#server/connection/routes.ts'
import { jobs as contactJobs } from '#server/contact/jobs.ts'
import { routes as contactRoutes } from '#server/contact/routes.ts'
import { jobs as conversationJobs } from '#server/conversation/jobs.ts'
import { mountConversations, routes as conversationRoutes } from '#server/conversation/routes.ts'
import { jobs as passJobs } from '#server/pass/jobs.ts'
import { plugin as mountPasses, routes as passRoutes } from '#server/pass/routes.ts'
import { routes as placeRoutes } from '#server/places/routes.ts'
import type { Route } from '#server/platform/http/http.ts'
import type { Job } from '#server/platform/jobs.ts'
import { jobs as cleanup } from '#server/platform/http/cleanup.ts'
import { jobs as privacyJobs } from '#server/privacy/jobs.ts'
import { mountDownload, routes as privacyRoutes } from '#server/privacy/routes.ts'
import { routes as pricingRoutes } from '#server/pricing/routes.ts'
import { jobs as professionalJobs } from '#server/professional/jobs.ts'
import { pictures } from '#server/professional/portfolio.ts'
import { routes as professionalRoutes } from '#server/professional/routes.ts'
import { jobs as reviewJobs } from '#server/review/jobs.ts'
import { routes as reviewRoutes } from '#server/review/routes.ts'
import { jobs as searchJobs } from '#server/search/jobs.ts'
import { countAtTheEnd, routes as searchRoutes } from '#server/search/routes.ts'
import { routes as insteadRoutes } from '#server/search/instead/routes.ts'
import { routes as suggestionRoutes } from '#server/search/suggestions/routes.ts'
import { routes as understoodRoutes } from '#server/search/understood/routes.ts'
import { routes as serviceRoutes } from '#server/service/routes.ts'
import { jobs as spaceJobs } from '#server/space/jobs.ts'
import { mountFiles, routes as spaceRoutes } from '#server/space/routes.ts'
import { jobs as storefrontJobs } from '#server/storefront/jobs.ts'
import { mountStreet, routes as storefrontRoutes } from '#server/storefront/routes.ts'
import { jobs as suspensionJobs } from '#server/suspension/jobs.ts'
import { routes as suspensionRoutes } from '#server/suspension/routes.ts'
import type { AppContext } from '#server/platform/work.ts'
import { jobs as teamJobs } from '#server/team/jobs.ts'
import { mountMembershipDocument } from '#server/team/print.ts'
import { routes as teamRoutes } from '#server/team/routes.ts'
import { mountReceiver } from '#server/webhook/dev-receiver.ts'
import { jobs as webhookJobs } from '#server/webhook/jobs.ts'
import { routes as webhookRoutes } from '#server/webhook/routes.ts'
import { routes as workdayRoutes } from '#server/workday/routes.ts'
import { jobs as verificationJobs } from '#server/verification/jobs.ts'
import { plugin as mountVerification, routes as verificationRoutes } from '#server/verification/routes.ts'

/** What a module contributes to the app: its endpoints, its jobs, and anything that is not an endpoint. */
export type Module = {
  name: string
  routes?: readonly Route[]
  jobs?: readonly Job[]
  plugin?(app: FastifyInstance, context: AppContext): void | Promise<void>
}

/** The only list of all modules, from the lowest layer to the highest. */
export const modules: readonly Module[] = [
  { name: 'platform', jobs: cleanup, plugin: mountDevMail },
  { name: 'pictures', plugin: mountPictures },
  { name: 'account', routes: accountRoutes, jobs: accountJobs, plugin: mountSignIn },
  { name: 'places', routes: placeRoutes },
  { name: 'messaging', routes: messagingRoutes, jobs: messagingJobs, plugin: mountMessaging },
  { name: 'webhook', routes: webhookRoutes, jobs: webhookJobs, plugin: mountReceiver },
  {
    name: 'developer',
    routes: developerRoutes,
    jobs: developerJobs,
    plugin: async (app, context) => void (await mountOauth(app, context)),
  },
  { name: 'verification', routes: verificationRoutes, jobs: verificationJobs, plugin: mountVerification },
  { name: 'payment', routes: paymentRoutes, jobs: paymentJobs, plugin: mountPayment },
  {
    name: 'professional',
    routes: professionalRoutes,
    jobs: professionalJobs,
    plugin: (app, context) => pictures.mount(app, context),
  },
  { name: 'space', routes: spaceRoutes, jobs: spaceJobs, plugin: mountFiles },
  { name: 'pricing', routes: pricingRoutes },
  { name: 'service', routes: serviceRoutes },
  { name: 'availability', routes: availabilityRoutes, jobs: availabilityJobs },
  { name: 'hiring', routes: hiringRoutes, jobs: hiringJobs, plugin: mountHiringFiles },
  {
    name: 'booking',
    routes: bookingRoutes,
    jobs: bookingJobs,
    plugin: (app, context) => {
      mountDepositPhotos(app, context)
      mountDisputePhotos(app, context)
      mountWorkPhotos(app, context)
      mountOwnCalendars(app, context)
      mountUnitCalendars(app, context)
      mountVisitCalendars(app, context)
      mountGiftLinks(app)
    },
  },
  { name: 'team', routes: teamRoutes, jobs: teamJobs, plugin: mountMembershipDocument },
  { name: 'pass', routes: passRoutes, jobs: passJobs, plugin: mountPasses },
  { name: 'connection', routes: connectionRoutes, jobs: connectionJobs, plugin: mountConnections },
  {
    name: 'conversation',
    routes: conversationRoutes,
    jobs: conversationJobs,
    plugin: mountConversations,
  },
  { name: 'review', routes: reviewRoutes, jobs: reviewJobs },
  {
    name: 'search',
    routes: [...searchRoutes, ...insteadRoutes, ...suggestionRoutes, ...understoodRoutes],
    jobs: searchJobs,
    plugin: countAtTheEnd,
  },
  {
    name: 'notification',
    routes: notificationRoutes,
    jobs: notificationJobs,
    plugin: async (app, context) => {
      await mountUnsubscribe(app, context)
    },
  },
  { name: 'chat', jobs: chatJobs },
  { name: 'chargeback', routes: chargebackRoutes, jobs: chargebackJobs },
  { name: 'contact', routes: contactRoutes, jobs: contactJobs },
  { name: 'storefront', routes: storefrontRoutes, jobs: storefrontJobs, plugin: mountStreet },
  { name: 'favourite', routes: favouriteRoutes, jobs: favouriteJobs },
  { name: 'assistant', routes: assistantRoutes, jobs: assistantJobs, plugin: mountMcp },
  {
    name: 'figures',
    routes: figureRoutes,
    plugin: (app, context) => {
      mountTables(app, context)
      mountStatements(app, context)
    },
  },
  { name: 'workday', routes: workdayRoutes },
  { name: 'privacy', routes: privacyRoutes, jobs: privacyJobs, plugin: mountDownload },
  { name: 'suspension', routes: suspensionRoutes, jobs: suspensionJobs },
]
