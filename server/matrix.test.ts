/**
 * Every endpoint × every kind of person: who is allowed, who gets not found, who must sign in first. The list of endpoints is the app's
 * own: a new one without a row fails.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Access, Endpoint } from '#contract/platform/endpoint.ts'
import { modules } from '#server/modules.ts'
import { noDemandRules } from '#contract/pricing/demand.ts'
import { noRules } from '#contract/pricing/space-pricing.ts'
import { noSpaceRules } from '#contract/availability/space-rules.ts'
import { Permission } from '#contract/team/member.ts'
import { scopeOf, scopes } from '#contract/platform/scope.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { isDeep } from '#server/testing/crash/deep.ts'
import { exampleOf } from '#server/testing/hostile.ts'
import { keyOf } from '#server/testing/keys.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import {
  isMemberKind,
  type Kind,
  kinds,
  type MemberKind,
  memberKinds,
  type World,
  world,
} from '#server/testing/world.ts'
import { replayedMessageId, webhookMessageId } from '#server/testing/world/accounts.ts'
import { documentId } from '#server/testing/world/spaces.ts'
import { type Thing, things } from '#server/testing/world/things.ts'
import { formId, workNoteId } from '#server/testing/world/visits.ts'

/**
 * Who may call it. `everybody` and `own`: it names no other person's thing, so only the endpoint's access decides. With `of` it names a
 * thing: those in `to` are allowed, and for all others who may call at all it is not found.
 */
type Row = 'everybody' | 'own' | ThingRow | { business: BusinessRow }
type Id = string | number
type ThingRow = {
  of: Thing
  to: readonly Kind[]
  /** With this code every other signed-in user is refused, instead of not found. */
  wrong?: string
  /** Further values of the address, the query and the body; `id` is the thing's. */
  params?: Record<string, string>
  query?: (id: Id, who: Kind) => Record<string, Id>
  body?: (id: Id, who: Kind) => object
}
/**
 * In the name of a host: each team member calls by their own membership, all others by another person's. Members with any of the
 * permissions are allowed, other members are refused, for all others the host is not found.
 */
type BusinessRow = {
  inside: readonly Permission[]
  /** People allowed without being members. */
  to?: readonly Kind[]
  of?: Thing
  /** `null` as membership: callers in `to`. Without it the address's id is the membership. */
  params?: (thing: Id, membership: number) => Record<string, Id>
  query?: (thing: Id, membership: number | null) => Record<string, Id>
  body?: (thing: Id, membership: number | null) => object
}

const parties = ['owner client', 'owner professional', 'owner host'] as const
const partners = ['owner professional', 'owner host'] as const
const client = ['owner client'] as const
const professional = ['owner professional'] as const
const host = ['owner host'] as const

const partyOf = (who: Kind) =>
  who.endsWith('host') ? 'host' : who.endsWith('professional') ? 'professional' : 'client'

/** For a rent, which has no client. */
const partnerOf = (who: Kind) => (who.endsWith('host') ? 'host' : 'professional')

/** The parties who talk about a visit: its host is not one of them. */
const talkers = ['owner client', 'owner professional'] as const
const ofVisit = { of: 'booking', to: talkers, params: { kind: 'booking' } } as const

const professionals = ['professional', 'dual as professional', 'dual as host', 'owner professional'] as const

const hosts = ['host', 'dual as professional', 'dual as host', 'owner host'] as const

const inDecember = {
  unitIds: [],
  startsAt: '2026-12-07T15:00:00Z',
  endsAt: '2026-12-08T15:00:00Z',
}

const oneWeek = { from: '2026-11-16', to: '2026-11-22' }
const asMember = (_: Id, membership: number | null): Record<string, Id> =>
  membership === null ? {} : { membership }

const itself = (id: Id): Record<string, Id> => ({ id })
const inItsName = (_: Id, membership: number | null) => ({ membership })

const leaving = { startsAt: '2026-12-14T16:00:00Z', endsAt: '2026-12-14T18:00:00Z' }

const rows: Readonly<Record<string, Row>> = {
  'GET /api/auth/user': 'own',
  'POST /api/auth/login': 'everybody',
  'POST /api/auth/register': 'everybody',
  'POST /api/auth/forgot-password': 'everybody',
  'POST /api/auth/reset-password': 'everybody',
  'POST /api/auth/switch-role': 'own',
  'GET /api/logout': 'everybody',
  'GET /api/auth/ways': 'everybody',
  'POST /api/auth/second-step': 'everybody',
  'GET /api/account/profile': 'own',
  'PATCH /api/account/profile': 'own',
  'PUT /api/account/zone': 'own',
  'POST /api/places/address': 'own',
  'POST /api/account/photo': 'own',
  'DELETE /api/account/photo': 'own',
  'GET /api/account/security': 'own',
  'POST /api/account/password': 'own',
  'POST /api/account/confirm': 'own',
  'GET /api/account/sessions': 'own',
  'GET /api/account/companions': 'own',
  'POST /api/account/companions': 'own',
  'PATCH /api/account/companions/:id': {
    of: 'companion',
    to: client,
    body: () => ({ firstName: 'Leo', isMinor: true }),
  },
  'DELETE /api/account/companions/:id': { of: 'companion', to: client },
  'GET /api/account/cards': 'own',
  'DELETE /api/account/cards/:id': { of: 'savedCard', to: client },
  'GET /api/notifications/reach': 'own',
  'PUT /api/notifications/whatsapp': 'own',
  'POST /api/notifications/devices': 'own',
  'DELETE /api/notifications/devices/:id': { of: 'pushDevice', to: client },
  'GET /api/bookings/:id/whatsapp': { of: 'booking', to: client },
  'PUT /api/bookings/:id/whatsapp': { of: 'booking', to: client },
  'POST /api/messages/acknowledge': 'everybody',
  'GET /api/professional/visit-messages': 'own',
  'GET /api/admin/deliveries': 'own',
  'GET /api/admin/feeds': 'own',
  'GET /api/admin/waiting': 'own',
  'PUT /api/admin/feeds': 'own',
  'DELETE /api/account/sessions/:id': { of: 'session', to: client },
  'DELETE /api/account/sessions': 'own',
  'POST /api/account/second-factor': 'own',
  'POST /api/account/second-factor/prove': 'own',
  'POST /api/account/second-factor/recovery-codes': 'own',
  'DELETE /api/account/second-factor': 'own',
  'GET /api/account/deletion': 'own',
  'POST /api/account/deletion': 'own',
  'GET /api/account/data-copies': 'own',
  'POST /api/account/data-copies': 'own',
  'POST /api/account/data-copies/:id/open': { of: 'dataCopy', to: client },
  'GET /api/developer/keys': 'own',
  'POST /api/developer/keys': 'own',
  'POST /api/developer/keys/:id/renew': { of: 'renewedApiKey', to: client, body: () => ({ formerHours: 0 }) },
  'DELETE /api/developer/keys/:id': { of: 'apiKey', to: client },
  'GET /api/developer/caller': 'own',
  'GET /api/developer/apps': 'own',
  'POST /api/developer/apps': 'own',
  'PATCH /api/developer/apps/:id': 'own',
  // The person proves their identity before the app is looked up.
  'POST /api/developer/apps/:id/secret': 'own',
  'DELETE /api/developer/apps/:id': { of: 'oauthApp', to: client },
  'GET /api/developer/mandates': 'own',
  'POST /api/developer/mandates': 'own',
  'DELETE /api/developer/mandates/:id': { of: 'mandate', to: client },
  'POST /api/mandates/bookings': 'own',
  'POST /api/mandates/cancellations': 'own',
  'POST /api/mandates/changes': 'own',
  'GET /api/confirmations': 'own',
  'POST /api/confirmations': 'own',
  'GET /api/developer/allowed': 'own',
  'DELETE /api/developer/allowed/:id': { of: 'allowedApp', to: client },
  'GET /api/oauth/consent': 'own',
  'POST /api/oauth/consent': 'own',
  'GET /api/verification': 'own',
  'POST /api/verification/codes': 'own',
  'POST /api/verification/codes/enter': 'own',
  'POST /api/verification/checks': 'own',
  'POST /api/verification/checks/look': 'own',
  'GET /api/payments/:id': { of: 'payment', to: client },
  // Named by the side of the caller, and always the caller's own: no team membership opens it.
  'GET /api/payout-accounts/:party': { of: 'booking', to: hosts, params: { party: 'host' } },
  'POST /api/payout-accounts/:party/link': { of: 'booking', to: hosts, params: { party: 'host' } },
  'POST /api/payout-accounts/:party/look': { of: 'booking', to: hosts, params: { party: 'host' } },
  'GET /api/bank-deposits/:party': { of: 'booking', to: hosts, params: { party: 'host' } },
  'GET /api/statements/:party': { of: 'booking', to: hosts, params: { party: 'host' } },
  'GET /api/bank-deposits/:party/:id': { of: 'bankDeposit', to: host, params: { party: 'host' } },
  'POST /dev/banco/tokens': 'everybody',
  'GET /api/professional/portfolio': 'own',
  // The sender chooses the id, and it only names their own.
  'PUT /api/professional/portfolio/:id/:side': 'own',
  'PATCH /api/professional/portfolio/:id': { of: 'portfolioItem', to: professional },
  'PUT /api/professional/portfolio/order': 'own',
  'DELETE /api/professional/portfolio/:id': 'own',
  'DELETE /api/professional/portfolio/:id/before': 'own',
  'GET /api/host/professional-fit': {
    of: 'space',
    to: host,
    query: (space) => ({ space, professionals: 1 }),
  },
  'GET /api/invitations': 'own',
  'GET /api/invitations/:id': { of: 'invitation', to: professional, wrong: 'invitation_of_another' },
  'GET /api/invitations/:id/preview': { of: 'invitation', to: professional, wrong: 'invitation_of_another' },
  'GET /api/host/invitation-quota': 'own',
  'POST /api/invitations': 'own',
  'POST /api/invitations/:id/again': { of: 'invitation', to: host },
  'POST /api/invitations/:id/see': {
    of: 'invitation',
    to: professional,
    wrong: 'invitation_of_another',
    body: () => ({}),
  },
  'POST /api/invitations/:id/accept': {
    of: 'invitation',
    to: professional,
    wrong: 'invitation_of_another',
    body: () => ({ version: 1 }),
  },
  'POST /api/invitations/:id/decline': {
    of: 'invitation',
    to: professional,
    wrong: 'invitation_of_another',
    body: () => ({ version: 1 }),
  },
  'POST /api/invitations/:id/ask': {
    of: 'invitation',
    to: professional,
    wrong: 'invitation_of_another',
    body: () => ({ version: 1, question: '¿Hay estacionamiento?' }),
  },
  'POST /api/invitations/:id/answer': { of: 'invitation', to: host },
  'POST /api/invitations/:id/revoke': { of: 'invitation', to: host },
  'GET /api/professionals/:id/together': 'own',
  'GET /api/favourites': 'own',
  'GET /api/favourites/marks': 'own',
  'GET /api/saved-searches': 'own',
  'POST /api/saved-searches': 'own',
  'DELETE /api/saved-searches/:id': 'own',
  'PUT /api/favourites/:kind/:id': 'own',
  'DELETE /api/favourites/:kind/:id': 'own',
  'PUT /api/alerts/professionals/:id': 'own',
  'DELETE /api/alerts/professionals/:id': 'own',
  'GET /api/professional/profile': 'own',
  'GET /api/professional/space-rules': 'own',
  'PUT /api/professional/space-rules': 'own',
  'GET /api/professional/limits': 'own',
  'PUT /api/professional/limits': 'own',
  'GET /api/professional/travel': 'own',
  'PUT /api/professional/travel': 'own',
  'POST /api/professional/space-rules/simulate': {
    of: 'service',
    to: professional,
    body: (serviceId) => ({ serviceId, from: '2026-11-23', rules: noSpaceRules }),
  },
  'GET /api/professional/installments': 'own',
  'PUT /api/professional/installments': 'own',
  'GET /api/professional/coupons': 'own',
  'POST /api/professional/coupons': 'own',
  'PUT /api/professional/coupons/:id': {
    of: 'coupon',
    to: professional,
    body: () => ({
      code: 'VERANO',
      change: { kind: 'percent', bp: 1000 },
      serviceIds: [],
      validFrom: null,
      validTo: null,
      maxUses: null,
      onceEach: true,
      active: true,
      version: 1,
    }),
  },
  'GET /api/professional/demand-rules': 'own',
  'PUT /api/professional/demand-rules': 'own',
  'GET /api/professional/demand-rules/heatmap': 'own',
  'POST /api/professional/demand-rules/preview': {
    of: 'service',
    to: professional,
    body: (serviceId) => ({ serviceId, from: '2026-11-23', rules: noDemandRules }),
  },
  'GET /api/host/figures/income': 'own',
  'GET /api/host/figures/demand': 'own',
  'GET /api/host/tasks': 'own',
  'GET /api/host/disputes': 'own',
  'GET /api/host/disputes/waiting': 'own',
  'PUT /api/professional/profile': 'own',
  'GET /api/host/spaces': 'own',
  'POST /api/spaces': 'own',
  'GET /api/host/spaces/:id': { of: 'space', to: host },
  'PUT /api/spaces/:id/step/1': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/2': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/3': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/4': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/5': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/6': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/7': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/8': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'PUT /api/spaces/:id/step/9': {
    of: 'space',
    to: host,
    body: () => ({ version: 1, clabe: '012180015812345678', holder: 'Marta Salas' }),
  },
  'POST /api/spaces/:id/submit': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'POST /api/spaces/:id/withdraw': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'POST /api/spaces/:id/pause': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'POST /api/spaces/:id/resume': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'POST /api/spaces/:id/archive': { of: 'space', to: host, body: () => ({ version: 1 }) },
  'GET /api/spaces/:id/neighbour-prices': { of: 'space', to: host },
  // The file is read before the thing is looked up.
  'POST /api/spaces/:id/photos': 'own',
  'PUT /api/spaces/:id/photos': { of: 'space', to: host, body: () => ({ photos: [] }) },
  'POST /api/spaces/:id/equipment/:item/photo': 'own',
  'DELETE /api/spaces/:id/equipment/:item/photo': { of: 'space', to: host, params: { item: 'mirror' } },
  // The file is read before the thing is looked up.
  'POST /api/spaces/:id/documents': 'own',
  'DELETE /api/spaces/:id/documents/:document': {
    of: 'spaceWithPaper',
    to: host,
    params: { document: documentId },
  },
  'GET /api/admin/listings': 'own',
  'POST /api/admin/listings/:id/approve': {
    of: 'space',
    to: ['administrator'],
    body: () => ({ version: 1 }),
  },
  'POST /api/admin/listings/:id/reject': {
    of: 'space',
    to: ['administrator'],
    body: () => ({ version: 1, reason: 'Falta la entrada.' }),
  },
  'POST /api/admin/listings/:id/suspend': {
    of: 'space',
    to: ['administrator'],
    body: () => ({ version: 1, reason: 'Falta la entrada.' }),
  },
  'POST /api/admin/listings/:id/reinstate': {
    of: 'space',
    to: ['administrator'],
    body: () => ({ version: 1 }),
  },
  'POST /api/admin/listings/:id/clear': { of: 'space', to: ['administrator'], body: () => ({ version: 1 }) },
  'POST /api/admin/documents/:id/accept': { of: 'spacePaper', to: ['administrator'] },
  'POST /api/admin/documents/:id/reject': {
    of: 'spacePaper',
    to: ['administrator'],
    body: () => ({ reason: 'No se lee.' }),
  },
  'GET /api/host/businesses': 'own',
  'PATCH /api/host/businesses/:id': { of: 'business', to: host },
  'GET /api/spaces/:id/pricing': { of: 'space', to: host },
  'PUT /api/spaces/:id/pricing': {
    of: 'space',
    to: host,
    body: () => ({ baseCents: 20_000, rules: noRules, version: 99 }),
  },
  'POST /api/spaces/:id/pricing/evaluate': {
    of: 'space',
    to: host,
    body: () => ({ date: '2026-11-27', startMinute: 600, minutes: 60 }),
  },
  'GET /api/agreements': 'own',
  'POST /api/agreements/:id/pause': { of: 'agreement', to: partners },
  'POST /api/agreements/:id/resume': { of: 'agreement', to: partners },
  'POST /api/agreements/:id/renew': { of: 'agreement', to: partners },
  'POST /api/agreements/:id/terminate-quote': { of: 'agreement', to: partners },
  'POST /api/agreements/:id/terminate': { of: 'agreement', to: partners },
  'GET /api/applications': 'own',
  'GET /api/applications/:id': { of: 'application', to: partners },
  'POST /api/applications': 'own',
  'GET /api/applications/fit/:space': 'own',
  'POST /api/applications/:id/submit': { of: 'application', to: professional },
  'POST /api/applications/:id/withdraw': { of: 'application', to: professional },
  'POST /api/applications/:id/answer-info': { of: 'application', to: professional },
  'POST /api/applications/:id/accept': { of: 'application', to: professional },
  'POST /api/applications/:id/counter': { of: 'application', to: partners },
  'GET /api/host/applications': 'own',
  'POST /api/applications/:id/review': { of: 'application', to: host },
  'POST /api/applications/:id/request-info': { of: 'application', to: host },
  'POST /api/applications/:id/approve': { of: 'application', to: host },
  'POST /api/applications/:id/trial': { of: 'application', to: host },
  'POST /api/applications/:id/reject': { of: 'application', to: host },
  'POST /api/host/applications/reject': 'own',
  'GET /api/host/rent-collection': 'own',
  'PUT /api/host/rent-collection': 'own',
  'GET /api/host/auto-approve': 'own',
  'PUT /api/host/auto-approve': 'own',
  'GET /api/host/team': 'own',
  'POST /api/host/team': 'own',
  'POST /api/host/team/:id/again': { of: 'membership', to: host },
  'PUT /api/host/team/:id': {
    of: 'membership',
    to: host,
    body: () => ({ version: 99, permissions: [], unitId: null, shift: null }),
  },
  'POST /api/host/team/:id/revoke': { of: 'membership', to: host },
  'POST /api/host/team/:id/pause': { of: 'membership', to: host },
  'POST /api/host/team/:id/resume': { of: 'membership', to: host },
  'POST /api/host/team/:id/terminate': { of: 'membership', to: host },
  'GET /api/host/team/day': { of: 'space', to: host, query: (space) => ({ space, date: '2026-11-25' }) },
  'GET /api/team': 'own',
  'POST /api/team/:id/leave': { of: 'membership', to: client },
  'GET /api/team/:id/day': {
    business: { inside: ['see_own', 'see_all'], query: () => ({ date: '2026-11-25' }) },
  },
  'GET /api/team/:id/report': {
    business: {
      inside: ['reports'],
      query: () => ({ from: '2026-11-19', to: '2026-11-25' }),
    },
  },
  'POST /api/team/:id/bookings/:booking/cancel-quote': {
    business: {
      inside: ['cancel'],
      of: 'booking',
      params: (booking, id) => ({ id, booking }),
    },
  },
  'POST /api/team/:id/bookings/:booking/cancel': {
    business: {
      inside: ['cancel'],
      of: 'booking',
      params: (booking, id) => ({ id, booking }),
    },
  },
  'POST /api/host/rent-runs/preview': {
    business: {
      inside: ['charge'],
      to: host,
      body: (_, membership) => ({ ...oneWeek, membership }),
    },
  },
  'POST /api/host/rent-runs': {
    business: {
      inside: ['charge'],
      to: host,
      of: 'tenant',
      body: (tenant, membership) => ({ ...oneWeek, membership, memberIds: [tenant], totalCents: 1 }),
    },
  },
  'GET /api/host/rent-runs': { business: { inside: ['charge'], to: host, query: asMember } },
  'GET /api/rent-charges': 'own',
  'GET /api/rent-card': 'own',
  'DELETE /api/rent-card': 'own',
  'POST /api/rent-charges/:id/pay': {
    of: 'rentCharge',
    to: professional,
    body: () => ({ cardToken: 'tok_ok' }),
  },
  'POST /api/rent-charges/:id/direct-payments': {
    business: {
      inside: ['charge'],
      to: partners,
      of: 'rentCharge',
      params: (id) => ({ id }),
      body: (_, membership) => ({ amountCents: 100, method: 'cash', membership }),
    },
  },
  'POST /api/rent-charges/:id/direct-payments/:payment/undo': {
    business: {
      inside: ['charge'],
      to: host,
      of: 'directRent',
      params: (id) => {
        const [charge = '', payment = ''] = String(id).split('/')
        return { id: charge, payment }
      },
      body: (_, membership) => ({ membership }),
    },
  },
  'GET /api/rent-charges/:id/receipt': {
    business: {
      inside: ['charge'],
      to: partners,
      of: 'rentCharge',
      params: (id) => ({ id }),
      query: asMember,
    },
  },
  // The link grants access; its ownership is tested in server/team/team.test.ts.
  'GET /api/inhouse/:token': 'everybody',
  'POST /api/inhouse/:token/accept': 'own',
  'POST /api/inhouse/:token/decline': 'everybody',
  'POST /api/inhouse/:token/ask-again': 'everybody',
  'GET /api/vacancies': 'own',
  // An open vacancy is visible to all professionals.
  'GET /api/vacancies/:id': { of: 'vacancy', to: professionals },
  'GET /api/host/vacancies': 'own',
  'POST /api/vacancies': 'own',
  'PUT /api/vacancies/:id': {
    of: 'vacancy',
    to: host,
    body: () => ({
      spaceId: 1,
      title: 'Silla libre',
      category: 'hair',
      terms: { rent: { kind: 'per_hour', ratePerHourCents: 20_000 } },
      version: 99,
    }),
  },
  'POST /api/vacancies/:id/publish': { of: 'vacancy', to: host },
  'POST /api/vacancies/:id/pause': { of: 'vacancy', to: host },
  'POST /api/vacancies/:id/resume': { of: 'vacancy', to: host },
  'POST /api/vacancies/:id/renew': { of: 'vacancy', to: host },
  'POST /api/vacancies/:id/fill': { of: 'vacancy', to: host },
  'POST /api/vacancies/:id/close': { of: 'vacancy', to: host },
  'POST /api/vacancies/:id/apply': { of: 'vacancy', to: professionals },
  'POST /api/vacancies/:id/see': { of: 'vacancy', to: professionals },
  'PUT /api/vacancies/:id/save': { of: 'vacancy', to: professionals },
  'DELETE /api/vacancies/:id/save': { of: 'vacancy', to: professionals },
  'GET /api/professional/vacancy-alert': 'own',
  'PUT /api/professional/vacancy-alert': 'own',
  'GET /api/professional/documents': 'own',
  'POST /api/professional/documents': 'own',
  'DELETE /api/professional/documents/:id': { of: 'paper', to: professional },
  'GET /api/admin/documents': 'own',
  'POST /api/admin/documents/:id/review': { of: 'paper', to: ['administrator'] },
  'GET /api/webhooks': 'own',
  'POST /api/webhooks': 'own',
  'PATCH /api/webhooks/:id': { of: 'webhook', to: professional, body: () => ({ isOn: true }) },
  'POST /api/webhooks/:id/secret': { of: 'webhook', to: professional },
  'POST /api/webhooks/:id/test': { of: 'webhook', to: professional },
  'GET /api/webhooks/:id/deliveries': { of: 'webhook', to: professional },
  'GET /api/webhooks/:id/deliveries/:delivery': {
    of: 'webhookWithMessage',
    to: professional,
    params: { delivery: webhookMessageId },
  },
  'POST /api/webhooks/:id/deliveries/:delivery/replay': {
    of: 'webhookToReplay',
    to: professional,
    params: { delivery: replayedMessageId },
  },
  'POST /api/webhooks/:id/deliveries/replay': {
    of: 'webhook',
    to: professional,
    body: () => ({ since: '2026-11-20T00:00:00.000Z' }),
  },
  'DELETE /api/webhooks/:id': { of: 'webhook', to: professional },
  'GET /api/professional/figures': 'own',
  'GET /api/professional/tasks': 'own',
  'GET /api/workday/found': 'own',
  'GET /api/workday/waiting': 'own',
  'GET /api/calendar': 'own',
  'GET /api/calendar/look/:side': { of: 'booking', to: hosts, params: { side: 'host' } },
  'PUT /api/calendar/look/:side': {
    of: 'booking',
    to: hosts,
    params: { side: 'host' },
    body: () => ({ by: 'kind', colours: [] }),
  },
  'GET /api/calendar/gaps': 'own',
  'POST /api/calendar/blocks': 'own',
  'PATCH /api/calendar/blocks/:id': {
    of: 'ownBlock',
    to: professional,
    body: () => ({ reason: 'Otra', version: 1 }),
  },
  'DELETE /api/calendar/blocks/:id': {
    of: 'ownBlock',
    to: professional,
    query: () => ({ version: 1 }),
  },
  'GET /api/connections': 'own',
  'POST /api/connections': 'own',
  'POST /api/connections/caldav': 'own',
  'POST /api/connections/:id/try': { of: 'calendarAccount', to: professional },
  'PUT /api/connected-calendars/:id': {
    of: 'connectedCalendar',
    to: professional,
    body: () => ({ busy: false }),
  },
  'PUT /api/connections/:id/target': {
    of: 'calendarAccount',
    to: professional,
    body: () => ({ into: 'none' }),
  },
  'DELETE /api/connections/:id': { of: 'calendarAccount', to: professional },
  'POST /api/calendar-differences/:id/adopt': { of: 'calendarDifference', to: professional },
  'POST /api/calendar-differences/:id/reject': { of: 'calendarDifference', to: professional },
  'GET /api/host/connections': { business: { inside: ['calendars'], to: host, query: asMember } },
  'POST /api/host/connections': 'own',
  'POST /api/host/connections/caldav': 'own',
  'POST /api/host/connections/:id/try': {
    business: { inside: ['calendars'], to: host, of: 'unitAccount', params: itself, body: inItsName },
  },
  'DELETE /api/host/connections/:id': { of: 'unitAccount', to: host },
  'PUT /api/units/:id/connection': {
    business: {
      inside: ['calendars'],
      to: host,
      of: 'unit',
      params: itself,
      body: (_, membership) => ({ calendarId: null, membership }),
    },
  },
  'POST /api/unit-calendar-differences/:id/adopt': {
    business: {
      inside: ['calendars'],
      to: host,
      of: 'unitCalendarDifference',
      params: itself,
      body: inItsName,
    },
  },
  'POST /api/unit-calendar-differences/:id/reject': {
    business: {
      inside: ['calendars'],
      to: host,
      of: 'unitCalendarDifference',
      params: itself,
      body: inItsName,
    },
  },
  'POST /api/calendar/away/preview': 'own',
  'POST /api/calendar/away': 'own',
  'POST /api/calendar/back': 'own',
  'POST /api/calendar/copy-week': 'own',
  'GET /api/professional/services': 'own',
  'POST /api/professional/services': 'own',
  'PATCH /api/professional/services/:id': { of: 'service', to: professional },
  'DELETE /api/professional/services/:id': { of: 'service', to: professional },
  'POST /api/professional/services/:id/duplicate': { of: 'service', to: professional },
  'GET /api/professional/services/:id/impact': { of: 'service', to: professional },
  'POST /api/professional/services/:id/preview-slots': {
    of: 'service',
    to: professional,
    query: () => ({ date: '2026-11-25' }),
    body: () => ({ durationMinutes: 60, priceCents: 50_000 }),
  },
  'GET /api/professional/services/margins': 'own',
  'GET /api/professional/services/usual-prices': 'own',
  'PUT /api/professional/services/order': 'own',
  'PUT /api/professional/services/:id/forms': {
    of: 'service',
    to: professional,
    body: () => ({ formIds: [] }),
  },
  'GET /api/professional/forms': 'own',
  'POST /api/professional/forms': 'own',
  'PATCH /api/professional/forms/:id': {
    of: 'form',
    to: professional,
    body: () => ({
      title: 'Tu cita',
      intro: '',
      sensitive: false,
      timing: 'visit',
      questions: [{ id: 'q1', kind: 'short', label: '¿Cómo lo quieres?', required: false, options: [] }],
      version: 1,
    }),
  },
  'DELETE /api/professional/forms/:id': { of: 'form', to: professional },
  'GET /api/account/form-readings': 'own',
  'GET /api/account/work-notes': 'own',
  'GET /api/professional/clients/:id/photos': { of: 'ownClient', to: professional },
  'POST /api/professional/clients/:id/photo-consent': {
    of: 'ownClient',
    to: professional,
    body: () => ({ agreed: true }),
  },
  'DELETE /api/professional/clients/:id/photo-consent': { of: 'ownClient', to: professional },
  'PUT /api/professional/clients/:id/photos/:photo': 'own',
  'DELETE /api/professional/clients/:id/photos/:photo': {
    of: 'workPhoto',
    to: professional,
    params: { photo: workNoteId },
  },
  'GET /api/account/photo-consents': 'own',
  'GET /api/professional/clients/:id/message-consent': { of: 'ownClient', to: professional },
  'POST /api/professional/clients/:id/message-consent': {
    of: 'ownClient',
    to: professional,
    body: () => ({ agreed: true }),
  },
  'DELETE /api/professional/clients/:id/message-consent': { of: 'ownClient', to: professional },
  'GET /api/account/message-consents': 'own',
  'PUT /api/account/message-consents/:professional': 'own',
  'DELETE /api/account/message-consents/:professional': 'own',
  'DELETE /api/account/photo-consents/:id': { of: 'photoConsent', to: client },
  'GET /api/professional/clients/lapsed': 'own',
  'PUT /api/professional/win-back-words': 'own',
  'POST /api/professional/clients/:id/win-back': {
    of: 'ownClient',
    to: professional,
    body: () => ({ way: 'whatsapp', text: 'Ya toca.' }),
  },
  'DELETE /api/professional/clients/:id/win-back': { of: 'winBack', to: professional },
  'GET /api/professional/clients/:id/work-notes': { of: 'ownClient', to: professional },
  'POST /api/professional/clients/:id/work-notes': {
    of: 'ownClient',
    to: professional,
    body: () => ({ template: 'color', doneOn: '2026-11-20', fields: { formula: '7.1' }, forClient: '' }),
  },
  'PUT /api/professional/clients/:id/work-notes/:note': {
    of: 'workNote',
    to: professional,
    params: { note: workNoteId },
    body: () => ({
      note: { template: 'color', doneOn: '2026-11-20', fields: { formula: '7.1' }, forClient: '' },
      version: 1,
    }),
  },
  'DELETE /api/professional/clients/:id/work-notes/:note': {
    of: 'workNote',
    to: professional,
    params: { note: workNoteId },
  },
  'POST /api/homes': 'everybody',
  'GET /api/homes': 'own',
  'GET /api/slots': 'everybody',
  'GET /api/slots/days': 'everybody',
  'GET /api/availability/explain': {
    of: 'service',
    to: professional,
    query: (service) => ({ service, date: '2026-11-25' }),
  },
  'GET /api/availability/rules': { of: 'space', to: host, query: (space) => ({ space }) },
  'PUT /api/availability/rules': {
    of: 'space',
    to: host,
    query: (space) => ({ space }),
    body: () => ({ weekly: [] }),
  },
  'POST /api/availability/exceptions': {
    of: 'space',
    to: host,
    query: (space) => ({ space }),
    body: () => ({ date: '2026-12-01', windows: [] }),
  },
  'DELETE /api/availability/exceptions/:date': {
    of: 'spaceWithClosedDay',
    to: host,
    params: { date: '2026-12-01' },
    query: (space) => ({ space }),
  },
  'POST /api/holds': 'everybody',
  'GET /api/holds/:id': { of: 'hold', to: client },
  'PATCH /api/holds/:id': { of: 'hold', to: client, body: () => ({ addOns: [], version: 1 }) },
  'DELETE /api/holds/:id': { of: 'hold', to: client },
  'POST /api/holds/:id/contact-code': { of: 'hold', to: client },
  'POST /api/holds/:id/contact': { of: 'hold', to: client },
  'POST /api/holds/:id/installments': {
    of: 'hold',
    to: client,
    body: () => ({ card: { token: 'tok_ok' } }),
  },
  'POST /api/holds/:id/credit': { of: 'hold', to: client },
  'POST /api/guest/code': 'everybody',
  'POST /api/guest/enter': 'everybody',
  'POST /api/guest/leave': 'everybody',
  'GET /api/guest/bookings': 'everybody',
  'GET /api/guest/wishes': 'everybody',
  'POST /api/guest/wishes/:id/:move': 'everybody',
  'POST /api/guest/searches': 'everybody',
  'GET /api/guest/searches': 'everybody',
  'DELETE /api/guest/searches/:id': 'everybody',
  'GET /api/search-alerts/:token': 'everybody',
  'DELETE /api/search-alerts/:token': 'everybody',
  'GET /api/guest/wallet': 'everybody',
  'GET /api/guest/privacy': 'everybody',
  'POST /api/guest/data-copy/open': 'everybody',
  'POST /api/guest/deletion': 'everybody',
  'GET /api/wallet': 'own',
  'GET /api/professional/reliability': 'own',
  'POST /api/bookings': {
    of: 'hold',
    to: client,
    body: (holdId) => ({
      holdId,
      contact: { firstName: 'Ana', lastName: 'Rojas', email: 'ana@example.test', phone: '+525511112222' },
      payment: { method: 'card', token: 'tok_ok' },
    }),
  },
  // Only the client of a visit whose card was refused; the others are no party to it.
  'POST /api/bookings/:id/card': { of: 'booking', to: client, body: () => ({ token: 'tok_ok' }) },
  'GET /api/bookings': 'own',
  'GET /api/bookings/home': 'own',
  'GET /api/bookings/requests': 'own',
  'POST /api/bookings/:id/accept': {
    of: 'request',
    to: professional,
    body: () => ({ as: 'professional', version: 1 }),
  },
  'POST /api/bookings/:id/decline': {
    of: 'request',
    to: professional,
    body: () => ({ as: 'professional', version: 1, reason: 'no_time' }),
  },
  'GET /api/bookings/:id/alternatives': { of: 'booking', to: client },
  'GET /api/bookings/:id/passes': { of: 'booking', to: client },
  'GET /api/bookings/:id': { of: 'booking', to: parties },
  'POST /api/bookings/:id/check-in': { of: 'booking', to: professional },
  'POST /api/bookings/:id/arrive': { of: 'booking', to: professional },
  'GET /api/professional/clients': 'own',
  'GET /api/professional/clients/:id': { of: 'ownClient', to: professional },
  'POST /api/professional/clients': 'own',
  'GET /api/professional/clients/book': 'own',
  'POST /api/professional/clients/imports/look': 'own',
  'POST /api/professional/clients/imports': 'own',
  'POST /api/professional/clients/imports/:id/undo': { of: 'clientImport', to: professional },
  'PATCH /api/professional/clients/:id': {
    of: 'ownClient',
    to: professional,
    body: () => ({ firstName: '', foundBy: 'Instagram', version: 0 }),
  },
  'DELETE /api/professional/clients/:id': { of: 'enteredClient', to: professional },
  'POST /api/professional/clients/:id/merge': {
    of: 'enteredClient',
    to: professional,
    body: (id) => ({ other: Number(id) + 1 }),
  },
  'POST /api/professional/clients/:id/separate': {
    of: 'mergedClient',
    to: professional,
    body: (id) => ({ other: Number(id) + 1 }),
  },
  'PUT /api/professional/clients/:id/note': {
    of: 'ownClient',
    to: professional,
    body: () => ({ text: 'Prefiere el té.', version: 0 }),
  },
  'POST /api/bookings/:id/delay': {
    of: 'booking',
    to: talkers,
    body: (_, who) => ({ as: partyOf(who) === 'professional' ? 'professional' : 'client', minutes: 10 }),
  },
  'POST /api/bookings/:id/no-show': {
    of: 'booking',
    to: parties,
    body: (_, who) => ({ version: 1, as: partyOf(who) }),
  },
  'GET /api/bookings/:id/no-show': { of: 'booking', to: talkers },
  'POST /api/bookings/:id/no-show/contest': {
    of: 'booking',
    to: client,
    body: () => ({ version: 1, evidence: 'Estuve ahí.' }),
  },
  'POST /api/bookings/:id/no-show/withdraw': {
    of: 'booking',
    to: professional,
    body: () => ({ version: 1 }),
  },
  'GET /api/admin/money-acts': 'own',
  'POST /api/admin/money-acts/preview': {
    of: 'noShow',
    to: ['administrator'],
    params: {},
    body: (id) => ({ act: 'no_show', id, version: 1, verdict: 'falls' }),
  },
  'GET /api/admin/no-shows': 'own',
  'POST /api/admin/no-shows/:id/decide': {
    of: 'noShow',
    to: ['administrator'],
    body: () => ({ version: 1, verdict: 'falls', reason: 'Leí las dos partes.' }),
  },
  'POST /api/bookings/:id/check-out': { of: 'booking', to: professional },
  'POST /api/bookings/:id/attendance': { of: 'booking', to: professional },
  // The host sees the visit, but is refused: another party reports its end.
  'POST /api/bookings/:id/complete': { of: 'booking', to: parties },
  'POST /api/bookings/:id/cancel-quote': {
    of: 'booking',
    to: parties,
    body: (_, who) => ({ as: partyOf(who) }),
  },
  'POST /api/bookings/:id/cancel': { of: 'booking', to: parties },
  'GET /api/bookings/:id/receipt': { of: 'booking', to: parties },
  'GET /api/bookings/:id/moves': { of: 'booking', to: professional },
  'GET /api/host/day': 'own',
  'GET /api/host/timeline': 'own',
  'GET /api/host/next-days': 'own',
  'GET /api/host/occupancy': 'own',
  'GET /api/spaces/:id/hours': { of: 'space', to: host },
  'PUT /api/spaces/:id/hours': {
    of: 'space',
    to: host,
    body: () => ({ weekly: [], exceptions: [], version: 1 }),
  },
  'GET /api/spaces/:id/stations': { of: 'space', to: host },
  'POST /api/spaces/:id/closures/preview': { of: 'space', to: host, body: () => inDecember },
  'POST /api/spaces/:id/closures': { of: 'space', to: host, body: () => ({ ...inDecember, choices: [] }) },
  'DELETE /api/closures/:id': { of: 'closure', to: host },
  'POST /api/units/:id/blocks': { of: 'unit', to: host },
  'GET /api/units/:id/why': { of: 'unit', to: host, query: () => ({ date: '2026-11-25' }) },
  'GET /api/calendar/address': 'own',
  'PUT /api/calendar/address': 'own',
  'DELETE /api/calendar/address': 'own',
  'GET /api/host/unit-calendars': 'own',
  'PUT /api/units/:id/calendar': { of: 'unit', to: host },
  'DELETE /api/units/:id/calendar': { of: 'unit', to: host },
  'GET /api/host/outside-calendars': 'own',
  'GET /api/calendar/connections': 'own',
  'POST /api/calendar/connections': 'own',
  'POST /api/units/:id/outside-calendars': {
    of: 'unit',
    to: host,
    body: () => ({ address: 'https://calendario.test/comida.ics' }),
  },
  'POST /api/outside-calendars/:id/retry': { of: 'outsideCalendar', to: host },
  'DELETE /api/outside-calendars/:id': { of: 'outsideCalendar', to: host },
  'PATCH /api/blocks/:id': { of: 'block', to: host, body: () => ({ reason: 'Otra', version: 1 }) },
  'DELETE /api/blocks/:id': { of: 'block', to: host, query: () => ({ version: 1 }) },
  'POST /api/bookings/:id/unit': { of: 'booking', to: host, body: () => ({ unitId: 1, version: 1 }) },
  'POST /api/host/desk-bookings': 'own',
  'GET /api/host/desk-clients': 'own',
  'POST /api/host/desk-rents/quote': 'own',
  'POST /api/host/desk-rents': 'own',
  'POST /api/host/desk-invites': 'own',
  'GET /api/host/desk-cash': 'own',
  'POST /api/host/desk-rents/:id/cash': { of: 'deskRent', to: host, body: () => ({ amountCents: 100 }) },
  'POST /api/host/desk-rents/:id/hand-back': {
    of: 'reservation',
    to: host,
    body: () => ({ amountCents: 100 }),
  },
  'GET /api/spaces/:id/packs': 'own',
  'POST /api/spaces/:id/packs': 'own',
  'GET /api/hour-packs': 'own',
  'GET /api/public/services/:id/packs': 'everybody',
  'POST /api/public/services/:id/packs': 'own',
  'GET /api/session-packs': 'own',
  'POST /api/public/gift-cards': 'everybody',
  'POST /api/public/contact-codes': 'everybody',
  'POST /api/public/contact-codes/enter': 'everybody',
  'GET /api/gift-cards': 'own',
  'GET /api/gift-cards/:id': { of: 'giftCard', to: client },
  'POST /api/gift-cards/:id/code': { of: 'giftCard', to: client },
  'POST /api/gift-cards/:id/send': {
    of: 'giftCard',
    to: client,
    body: () => ({ email: 'ines@example.test', sendOn: null }),
  },
  'POST /api/gift-cards/:id/cancel': { of: 'giftCard', to: client },
  'GET /api/public/gifts/:code': 'everybody',
  'POST /api/public/gifts/redeem': 'everybody',
  'GET /api/professional/services/:id/class-places': { of: 'classService', to: professional },
  'POST /api/classes/preview': 'own',
  'POST /api/classes': 'own',
  'GET /api/classes/:id': { of: 'class', to: professional },
  'POST /api/classes/:id/cancel': {
    of: 'class',
    to: professional,
    body: () => ({ reason: 'Me enfermé', seats: 0 }),
  },
  'POST /api/classes/:id/move-quote': {
    of: 'class',
    to: professional,
    body: () => ({ place: -1, date: '2026-11-27', time: '10:00' }),
  },
  'POST /api/classes/:id/move': {
    of: 'class',
    to: professional,
    body: () => ({ place: -1, date: '2026-11-27', time: '10:00', version: 1, seats: 0, lost: 0 }),
  },
  'POST /api/bookings/:id/class-move/accept': { of: 'booking', to: client, body: () => ({ version: 1 }) },
  'GET /api/holds/:id/packs': { of: 'hold', to: client },
  'GET /api/hour-packs/:id': { of: 'hourPack', to: professional },
  'POST /api/reservations': 'own',
  'GET /api/reservations': 'own',
  'GET /api/reservations/:id': { of: 'reservation', to: professional },
  'POST /api/reservations/:id/pay': {
    of: 'heldHours',
    to: professional,
    body: () => ({ cardToken: 'tok_ok' }),
  },
  'DELETE /api/reservations/:id': { of: 'heldHours', to: professional },
  'POST /api/reservations/:id/return-quote': { of: 'reservation', to: professional, body: () => leaving },
  'POST /api/reservations/:id/return': {
    of: 'reservation',
    to: professional,
    body: () => ({ quoteToken: 'none' }),
  },
  'POST /api/reservations/:id/change-quote': {
    of: 'reservation',
    to: partners,
    body: (_, who) => ({ as: partnerOf(who), startsAt: '2026-11-26T16:00:00Z', unitId: 1 }),
  },
  'POST /api/reservations/:id/change': {
    of: 'reservation',
    to: partners,
    body: (_, who) => ({ as: partnerOf(who), quoteToken: 'none' }),
  },
  'GET /api/reservations/:id/heirs': { of: 'reservation', to: professional },
  'POST /api/reservations/:id/hand-over': {
    of: 'reservation',
    to: professional,
    body: () => ({ professionalId: 1, version: 1 }),
  },
  'GET /api/deposits': 'own',
  // Requested as a professional; as a host in server/booking/settlement/deposit.test.ts.
  'GET /api/deposits/:id': { of: 'deposit', to: professional },
  'POST /api/deposits/:id/hold': { of: 'deposit', to: professional, body: () => ({}) },
  // Without a file every caller is refused alike; ownership is tested in server/booking/settlement/deposit.test.ts.
  'PUT /api/deposits/:id/photos/:photo': 'everybody',
  'POST /api/deposits/:id/claim': {
    of: 'deposit',
    to: host,
    body: (id) => ({ version: 1, amountCents: 100, reason: 'Un espejo roto.', photos: [id] }),
  },
  'POST /api/deposits/:id/contest': {
    of: 'deposit',
    to: professional,
    body: () => ({ version: 1, text: 'Ya estaba así.' }),
  },
  'POST /api/deposits/:id/:move': {
    of: 'deposit',
    to: host,
    params: { move: 'withdraw' },
    body: () => ({ version: 1 }),
  },
  'GET /api/admin/deposits': 'own',
  'POST /api/admin/deposits/:id/decide': {
    of: 'deposit',
    to: ['administrator'],
    body: () => ({ version: 1, verdict: 'falls', reason: 'Leí las dos partes.' }),
  },
  // Not even the parties before the visit has started; tested in server/booking/settlement/dispute.test.ts.
  'GET /api/bookings/:id/dispute': {
    of: 'booking',
    to: parties,
    query: (_, who) => ({ as: partyOf(who) }),
  },
  'PUT /api/bookings/:id/dispute/photos/:photo': 'everybody',
  'POST /api/bookings/:id/dispute': {
    of: 'booking',
    to: parties,
    body: (_, who) => ({ as: partyOf(who), subject: 'place', statement: 'No era así.' }),
  },
  'GET /api/bookings/:id/series/preview': {
    of: 'booking',
    to: client,
    query: () => ({ every: '1w', times: 2 }),
  },
  'POST /api/bookings/:id/series': {
    of: 'booking',
    to: client,
    body: () => ({ every: '1w', slotTokens: [Buffer.from('no token').toString('base64url')] }),
  },
  'GET /api/bookings/:id/series/more/preview': {
    of: 'repeatedVisit',
    to: talkers,
    query: (_, who) => ({ times: 1, as: partyOf(who) === 'professional' ? 'professional' : 'client' }),
  },
  'POST /api/bookings/:id/series/more': {
    of: 'repeatedVisit',
    to: talkers,
    query: (_, who) => ({ as: partyOf(who) === 'professional' ? 'professional' : 'client' }),
    body: () => ({ slotTokens: [Buffer.from('no token').toString('base64url')] }),
  },
  'GET /api/professional/appointments/series/preview': 'own',
  'POST /api/professional/appointments/series': 'own',
  'GET /api/bookings/:id/series': { of: 'repeatedVisit', to: talkers },
  'POST /api/bookings/:id/series/accept': { of: 'repeatedVisit', to: professional },
  'POST /api/bookings/:id/series/cancel-quote': { of: 'repeatedVisit', to: client },
  'POST /api/bookings/:id/series/cancel': {
    of: 'repeatedVisit',
    to: client,
    body: (id) => ({ visits: [{ id, token: 'none' }], reason: 'Cambio de planes' }),
  },
  'GET /api/bookings/:id/forms': { of: 'booking', to: client },
  'PUT /api/bookings/:id/forms/:form': {
    of: 'visitWithForm',
    to: client,
    params: { form: String(formId) },
    body: () => ({ version: 1, answers: {}, consent: null }),
  },
  'DELETE /api/bookings/:id/forms/:form': {
    of: 'visitWithForm',
    to: client,
    params: { form: String(formId) },
  },
  'POST /api/bookings/:id/forms/read': { of: 'visitWithForm', to: professional },
  'POST /api/bookings/:id/balance': { of: 'booking', to: client, body: () => ({}) },
  'POST /api/bookings/:id/take-balance': {
    of: 'booking',
    to: professional,
    body: () => ({ amountCents: 1 }),
  },
  'POST /api/bookings/:id/charge-balance': { of: 'booking', to: professional },
  // The tested booking has no balance due.
  'GET /api/bookings/:id/balance-link': { of: 'booking', to: professional },
  'GET /api/bookings/:id/link-instead': { of: 'booking', to: professional },
  'POST /api/bookings/:id/link-instead': {
    of: 'booking',
    to: professional,
    body: () => ({ netCents: 100 }),
  },
  'POST /api/bookings/:id/balance-link/send': { of: 'booking', to: professional },
  'GET /api/balance-tokens/:token': 'everybody',
  'POST /api/balance-tokens/:token/pay': 'everybody',
  'GET /api/bookings/:id/tip': { of: 'booking', to: client },
  'POST /api/bookings/:id/tip': { of: 'booking', to: client, body: () => ({ amountCents: 1000 }) },
  'PUT /api/bookings/:id/invoice': { of: 'booking', to: client, body: () => ({ invoice: null }) },
  'DELETE /api/bookings/:id/tip/promise': { of: 'booking', to: client },
  'POST /api/bookings/:id/tip/return': { of: 'booking', to: professional },
  'POST /api/disputes/:id/:move': {
    of: 'dispute',
    to: professional,
    params: { move: 'answer' },
    body: () => ({ version: 1, as: 'professional', text: 'Sí fue así.' }),
  },
  'GET /api/admin/disputes': 'own',
  'GET /api/admin/bookings': 'own',
  'GET /api/admin/bookings/:id': { of: 'booking', to: ['administrator'] },
  'POST /api/admin/bookings/:id/cancel-quote': {
    of: 'booking',
    to: ['administrator'],
    body: () => ({ fault: 'nobody' }),
  },
  'POST /api/admin/bookings/:id/cancel': {
    of: 'booking',
    to: ['administrator'],
    body: () => ({ quoteToken: 'x', cause: 'safety', reason: 'Lo pidió la autoridad.' }),
  },
  'POST /api/admin/bookings/:id/goodwill': {
    of: 'booking',
    to: ['administrator'],
    body: () => ({ amountCents: 100, reason: 'Una disculpa de nuestra parte.' }),
  },
  'POST /api/admin/bookings/:id/journals/:journal/reverse': {
    of: 'booking',
    to: ['administrator'],
    params: { journal: '1' },
    body: () => ({ reason: 'Se abonó dos veces.' }),
  },
  'GET /api/admin/accounts': 'own',
  'GET /api/admin/accounts/:id': { of: 'strangerAccount', to: ['administrator'] },
  'POST /api/admin/accounts/:id/lift': {
    of: 'strangerAccount',
    to: ['administrator'],
    body: () => ({ reason: 'Se aclaró lo que reportaron.' }),
  },
  'POST /api/admin/accounts/:id/suspend': {
    of: 'strangerAccount',
    to: ['administrator'],
    body: () => ({
      cause: 'safety',
      fault: 'nobody',
      reason: 'Lo pidió la autoridad.',
      seen: { bookings: 0, refundCents: 0 },
    }),
  },
  'GET /api/admin/balance-check': 'own',
  'GET /api/admin/chargebacks': 'own',
  'GET /api/admin/unsettled-money': 'own',
  'POST /api/admin/failed-refunds/:id/decide': {
    of: 'failedRefund',
    to: ['administrator'],
    body: () => ({ version: 1, act: 'credit', reason: 'Ya habló con su banco.' }),
  },
  'POST /api/admin/chargebacks/:id/evidence': {
    of: 'chargeback',
    to: ['administrator'],
    body: () => ({ version: 1, reason: 'Se atendió.' }),
  },
  'POST /api/admin/disputes/:id/decide': {
    of: 'dispute',
    to: ['administrator'],
    body: () => ({ version: 1, outcome: 'nothing', reason: 'Leí las dos partes.' }),
  },
  'GET /api/hand-overs': 'own',
  'POST /api/hand-overs/:id/:move': {
    of: 'handOver',
    to: professional,
    params: { move: 'withdraw' },
    body: () => ({ version: 1 }),
  },
  'DELETE /api/host/desk-bookings/:id': { of: 'deskHold', to: host },
  'GET /api/bookings/:id/change-slots': {
    of: 'booking',
    to: parties,
    query: (_, who) => ({ as: partyOf(who), from: '2026-11-26', to: '2026-11-26' }),
  },
  'POST /api/bookings/:id/change-quote': {
    of: 'booking',
    to: parties,
    body: (_, who) => ({ as: partyOf(who), slotToken: 'none' }),
  },
  'POST /api/bookings/:id/change': { of: 'booking', to: parties, body: () => ({ quoteToken: 'none' }) },
  'POST /api/bookings/:id/change/:answer': {
    of: 'booking',
    to: parties,
    params: { answer: 'decline' },
    body: (_, who) => ({ as: partyOf(who), version: 1 }),
  },
  'POST /api/bookings/:id/rescue/:answer': {
    of: 'booking',
    to: ['owner client', 'owner professional'],
    params: { answer: 'decline' },
    body: (_, who) => ({ as: who === 'owner professional' ? 'professional' : 'client', version: 1 }),
  },
  'GET /api/host/rescues': 'own',
  'POST /api/professional/appointments': 'own',
  'GET /api/professional/appointments': 'own',
  'GET /api/professional/own-appointments/start': 'own',
  'GET /api/professional/own-appointments/hours': 'own',
  'GET /api/professional/own-appointments/series/preview': 'own',
  'POST /api/professional/own-appointments': 'own',
  'DELETE /api/professional/appointments/:id': { of: 'proposedAppointment', to: professional },
  // For the holder of the link; without one it is not found.
  'GET /api/booking-tokens/:token': 'everybody',
  'GET /api/booking-tokens/:token/slots': 'everybody',
  'POST /api/booking-tokens/:token/code': 'everybody',
  'POST /api/booking-tokens/:token/accept': 'everybody',
  'POST /api/booking-tokens/:token/counter': 'everybody',
  'POST /api/booking-tokens/:token/decline': 'everybody',
  'POST /api/waitlist': 'everybody',
  'GET /api/waitlist': 'own',
  'POST /api/waitlist/:id/:move': { of: 'waitlistEntry', to: client, params: { move: 'stop' } },
  'GET /api/waitlist-tokens/:token': 'everybody',
  'POST /api/waitlist-tokens/:token/:move': 'everybody',
  'GET /api/professional/waitlist': 'own',
  // Only the email's own link opens it.
  'POST /api/holds/:id/take-over': { of: 'deskHold', to: [] },
  'GET /api/professional/day': 'own',
  'GET /api/matches/professionals': 'everybody',
  'GET /api/matches/spaces': 'everybody',
  'GET /api/professionals/search': 'everybody',
  'GET /api/spaces/search': 'everybody',
  'GET /api/professionals/featured': 'everybody',
  'GET /api/search/cities': 'everybody',
  'GET /api/search/city': 'everybody',
  'GET /api/search/instead': 'everybody',
  'GET /api/places/suggest': 'everybody',
  'GET /api/search/suggestions': 'everybody',
  'GET /api/search/understood': 'everybody',
  'GET /api/payments/settings': 'everybody',
  'GET /api/places/settings': 'everybody',
  'GET /api/places/around': 'everybody',
  'GET /api/notifications/community/count': 'own',
  'GET /api/notifications/community': 'own',
  'PATCH /api/notifications/community/read-all': 'own',
  'PATCH /api/notifications/community/:id/read': { of: 'notification', to: client },
  'GET /api/notifications': 'own',
  'GET /api/notifications/settings': 'own',
  'PUT /api/notifications/settings': 'own',
  'GET /api/notifications/:id': { of: 'notification', to: client },
  'GET /api/bookings/:id/review': { of: 'booking', to: parties },
  'POST /api/bookings/:id/review': {
    of: 'booking',
    to: parties,
    body: () => ({ scores: [{ subject: 'professional', score: 5, text: '' }] }),
  },
  'GET /api/reviews': 'own',
  'POST /api/reviews/:id/reply': { of: 'review', to: professional, body: () => ({ text: 'Gracias.' }) },
  'POST /api/reviews/:id/report': { of: 'review', to: professional },
  'POST /api/bookings/:id/review/reply-report': {
    of: 'answered',
    to: client,
    body: () => ({ subject: 'professional', reason: 'insult', note: '' }),
  },
  'GET /api/admin/review-reports': 'own',
  'POST /api/admin/review-reports/:id/decide': { of: 'reviewReport', to: ['administrator'] },
  'GET /api/conversations': 'own',
  'GET /api/conversations/count': 'own',
  'GET /api/conversations/:kind/:id': ofVisit,
  'GET /api/conversations/:kind/:id/messages': { ...ofVisit, query: () => ({ before: 5 }) },
  'POST /api/conversations/:kind/:id/messages': ofVisit,
  // Without a file every caller is refused alike; ownership is tested in server/conversation/photo.test.ts.
  'PUT /api/conversations/:kind/:id/photos/:message': 'everybody',
  'POST /api/conversations/:kind/:id/read': ofVisit,
  'PUT /api/conversations/:kind/:id/block': ofVisit,
  'DELETE /api/conversations/:kind/:id/block': ofVisit,
  'GET /api/account/blocked': 'own',
  'POST /api/account/blocked/:id/unblock': { of: 'blocked', to: client },
  // A message of its client; its id is the booking's.
  'POST /api/conversations/:kind/:id/reports': {
    of: 'talk',
    to: professional,
    params: { kind: 'booking' },
    body: (id) => ({ message: id, reason: 'harassment', note: '' }),
  },
  'GET /api/admin/message-reports': 'own',
  'POST /api/admin/message-reports/:id/decide': { of: 'messageReport', to: ['administrator'] },
  'GET /api/contact/form': 'everybody',
  'POST /api/contact': 'everybody',
  'GET /api/public/professionals/:id': 'everybody',
  'POST /api/public/professionals/:id/views': 'everybody',
  'GET /api/public/spaces/:id': 'everybody',
  'GET /api/public/businesses/:id': 'everybody',
  'GET /api/public/attendance': 'everybody',
  'POST /api/spaces/:id/quote': 'everybody',
  'GET /api/public/spaces/:id/day': 'everybody',
  'GET /api/public/rates': 'everybody',
  'GET /api/public/reviews': 'everybody',
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = modules.flatMap(({ routes }) => (routes ?? []).map(({ endpoint }) => endpoint))

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

test('each permission of a team member belongs to a role of the matrix', () => {
  const granted = new Set(Object.values(memberKinds).flat())
  assert.deepEqual([...granted].toSorted(), Permission.options.toSorted())
})

test('every endpoint of the server has a row, and every row an endpoint', () => {
  const names = endpoints.map(nameOf)
  const without = names.filter((name) => !Object.hasOwn(rows, name))
  assert.deepEqual(without, [], 'endpoints without a row: add one to `rows` in server/matrix.test.ts')
  const left = Object.keys(rows).filter((name) => !names.includes(name))
  assert.deepEqual(left, [], 'rows without an endpoint')
  assert.equal(new Set(names).size, names.length)
})

const rolesOf: Readonly<Record<Kind, readonly Access[]>> = {
  nobody: [],
  client: ['account', 'client'],
  professional: ['account', 'professional'],
  host: ['account', 'host'],
  'dual as professional': ['account', 'professional', 'host'],
  'dual as host': ['account', 'professional', 'host'],
  'new administrator': ['account', 'admin'],
  administrator: ['account', 'admin'],
  // Whatever they may do for the host, they are not a host themselves.
  'member who sees their own': ['account', 'client'],
  'member who sees all': ['account', 'client'],
  'member who charges': ['account', 'client'],
  'member who cancels': ['account', 'client'],
  'member who reads reports': ['account', 'client'],
  'member who connects calendars': ['account', 'client'],
  'owner client': ['account', 'client'],
  'owner professional': ['account', 'professional'],
  'owner host': ['account', 'host'],
}

type Verdict = 'let in' | 'not there' | 'sign in first' | 'not for you'

const expected = (endpoint: Endpoint, row: Row, who: Kind): Verdict => {
  if (endpoint.access !== 'anyone') {
    if (who === 'nobody') return 'sign in first'
    if (who === 'new administrator' && endpoint.beforeSecondFactor !== true) return 'not for you'
    if (!rolesOf[who].includes(endpoint.access)) return 'not for you'
  }
  if (typeof row === 'string') return 'let in'
  if ('business' in row) {
    if (row.business.to?.includes(who)) return 'let in'
    if (isMemberKind(who)) return mayInside(row.business, who) ? 'let in' : 'not for you'
    return 'not there'
  }
  if (row.to.includes(who)) return 'let in'
  return row.wrong === undefined ? 'not there' : 'not for you'
}

const mayInside = ({ inside }: BusinessRow, who: MemberKind) => {
  const granted: readonly Permission[] = memberKinds[who]
  return inside.some((one) => granted.includes(one))
}

/** A refusal about the thing or the input means that the actor was allowed. */
const verdictOf = (status: number, code: string | undefined, row: Row): Verdict => {
  if (code === 'not_signed_in') return 'sign in first'
  if (code === 'forbidden' || code === 'second_factor_missing') return 'not for you'
  if (code === 'browser_only' || code === 'scope_missing') return 'not for you'
  if (typeof row !== 'string' && code !== undefined && code === wrongOf(row)) return 'not for you'
  if (status === 404 && typeof row !== 'string') return 'not there'
  return 'let in'
}

const wrongOf = (row: Exclude<Row, string>) => ('business' in row ? 'member_may_not' : row.wrong)

type Said = { params: Record<string, Id>; query: Record<string, Id>; body: unknown }

/** How this person's call names the thing, or the host. */
const saidBy = (endpoint: Endpoint, row: Row, { members }: World, who: Kind, id: Id): Said => {
  const example = endpoint.body === undefined ? undefined : exampleOf(endpoint.body)
  if (typeof row === 'string') return { params: { id }, query: {}, body: example }
  if (!('business' in row))
    return {
      params: { id, ...row.params },
      query: row.query?.(id, who) ?? {},
      body: row.body?.(id, who) ?? example,
    }
  const { business } = row
  const lent = kinds.filter(isMemberKind).find((kind) => mayInside(business, kind))
  const whose = isMemberKind(who) ? who : lent
  const membership = whose === undefined ? 0 : members[whose].membershipId
  const named = business.to?.includes(who) ? null : membership
  return {
    params: business.params?.(id, membership) ?? { id: membership },
    query: business.query?.(id, named) ?? {},
    body: business.body?.(id, named) ?? example,
  }
}

/** How the call authenticates: the browser's cookies, or a key of the person. */
type Shown = (made: World, who: Kind) => Record<string, string>
const byCookie: Shown = (made, who): Record<string, string> => {
  const cookies = [...made.persons[who].jar].map(([name, value]) => `${name}=${value}`)
  return cookies.length === 0 ? {} : { cookie: cookies.join('; ') }
}

const ask = async (endpoint: Endpoint, row: Row, made: World, who: Kind, id: Id, shown: Shown = byCookie) => {
  const { params, query, body } = saidBy(endpoint, row, made, who, id)
  const path = Object.entries(params).reduce(
    (path, [name, value]) => path.replace(`:${name}`, String(value)),
    endpoint.path,
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await kalli.app.inject({
    method: endpoint.method,
    url: search.size === 0 ? path : `${path}?${search}`,
    headers: {
      ...shown(made, who),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const text = answer.body
  const said: { code?: string } = /^application\/(?:problem\+)?json/.test(
    String(answer.headers['content-type']),
  )
    ? (JSON.parse(text) ?? {})
    : {}
  assert.ok(answer.statusCode < 500, `${nameOf(endpoint)} as ${who}: ${answer.statusCode} ${text}`)
  return {
    verdict: verdictOf(answer.statusCode, said.code, row),
    code: said.code,
    reported: `${answer.statusCode} ${text.slice(0, 200)}`,
  }
}

/** Signing out is a link, and so a GET. */
const isChange = ({ method, path }: Endpoint) => method !== 'GET' || path === '/api/logout'

const thingOf = (row: Row): Thing | undefined =>
  typeof row === 'string' ? undefined : 'business' in row ? row.business.of : row.of

type Place = { made: World; id: Id }
const placeOf = async (made: World, thing: Thing | undefined): Promise<Place> => ({
  made,
  id: thing === undefined ? 1 : await things[thing](made),
})

let base: Promise<World> | undefined
const baseWorld = () => (base ??= world(kalli))

/** For read-only calls: one set of people, and one of each thing with its owners. */
const shared = new Map<Thing | undefined, Promise<Place>>()
const sharedPlace = (thing: Thing | undefined): Promise<Place> => {
  const known = shared.get(thing)
  if (known !== undefined) return known
  const place = baseWorld().then(async (lent) =>
    placeOf(
      thing === undefined ? lent : await world(kalli, { lent, own: kinds.filter(isMemberKind) }),
      thing,
    ),
  )
  shared.set(thing, place)
  return place
}

/** For calls that change something: each has separate things to change. */
const ownPlace = async (row: Row, callers: readonly Kind[]): Promise<Place> => {
  const isBusiness = typeof row !== 'string' && 'business' in row
  const own = kinds.filter((kind) => callers.includes(kind) || (isBusiness && isMemberKind(kind)))
  return placeOf(await world(kalli, { lent: await baseWorld(), own }), thingOf(row))
}

/** A few at a time: each connection to the database plans each query itself. */
const atOnce = 4
const askEach = async (endpoint: Endpoint, row: Row, { made, id }: Place, callers: readonly Kind[]) => {
  const waiting = callers.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const who of waiting) {
        const { verdict, reported } = await ask(endpoint, row, made, who, id)
        assert.equal(verdict, expected(endpoint, row, who), `${who}: ${reported}`)
      }
    }),
  )
}

for (const endpoint of endpoints)
  test(`${nameOf(endpoint)} answers each role as its row says`, async () => {
    const row = rows[nameOf(endpoint)] ?? 'own'
    const actors = kinds.filter((who) => isChange(endpoint) && expected(endpoint, row, who) === 'let in')
    const others = kinds.filter((who) => !actors.includes(who))
    if (others.length > 0) await askEach(endpoint, row, await sharedPlace(thingOf(row)), others)
    if (actors.length === 0) return
    const own = await ownPlace(row, actors)
    // In their order: the owners' changes come last.
    for (const who of actors) await askEach(endpoint, row, own, [who])
  })

/** Two keys of an allowed person: one with every scope, and one without this endpoint's. */
const keysOf = async (endpoint: Endpoint, made: World, who: Kind) => {
  const accountId = await accountOf(made.persons[who])
  const required = scopeOf(endpoint)
  const noun = String(required).split(':')[0]
  const others = scopes.filter((scope) => !scope.startsWith(`${noun}:`))
  const shownBy = async (own: readonly string[]): Promise<Shown> => {
    const { secret } = await keyOf(kalli, accountId, { scopes: own, actsAs: actsAs(who) })
    return () => ({ authorization: `Bearer ${secret}` })
  }
  // An account has at most twenty.
  const known = (name: string, own: readonly string[]) => {
    const key = keysByName.get(`${accountId}:${who}:${name}`) ?? shownBy(own)
    keysByName.set(`${accountId}:${who}:${name}`, key)
    return key
  }
  return { required, all: await known('all', scopes), other: await known(noun ?? '', others) }
}

const keysByName = new Map<string, Promise<Shown>>()

const actsAs = (who: Kind) =>
  who === 'dual as host' || who.endsWith('host')
    ? 'host'
    : who.includes('professional')
      ? 'professional'
      : 'client'

const accountOf = async ({ jar }: World['persons'][Kind]) => {
  const token = jar.get('sid') ?? ''
  const { account_id: accountId } = await kalli.database.kysely
    .selectFrom('sessions')
    .select('account_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  return accountId
}

/** Keys as one more kind of person: their owner's rights, where a scope exists, and nothing else. */
for (const endpoint of endpoints)
  test(`${nameOf(endpoint)} answers its owner’s key by scope`, async () => {
    const row = rows[nameOf(endpoint)] ?? 'own'
    const isIn = (who: Kind) => who !== 'nobody' && expected(endpoint, row, who) === 'let in'
    // No key is an administrator's: another person's is tried.
    const who = kinds.findLast((who) => isIn(who) && !who.endsWith('administrator')) ?? 'owner client'
    const { made, id } = await (isChange(endpoint) && scopeOf(endpoint) !== null
      ? ownPlace(row, [who])
      : sharedPlace(thingOf(row)))
    const { required, all, other } = await keysOf(endpoint, made, who)
    if (required !== 'any') {
      const refused = await ask(endpoint, row, made, who, id, other)
      assert.equal(refused.code, required === null ? 'browser_only' : 'scope_missing', refused.reported)
    }
    const answer = await ask(endpoint, row, made, who, id, all)
    if (required === null) assert.equal(answer.code, 'browser_only', answer.reported)
    else if (isIn(who)) assert.equal(answer.verdict, 'let in', answer.reported)
  })

const connections = isDeep ? 60 : atOnce
const changes = endpoints.filter(({ method }) => method !== 'GET')

/** The right person for each, several times at once: a response each time, and never an error of ours (`ask` asserts it). */
for (const endpoint of changes)
  test(`${nameOf(endpoint)} answers many concurrent calls of one user`, async () => {
    const row = rows[nameOf(endpoint)] ?? 'own'
    const who = kinds.findLast((who) => expected(endpoint, row, who) === 'let in') ?? 'nobody'
    const { made, id } = await ownPlace(row, [who])
    await Promise.all(Array.from({ length: connections }, () => ask(endpoint, row, made, who, id)))
  })
