/**
 * Scopes of a key or an app: a noun with read or write; write includes read. Every endpoint requires one scope, or none: then only a person
 * in a browser may call it. The rule below decides by path and method; docs/platform/scopes.md lists its result.
 */
import type { Endpoint } from '#contract/platform/endpoint.ts'

export const scopeNouns = [
  'bookings',
  'calendar',
  'clients',
  'services',
  'spaces',
  'agreements',
  'rents',
  'messages',
  'reviews',
  'profile',
  'figures',
  'notifications',
  'team',
  'search',
] as const
export type ScopeNoun = (typeof scopeNouns)[number]
export type Scope = `${ScopeNoun}:${'read' | 'write'}`

/** Nouns without any write operation. */
const readOnly: readonly ScopeNoun[] = ['figures', 'search']

export const scopes: readonly Scope[] = scopeNouns.flatMap((noun): Scope[] =>
  readOnly.includes(noun) ? [`${noun}:read`] : [`${noun}:read`, `${noun}:write`],
)
/** Scopes that an assistant at /mcp may request. */
export const assistantScopes: readonly Scope[] = ['search:read', 'bookings:read', 'bookings:write']
export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** By path prefix, in whole segments; the longest one decides. */
const nouns: Readonly<Record<ScopeNoun, readonly string[]>> = {
  bookings: [
    '/api/bookings',
    '/api/holds',
    '/api/homes',
    '/api/classes',
    '/api/waitlist',
    '/api/workday',
    '/api/mandates',
    '/api/session-packs',
    '/api/professional/appointments',
    '/api/professional/own-appointments',
    '/api/professional/day',
    '/api/professional/tasks',
    '/api/professional/waitlist',
    '/api/professional/visit-messages',
    '/api/host/day',
    '/api/host/desk-bookings',
    '/api/host/desk-cash',
    '/api/host/disputes',
    '/api/host/rescues',
    '/api/host/tasks',
  ],
  calendar: [
    '/api/calendar',
    '/api/availability',
    '/api/blocks',
    '/api/closures',
    '/api/outside-calendars',
    '/api/units',
    '/api/professional/limits',
    '/api/professional/travel',
    '/api/host/next-days',
    '/api/host/timeline',
    '/api/host/outside-calendars',
    '/api/spaces/:id/hours',
    '/api/spaces/:id/closures',
  ],
  clients: [
    '/api/professional/clients',
    '/api/professional/forms',
    '/api/host/desk-clients',
    '/api/host/desk-invites',
  ],
  services: [
    '/api/professional/services',
    '/api/professional/demand-rules',
    '/api/professional/coupons',
    '/api/professional/installments',
  ],
  spaces: ['/api/spaces', '/api/host/spaces', '/api/host/businesses'],
  agreements: [
    '/api/agreements',
    '/api/alerts',
    '/api/applications',
    '/api/invitations',
    '/api/vacancies',
    '/api/host/applications',
    '/api/host/auto-approve',
    '/api/host/invitation-quota',
    '/api/host/professional-fit',
    '/api/host/vacancies',
    '/api/professional/space-rules',
    '/api/professional/vacancy-alert',
  ],
  rents: [
    '/api/reservations',
    '/api/rent-charges',
    '/api/hour-packs',
    '/api/hand-overs',
    '/api/deposits',
    '/api/host/desk-rents',
    '/api/host/rent-collection',
    '/api/host/rent-runs',
    '/api/spaces/:id/packs',
  ],
  messages: ['/api/conversations'],
  reviews: ['/api/reviews', '/api/bookings/:id/review'],
  profile: [
    '/api/account/profile',
    '/api/favourites',
    '/api/saved-searches',
    '/api/professional/profile',
    '/api/professional/portfolio',
    '/api/professional/reliability',
  ],
  figures: [
    '/api/bank-deposits',
    '/api/statements',
    '/api/professional/figures',
    '/api/host/figures',
    '/api/host/tables',
    '/api/host/occupancy',
  ],
  notifications: ['/api/notifications'],
  team: ['/api/team', '/api/host/team'],
  search: [
    '/api/public',
    '/api/search',
    '/api/places',
    '/api/slots',
    '/api/matches',
    '/api/professionals',
    '/api/spaces/search',
    '/api/spaces/:id/quote',
  ],
}

/**
 * Only in a browser: signing in, administration, charging or moving money, access for others, secret links, health data
 * and identity documents. With a method: only that call; with `=`: only that exact path.
 */
const browserOnly: readonly string[] = [
  '/api/admin',
  '/api/auth',
  '/api/logout',
  '/api/account',
  '/api/developer',
  '/api/oauth',
  '/api/verification',
  '/api/guest',
  '/api/contact',
  '/dev',
  // Calls with, or sending, a secret link.
  '/api/balance-tokens',
  '/api/booking-tokens',
  '/api/search-alerts',
  '/api/waitlist-tokens',
  '/api/inhouse',
  '/api/messages',
  '/api/calendar/address',
  '/api/units/:id/calendar',
  '/api/units/:id/connection',
  '/api/host/unit-calendars',
  '/api/public/contact-codes',
  '/api/holds/:id/contact-code',
  '/api/holds/:id/take-over',
  '/api/notifications/devices',
  '/api/notifications/whatsapp',
  '/api/bookings/:id/whatsapp',
  '/api/bookings/:id/passes',
  // Event streams are for pages.
  '/api/conversations/events',
  // Contains tax data, telephones and notes of clients.
  '/api/professional/tables',
  // Money.
  '/api/payments',
  '/api/payout-accounts',
  '/api/rent-card',
  '/api/wallet',
  '/api/gift-cards',
  '/api/public/gift-cards',
  '/api/public/gifts',
  'POST /api/public/services/:id/packs',
  'POST /api/spaces/:id/packs',
  'POST =/api/bookings',
  '/api/bookings/:id/balance',
  '/api/bookings/:id/card',
  '/api/bookings/:id/charge-balance',
  '/api/bookings/:id/tip',
  '/api/bookings/:id/invoice',
  '/api/holds/:id/credit',
  '/api/holds/:id/installments',
  '/api/reservations/:id/pay',
  'POST /api/reservations/:id/change',
  '/api/rent-charges/:id/pay',
  'POST =/api/host/rent-runs',
  'POST /api/deposits',
  'PUT /api/deposits',
  '/api/disputes',
  // Access for other people.
  'POST /api/host/team',
  'PUT /api/host/team',
  // Health, and identity documents.
  '/api/bookings/:id/forms',
  '/api/professional/documents',
  '/api/spaces/:id/documents',
  // Counts page views.
  'POST /api/public/professionals/:id/views',
]

/** POST calls that only compute: they need the `read` scope. */
const computes =
  /\/(?:[a-z]+-)?(?:quote|preview)$|\/(?:evaluate|simulate|preview-slots)$|^\/api\/places\/address$/

/** `any`: every key and app, whatever its scopes. */
export type RequiredScope = Scope | 'any' | null

export const scopeOf = ({
  method,
  path,
  access,
}: Pick<Endpoint, 'method' | 'path' | 'access'>): RequiredScope => {
  if (path === '/api/developer/caller') return 'any'
  if (access === 'admin') return null
  const noun = longest(path)
  if (noun === undefined) return null
  if (isBrowserOnly(method, path, noun.length)) return null
  const write = method !== 'GET' && !(method === 'POST' && computes.test(path))
  return `${noun.noun}:${write ? 'write' : 'read'}`
}

const begins = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`)

const longest = (path: string) =>
  scopeNouns
    .flatMap((noun) => nouns[noun].map((beginning) => ({ noun, beginning, length: beginning.length })))
    .filter(({ beginning }) => begins(path, beginning))
    .toSorted((a, b) => b.length - a.length)[0]

/** A longer prefix of a noun overrides a shorter browser-only prefix. */
const isBrowserOnly = (method: string, path: string, nounLength: number) =>
  browserOnly.some((line) => {
    const [verb, place = verb ?? ''] = line.split(' ')
    if (line.includes(' ') && verb !== method) return false
    if (place.startsWith('=')) return path === place.slice(1)
    return begins(path, place) && place.length >= nounLength
  })

/** Whether the scopes of a key or an app include the required one. */
export const includesScope = (given: readonly string[], required: Scope): boolean =>
  given.includes(required) || given.includes(required.replace(/:read$/, ':write'))

/** Versions of the API by date, oldest first. A key keeps the newest version of the day it was created. */
export const apiVersions = ['2026-11-28'] as const
export type ApiVersion = (typeof apiVersions)[number]
export const newestVersion: ApiVersion = '2026-11-28'
export const isApiVersion = (text: string): text is ApiVersion => apiVersions.some((one) => one === text)
