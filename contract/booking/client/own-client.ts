/**
 * A professional's own clients: clients whose visit with her was once confirmed. Her notes about a client are read by her only.
 * docs/booking/own-clients.md.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LongText, PageQuery, Uuid, Zone } from '#contract/platform/shapes.ts'

const At = z.nullable(z.object({ startsAt: Instant, zone: Zone }))

export const OwnClient = z.object({
  id: Id,
  firstName: z.string(),
  lastName: z.string(),
  /** As given for the last visit that took or takes place; null: they left Kalli, or none did. */
  phone: z.nullable(z.string()),
  /** Given. */
  visits: z.int(),
  /** What was paid for those, less what went back: nothing that is still owed. */
  spentCents: z.int(),
  /** Said and not taken back. */
  noShows: z.int(),
  last: At,
  next: At,
})
export type OwnClient = z.output<typeof OwnClient>

export const ownClients = endpoint({
  method: 'GET',
  path: '/api/professional/clients',
  summary: 'My clients, whoever comes or came last first',
  access: 'professional',
  query: z.object({ q: z._default(LongText(80), ''), ...PageQuery }),
  reply: z.array(OwnClient),
  refusals: ['no_profile', 'invalid_input'],
})

/** Limit on the visits listed per client, the newest first. */
export const maxVisits = 100

export const ClientNote = z.object({
  text: z.string(),
  /** 0: nothing was noted yet. */
  version: z.int(),
  updatedAt: z.nullable(Instant),
})
export type ClientNote = z.output<typeof ClientNote>

export const OwnClientPage = z.object({
  client: OwnClient,
  note: ClientNote,
  visits: z.array(
    z.object({
      id: Uuid,
      service: z.string(),
      startsAt: Instant,
      zone: Zone,
      status: BookingStatus,
      totalCents: z.int(),
    }),
  ),
})
export type OwnClientPage = z.output<typeof OwnClientPage>

const OneClient = z.object({ id: Id })

export const ownClient = endpoint({
  method: 'GET',
  path: '/api/professional/clients/:id',
  summary: 'One of my clients: visits, and what I noted for myself',
  access: 'professional',
  params: OneClient,
  reply: OwnClientPage,
  refusals: ['not_found', 'no_profile'],
})

export const noteMax = 2000

export const noteClient = endpoint({
  method: 'PUT',
  path: '/api/professional/clients/:id/note',
  summary: 'Note something about one of my clients; nobody else reads it',
  access: 'professional',
  params: OneClient,
  body: z.object({ text: LongText(noteMax), version: z.int() }),
  reply: ClientNote,
  refusals: ['not_found', 'no_profile', 'stale_version'],
})
