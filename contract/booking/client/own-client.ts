/**
 * A professional's book of clients: clients with a visit that was once confirmed, and those whom she entered or
 * imported. Only she reads her notes and entries. docs/booking/own-clients.md.
 */
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import {
  Done,
  Id,
  Instant,
  LongText,
  PageQuery,
  Text,
  TypedAddress,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'

const At = z.nullable(z.object({ startsAt: Instant, zone: Zone }))

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const Birthday = z
  .object({
    month: z.int().check(z.minimum(1), z.maximum(12)),
    day: z.int().check(z.minimum(1), z.maximum(31)),
    /** Null if the year is unknown. */
    year: z.nullable(z.int().check(z.minimum(1900), z.maximum(2100))),
  })
  .check(z.refine(({ month, day }) => day <= (daysOfMonths[month - 1] ?? 0), { path: ['day'] }))
export type Birthday = z.output<typeof Birthday>

export const OwnClient = z.object({
  /** The id of the client card. */
  id: Id,
  /** Null if entered by hand, without any visit. */
  clientId: z.nullable(Id),
  firstName: z.string(),
  lastName: z.string(),
  /** As entered by her, else as given for the last visit that took or takes place; null if unknown or if the client left Kalli. */
  phone: z.nullable(z.string()),
  /** Number of completed visits. */
  visits: z.int(),
  /** Paid for those visits, less refunds; unpaid amounts do not count. */
  spentCents: z.int(),
  /** Reported and not withdrawn. */
  noShows: z.int(),
  last: At,
  next: At,
  /** Same as `last.startsAt`. */
  lastVisitAt: z.nullable(Instant),
  /** As entered by the professional; the client's own address is not disclosed to her. */
  email: z.nullable(z.string()),
  birthday: z.nullable(Birthday),
  tags: z.array(z.string()),
})
export type OwnClient = z.output<typeof OwnClient>

export const clientSorts = {
  recent: 'Última visita',
  name: 'Nombre',
  spent: 'Lo que han pagado',
  birthday: 'Próximo cumpleaños',
} as const
const ClientSort = z.enum(['recent', 'name', 'spent', 'birthday'])
export type ClientSort = z.output<typeof ClientSort>

export const maxTags = 12
export const maxTagLength = 30
export const maxFoundBy = 120
export const maxName = 80
/** Per professional: cards entered or imported. */
export const maxCards = 20_000
/** An import can be undone this long. */
export const undoDays = 7

export const ownClients = endpoint({
  method: 'GET',
  path: '/api/professional/clients',
  summary: 'List or search own clients by name or telephone, last visit first',
  access: 'professional',
  query: z.object({
    q: z._default(LongText(80), ''),
    sort: z._default(ClientSort, 'recent'),
    tag: z.optional(LongText(maxTagLength)),
    ...PageQuery,
  }),
  reply: z.array(OwnClient),
  refusals: ['no_profile', 'invalid_input'],
})

/** Maximum number of visits listed per client, newest first. */
export const maxVisits = 100

export const ClientNote = z.object({
  text: z.string(),
  /** 0 before the first note. */
  version: z.int(),
  updatedAt: z.nullable(Instant),
})
export type ClientNote = z.output<typeof ClientNote>

export const OwnClientPage = z.object({
  client: OwnClient,
  /** What was entered by hand. `version` 0: nothing yet. */
  card: z.object({
    version: z.int(),
    /** As entered; empty where the client's own name is used. */
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    foundBy: z.string(),
  }),
  /** Merged entries that can be separated again, each with its notes. */
  merged: z.array(z.object({ id: Id, name: z.string(), phone: z.nullable(z.string()), note: z.string() })),
  /** Session packs for her services with sessions left. */
  packs: z.array(
    z.object({ id: Uuid, service: z.string(), left: z.int(), sessions: z.int(), validUntil: Instant }),
  ),
  note: ClientNote,
  visits: z.array(
    z.object({
      id: Uuid,
      service: z.string(),
      startsAt: Instant,
      zone: Zone,
      status: BookingStatus,
      totalCents: z.int(),
      /** Whether its forms are answered; null if it has none, or none was answered in time. */
      forms: z.nullable(z.enum(['pending', 'answered'])),
    }),
  ),
})
export type OwnClientPage = z.output<typeof OwnClientPage>

const OneClient = z.object({ id: Id })

export const ownClient = endpoint({
  method: 'GET',
  path: '/api/professional/clients/:id',
  summary: 'Get a client with their visits and own notes',
  access: 'professional',
  params: OneClient,
  reply: OwnClientPage,
  refusals: ['not_found', 'no_profile'],
})

export const noteMax = 2000

export const noteClient = endpoint({
  method: 'PUT',
  path: '/api/professional/clients/:id/note',
  summary: 'Save a private note about a client',
  access: 'professional',
  params: OneClient,
  body: z.object({ text: LongText(noteMax), version: z.int() }),
  reply: ClientNote,
  refusals: ['not_found', 'no_profile', 'stale_version'],
})

const CardBody = z.object({
  firstName: LongText(maxName),
  lastName: z._default(LongText(maxName), ''),
  phone: z._default(TypedAddress(40), ''),
  email: z._default(TypedAddress(200), ''),
  birthday: z._default(z.nullable(Birthday), null),
  foundBy: z._default(LongText(maxFoundBy), ''),
  tags: z._default(z.array(Text(maxTagLength)).check(z.maxLength(maxTags)), []),
})
export type CardBody = z.output<typeof CardBody>

const entered = ['invalid_phone', 'invalid_input', 'client_phone_taken', 'no_profile'] as const

export const addClient = endpoint({
  method: 'POST',
  path: '/api/professional/clients',
  summary: 'Add a client to the book; a first name is enough',
  access: 'professional',
  body: z.extend(CardBody, { firstName: Text(maxName) }),
  reply: OwnClient,
  status: 201,
  idempotent: true,
  refusals: [...entered, 'clients_full'],
})

export const changeClient = endpoint({
  method: 'PATCH',
  path: '/api/professional/clients/:id',
  summary: "Change the data entered about a client; an empty name falls back to the client's own",
  access: 'professional',
  params: OneClient,
  body: z.extend(CardBody, { version: z.int() }),
  reply: OwnClientPage,
  refusals: [...entered, 'not_found', 'stale_version'],
})

export const removeClient = endpoint({
  method: 'DELETE',
  path: '/api/professional/clients/:id',
  summary: 'Delete a client without visits, with all notes',
  access: 'professional',
  params: OneClient,
  reply: Done,
  refusals: ['not_found', 'no_profile', 'client_has_visits'],
})

export const mergeClients = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/merge',
  summary: 'Merge two entries of the same client',
  access: 'professional',
  params: OneClient,
  body: z.object({ other: Id }),
  reply: OwnClientPage,
  refusals: ['not_found', 'no_profile', 'invalid_input'],
})

export const separateClients = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/separate',
  summary: 'Undo a merge of clients',
  access: 'professional',
  params: OneClient,
  body: z.object({ other: Id }),
  reply: OwnClientPage,
  refusals: ['not_found', 'no_profile'],
})

export const ClientImport = z.object({
  id: Uuid,
  added: z.int(),
  filled: z.int(),
  at: Instant,
  undoUntil: Instant,
})
export type ClientImport = z.output<typeof ClientImport>

export const clientBook = endpoint({
  method: 'GET',
  path: '/api/professional/clients/book',
  summary: 'Get the size of the client book, its tags, and imports that can be undone',
  access: 'professional',
  reply: z.object({
    total: z.int(),
    tags: z.array(z.object({ tag: z.string(), clients: z.int() })),
    imports: z.array(ClientImport),
  }),
  refusals: ['no_profile'],
})
