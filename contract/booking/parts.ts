/** Parts common to a hold and a booking: time, person, place, terms. */
import * as z from 'zod/mini'
import { Modality } from '#contract/service/setting.ts'
import { Person } from '#contract/account/companion.ts'
import { Id, Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** A price, explained line by line; the quoted amount is charged. */
export const Quote = z.object({
  /** `person`: the person of the line, where several come. */
  lines: z.array(z.object({ label: z.string(), amountCents: z.int(), person: z.optional(Person) })),
  totalCents: z.int(),
  /** Recipients of the total, before tax withholding. */
  goesTo: z.array(
    z.object({ to: z.enum(['professional', 'host', 'platform']), label: z.string(), amountCents: z.int() }),
  ),
  expiresAt: Instant,
  hash: z.string(),
})
export type Quote = z.output<typeof Quote>

export const BookingPolicy = z.object({
  tier: z.string(),
  label: z.string(),
  /** One sentence with dates, in the place's wall-clock. */
  text: z.string(),
  freeUntil: Instant,
  lateFeeCents: z.int(),
  noShowFeeCents: z.int(),
})
export type BookingPolicy = z.output<typeof BookingPolicy>

const BookingPlace = z.object({
  spaceId: z.nullable(Id),
  modality: Modality,
  /** Link of an online visit; only once confirmed, and null where it is sent by message. */
  link: z.nullable(z.string()),
  name: z.string(),
  businessName: z.nullable(z.string()),
  unitName: z.nullable(z.string()),
  neighbourhood: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  /** Only once confirmed; the client always sees their own home's. */
  address: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** How to get in, by the house rules (contract/space/house-rules.ts); only once confirmed. */
  access: z.nullable(z.enum(['reception', 'host', 'code', 'keys'])),
  /** Directions to the entrance, in the host's words; only once confirmed. */
  directions: z.nullable(z.string()),
})

export const BookingParts = {
  startsAt: Instant,
  endsAt: Instant,
  zone: Zone,
  professional: z.object({
    id: Id,
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.nullable(z.string()),
  }),
  place: BookingPlace,
  policy: BookingPolicy,
}

/** Another date of a series, confirmed by the same acceptance and paid by the same card. */
export const FurtherVisit = z.object({ id: Uuid, startsAt: Instant, totalCents: z.int() })

/** The signed link of a client who booked without an account. */
export const Visitor = z.object({ t: z.optional(z.string().check(z.maxLength(600))) })
export const OneBooking = z.object({ id: Uuid })
