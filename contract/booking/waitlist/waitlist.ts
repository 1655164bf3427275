/**
 * The waitlist (product.md §4, Espera): a client who finds no hour enters the dates between which one would suit them.
 * A slot that opens is held for the earliest entry and offered by a link; two lapsed offers pause the entry.
 */
import * as z from 'zod/mini'
import { dayPartIds } from '#contract/platform/day-part.ts'
import { Email } from '#contract/account/account.ts'
import { AddOnRef, maxAddOnsOfVisit } from '#contract/service/add-on.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { areOf, maxPartsOfVisit, maxPersons, maxServicesOfPerson } from '#contract/platform/persons.ts'
import { Modality } from '#contract/service/setting.ts'
import {
  Id,
  Instant,
  LocalDate,
  LongText,
  SignedToken,
  Text,
  TypedAddress,
  Uuid,
  Zone,
} from '#contract/platform/shapes.ts'
import type { Allowed } from '#contract/platform/allowed.ts'

export const DayPart = z.enum(dayPartIds)
export type DayPart = z.output<typeof DayPart>

/** `unconfirmed`: a visitor has not yet opened the link in their email. */
export const WaitlistEntryState = z.enum([
  'unconfirmed',
  'active',
  'offered',
  'taken',
  'paused',
  'expired',
  'withdrawn',
])
export type WaitlistEntryState = z.output<typeof WaitlistEntryState>

/** The table of moves; answers to an offer are those of its link (contract/booking/series/link.ts). */
export const entryMoves = {
  confirm: { from: ['unconfirmed'] },
  resume: { from: ['paused'] },
  stop: { from: ['unconfirmed', 'active', 'offered', 'paused'] },
} as const satisfies Record<string, { from: readonly WaitlistEntryState[] }>
export const WaitlistEntryMove = z.enum(['confirm', 'resume', 'stop'])
export type WaitlistEntryMove = z.output<typeof WaitlistEntryMove>

/** The reason is the text of the disabled button. */
export const mayMoveWaitlistEntry = (
  move: WaitlistEntryMove,
  { state }: { state: WaitlistEntryState },
): Allowed => {
  const { from }: { from: readonly WaitlistEntryState[] } = entryMoves[move]
  if (from.includes(state)) return { allowed: true }
  const over = state === 'taken' || state === 'expired' || state === 'withdrawn'
  return {
    allowed: false,
    reason: over ? 'Esta espera ya terminó.' : 'El estado de tu espera no lo permite.',
  }
}

/** Maximum days between the first and the last date, and maximum concurrent waitlist entries. */
export const waitlistLimits = { days: 31, entries: 10, passes: 2 } as const
/** Answer time of an offer, shorter when the start is near (product.md §3). */
export const offerWait = { minutes: 15, soonMinutes: 5, soonHours: 3 } as const

const Wished = {
  from: LocalDate,
  to: LocalDate,
  parts: z.array(DayPart),
  modality: Modality,
  place: z.nullable(z.string()),
}

export const WaitlistEntry = z.object({
  id: Uuid,
  state: WaitlistEntryState,
  ...Wished,
  /** `name` covers the whole visit. */
  service: z.object({ id: Id, name: z.string() }),
  more: z.array(Id),
  addOns: z.array(AddOnRef),
  /** For several people: the number of services of each. Empty: one person. */
  persons: z.array(z.int()),
  /** For a visit at home: the address as the client wrote it; null by a link alone. */
  home: z.nullable(z.string()),
  professional: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
  passes: z.int(),
  requestedAt: Instant,
  /** The current offer, with the secret of its page. */
  offer: z.nullable(
    z.object({
      startsAt: Instant,
      endsAt: Instant,
      zone: Zone,
      place: z.string(),
      totalCents: z.int(),
      expiresAt: Instant,
      token: z.string(),
    }),
  ),
})
export type WaitlistEntry = z.output<typeof WaitlistEntry>

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  summary: 'Join the waitlist of a service; a visitor confirms a telephone by code or an email by link',
  access: 'anyone',
  body: z
    .object({
      professional: Id,
      service: Id,
      /** Further services of the visit with the same professional, and add-ons to any of them. */
      more: z._default(z.array(Id).check(z.maxLength(maxPartsOfVisit - 1)), []),
      addOns: z._default(z.array(AddOnRef).check(z.maxLength(maxAddOnsOfVisit)), []),
      /** For several people, as in a slot search: [2,1] means that the first two services are for the first person. */
      persons: z._default(
        z.array(z.int().check(z.minimum(1), z.maximum(maxServicesOfPerson))).check(z.maxLength(maxPersons)),
        [],
      ),
      space: z._default(z.nullable(Id), null),
      /** Where, if not only at the professional's place: online, or at a home (its token, from /api/homes). */
      modality: z.optional(Modality),
      home: z.optional(SignedToken),
      from: LocalDate,
      to: LocalDate,
      parts: z.array(DayPart).check(z.minLength(1), z.maxLength(3)),
      /** For visitors; a signed-in user is known. */
      contact: z._default(
        z.nullable(
          z.object({
            firstName: Text(80),
            lastName: z._default(LongText(80), ''),
            /** One of the two; the telephone counts where both are given. */
            email: z.optional(Email),
            phone: z.optional(TypedAddress(30, 1)),
          }),
        ),
        null,
      ),
    })
    .check(
      z.refine(
        ({ service, more, persons }) =>
          areOf(persons.length === 0 ? [1 + more.length] : persons, [service, ...more]),
        'A cada persona le toca algo, y cada servicio una vez.',
      ),
      z.refine(
        ({ space, modality = 'place' }) => space === null || modality === 'place',
        'A domicilio y en línea no hay un espacio que elegir.',
      ),
    ),
  reply: z.object({
    state: WaitlistEntryState,
    /** Recipient of the confirmation email of a visitor; null if nothing is left to confirm. */
    sentTo: z.nullable(z.string()),
    outbox: z.nullable(z.string()),
  }),
  status: 201,
  idempotent: true,
  limit: 'holds',
  refusals: [
    'invalid_input',
    'not_found',
    'time_is_past',
    'already_waiting',
    'too_many_wishes',
    'times_are_free',
    'option_needed',
    'place_too_small',
    'first_visit_only',
    'home_needed',
    'outside_home_radius',
    'too_many_requests',
    'own_booking',
    'contact_unconfirmed',
    'invalid_phone',
    'sms_unavailable',
  ],
})

export const ownWaitlist = endpoint({
  method: 'GET',
  path: '/api/waitlist',
  summary: 'List own waitlist entries, offers first',
  access: 'account',
  reply: z.array(WaitlistEntry),
})

export const moveWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/waitlist/:id/:move',
  summary: 'Resume or end a waitlist entry',
  access: 'account',
  params: z.object({ id: Uuid, move: z.enum(['resume', 'stop']) }),
  reply: WaitlistEntry,
  idempotent: true,
  limit: 'holds',
  refusals: ['not_found', 'move_not_allowed', 'already_waiting'],
})

const WaitlistEntryToken = z.object({ token: z.string().check(z.minLength(20), z.maxLength(400)) })

export const linkedWaitlistEntry = endpoint({
  method: 'GET',
  path: '/api/waitlist-tokens/:token',
  summary: "Get a visitor's waitlist entry by the link of its email; changes nothing",
  access: 'anyone',
  params: WaitlistEntryToken,
  reply: WaitlistEntry,
  limit: 'slots',
  refusals: ['not_found'],
})

export const moveLinkedWaitlistEntry = endpoint({
  method: 'POST',
  path: '/api/waitlist-tokens/:token/:move',
  summary: 'Confirm, resume or end a waitlist entry by its link',
  access: 'anyone',
  params: z.extend(WaitlistEntryToken, { move: WaitlistEntryMove }),
  reply: WaitlistEntry,
  idempotent: true,
  limit: 'holds',
  refusals: ['not_found', 'move_not_allowed', 'already_waiting', 'too_many_wishes'],
})

/** How many entries wait for what, and when: no names or contact details. */
export const WaitingFor = z.object({
  id: Uuid,
  service: z.string(),
  state: WaitlistEntryState,
  ...Wished,
  /** Number of people per visit. */
  persons: z.int(),
  requestedAt: Instant,
  /** The hour currently offered to one of them. */
  offered: z.nullable(z.object({ startsAt: Instant, zone: Zone, expiresAt: Instant })),
})
export type WaitingFor = z.output<typeof WaitingFor>

export const professionalWaitlist = endpoint({
  method: 'GET',
  path: '/api/professional/waitlist',
  summary: 'List the waitlist of a professional: services, dates and order',
  access: 'professional',
  reply: z.object({
    /** By service, most wanted first. */
    counts: z.array(z.object({ service: z.string(), waiting: z.int() })),
    entries: z.array(WaitingFor),
  }),
})
