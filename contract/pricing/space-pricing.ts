/** Price settings of a space, and their endpoints. `contract/pricing/rent.ts` computes with them. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, SignedToken, Text, Zone } from '#contract/platform/shapes.ts'

const Cents = z.int()
const HourlyCents = z.int().check(z.minimum(100), z.maximum(50_000_00))
export const Key = z.string().check(z.regex(/^[\w-]{1,40}$/))

/** Change of the base price: a percentage, an amount, or another price per hour. */
export const PriceChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(-9000), z.maximum(20_000)) }),
  z.object({
    kind: z.literal('amount'),
    cents: z.int().check(z.minimum(-50_000_00), z.maximum(50_000_00)),
  }),
  z.object({ kind: z.literal('hourly'), cents: HourlyCents }),
])
export type PriceChange = z.output<typeof PriceChange>

/** Wall-clock minutes. An end not later than the start is on the next day. */
export const RateWindow = z.object({
  fromMinute: z.int().check(z.minimum(0), z.maximum(1439)),
  toMinute: z.int().check(z.minimum(1), z.maximum(1440)),
})

/** "Viernes noche, +20 %". Days (Monday = 1) and dates on which a window begins. */
export const CalendarRate = z.object({
  id: Key,
  name: Text(40),
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  windows: z.array(RateWindow).check(z.minLength(1), z.maxLength(6)),
  /** A season; null: all year. */
  dates: z.nullable(z.object({ from: LocalDate, to: LocalDate })),
  change: PriceChange,
})
export type CalendarRate = z.output<typeof CalendarRate>

/** `total` is the price of the whole block. */
export const StepPrice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(-9000), z.maximum(5000)) }),
  z.object({ kind: z.literal('hourly'), cents: HourlyCents }),
  z.object({ kind: z.literal('total'), cents: z.int().check(z.minimum(100), z.maximum(1_000_000_00)) }),
])
export type StepPrice = z.output<typeof StepPrice>

/** The minimum minutes of each step, and the block length of a `total` price. */
export const ladderSteps = {
  hour: { label: '1 hora', fromMinutes: 0, blockMinutes: 60 },
  fewHours: { label: '2 a 3 horas', fromMinutes: 120, blockMinutes: 180 },
  halfDay: { label: 'Medio día', fromMinutes: 240, blockMinutes: 360 },
  day: { label: 'Día', fromMinutes: 480, blockMinutes: 1440 },
  week: { label: 'Semana', fromMinutes: 7 * 1440, blockMinutes: 7 * 1440 },
  month: { label: 'Mes', fromMinutes: 28 * 1440, blockMinutes: 31 * 1440 },
} as const
export type LadderStep = keyof typeof ladderSteps

const Step = z.nullable(StepPrice)
const Ladder = z.object({ hour: Step, fewHours: Step, halfDay: Step, day: Step, week: Step, month: Step })

export const HourPack = z.object({
  id: Key,
  hours: z.int().check(z.minimum(2), z.maximum(200)),
  priceCents: z.int().check(z.minimum(100), z.maximum(1_000_000_00)),
  validityDays: z.int().check(z.minimum(7), z.maximum(730)),
  transferable: z.boolean(),
})
export type HourPack = z.output<typeof HourPack>

const Multiplier = z.int().check(z.minimum(10_000), z.maximum(50_000))

export const PriceRules = z.object({
  rates: z.array(CalendarRate).check(z.maxLength(30)),
  ladder: Ladder,
  packs: z.array(HourPack).check(z.maxLength(6)),
  /** A share of the service's price instead of rent by the hour. */
  perUse: z.nullable(
    z.object({
      shareBp: z.int().check(z.minimum(100), z.maximum(9000)),
      minCents: z.int().check(z.minimum(0), z.maximum(50_000_00)),
    }),
  ),
  /** "Horas muertas": shortly before the start an unbooked hour is reduced to this, never raised. */
  lastMinute: z.nullable(
    z.object({
      withinMinutes: z.int().check(z.minimum(30), z.maximum(2880)),
      change: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(-9000), z.maximum(-100)) }),
        z.object({ kind: z.literal('hourly'), cents: HourlyCents }),
      ]),
    }),
  ),
  earlyBird: z.nullable(
    z.object({
      aheadDays: z.int().check(z.minimum(2), z.maximum(180)),
      discountBp: z.int().check(z.minimum(100), z.maximum(9000)),
    }),
  ),
  cleaning: z.nullable(
    z.object({
      kind: z.enum(['fixed', 'per_minute']),
      cents: z.int().check(z.minimum(1), z.maximum(5_000_00)),
      /** Also for professionals with an agreement and team members. */
      forAll: z.boolean(),
    }),
  ),
  /** A deposit authorised on arrival and later released: not part of the price. */
  depositCents: z.nullable(z.int().check(z.minimum(100), z.maximum(50_000_00))),
  /** With an agreement: always its rate, or whichever is lower. */
  agreements: z.enum(['fixed', 'best']),
  inHouse: z.nullable(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(-9000), z.maximum(0)) }),
      z.object({ kind: z.literal('hourly'), cents: HourlyCents }),
    ]),
  ),
  /** After the end: free minutes, then steps at a multiple of the hour's price (product.md §4, B17). */
  overtime: z.object({
    freeMinutes: z.int().check(z.minimum(0), z.maximum(60)),
    stepMinutes: z.int().check(z.minimum(5), z.maximum(60)),
    firstHourBp: Multiplier,
    laterBp: Multiplier,
  }),
  /** A renter who leaves early, or proves a late arrival, owes only the minutes used; otherwise what was booked (B14). */
  actualUse: z._default(z.boolean(), false),
})
export type PriceRules = z.output<typeof PriceRules>

const noLadder = { hour: null, fewHours: null, halfDay: null, day: null, week: null, month: null }

/** A space with only a base price. */
export const noRules: PriceRules = {
  rates: [],
  ladder: noLadder,
  packs: [],
  perUse: null,
  lastMinute: null,
  earlyBird: null,
  cleaning: null,
  depositCents: null,
  agreements: 'fixed',
  inHouse: null,
  overtime: { freeMinutes: 10, stepMinutes: 15, firstHourBp: 10_000, laterBp: 15_000 },
  actualUse: false,
}

/** Lines of a rent; the amounts add up to the total. */
export const RentLine = z.object({
  kind: z.enum(['time', 'per_use', 'adjustment', 'cleaning', 'overtime']),
  label: z.string(),
  detail: z.string(),
  amountCents: Cents,
})
export type RentLine = z.output<typeof RentLine>

/** Minutes under one rule: which rule won, why, and which others covered them. */
const RentStretch = z.object({
  startsAt: Instant,
  endsAt: Instant,
  minutes: z.int(),
  hourlyCents: Cents,
  rule: z.string(),
  why: z.string(),
  beaten: z.array(z.object({ rule: z.string(), why: z.string() })),
})
export type RentStretch = z.output<typeof RentStretch>

const Evaluated = {
  startsAt: Instant,
  endsAt: Instant,
  /** At least the minimum of the space. */
  chargedMinutes: z.int(),
  totalCents: Cents,
  lines: z.array(RentLine),
  stretches: z.array(RentStretch),
  depositCents: z.nullable(Cents),
}

/** Limits that catch typing errors, computed from real prices nearby. */
const Rails = z.object({
  lowCents: Cents,
  highCents: Cents,
  /** The usual price range nearby. */
  usualFromCents: Cents,
  usualToCents: Cents,
  neighbours: z.int(),
  where: z.string(),
})
export type Rails = z.output<typeof Rails>

export const SpacePricing = z.object({
  spaceId: Id,
  spaceName: z.string(),
  businessName: z.string(),
  zone: Zone,
  version: z.int(),
  baseCents: Cents,
  minimumMinutes: z.int(),
  rules: PriceRules,
  /** The lowest hourly price of a week, as shown in search. */
  fromCents: Cents,
  rails: z.nullable(Rails),
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
  professionals: z.array(z.object({ id: Id, name: z.string(), ratePerHourCents: Cents })),
  /** Newest first. */
  history: z.array(
    z.object({ version: z.int(), at: Instant, author: z.string(), changes: z.array(z.string()) }),
  ),
})
export type SpacePricing = z.output<typeof SpacePricing>

export const spacePricing = endpoint({
  method: 'GET',
  path: '/api/spaces/:id/pricing',
  summary: 'Get the price rules of a space, with their history and prices nearby',
  access: 'host',
  params: z.object({ id: Id }),
  reply: SpacePricing,
  refusals: ['not_found'],
})

const Draft = { baseCents: HourlyCents, rules: PriceRules }

export const saveSpacePricing = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/pricing',
  summary: 'Save the base price and rules of a space; quoted or booked rents stay',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({ ...Draft, version: z.int() }),
  reply: SpacePricing,
  refusals: ['not_found', 'stale_version', 'invalid_input', 'price_outside_zone'],
})

const startMinute = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1439))
const stayMinutes = z.coerce.number().check(z.int(), z.minimum(15), z.maximum(31 * 1440))

export const RentEvaluation = z.object({
  ...Evaluated,
  /** Additional rent for overtime; empty if not requested. */
  overtime: z.array(RentLine),
})
export type RentEvaluation = z.output<typeof RentEvaluation>

export const evaluateSpacePricing = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/pricing/evaluate',
  summary: 'Evaluate the price of a stay under saved or unsaved rules, minute by minute; saves nothing',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({
    date: LocalDate,
    startMinute,
    minutes: stayMinutes,
    /** Time from booking to the start; null: booked now. */
    leadMinutes: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(400 * 1440))), null),
    professionalId: z._default(z.nullable(Id), null),
    inHouse: z._default(z.boolean(), false),
    serviceCents: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000_00))), null),
    packId: z._default(z.nullable(Key), null),
    overtimeMinutes: z._default(z.int().check(z.minimum(0), z.maximum(720)), 0),
    draft: z._default(z.nullable(z.object(Draft)), null),
  }),
  reply: RentEvaluation,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})

/** A quote for renting a space, and whether it is free then. */
export const SpaceQuote = z.object({
  ...Evaluated,
  /** Why it cannot be rented then; null if it can. */
  problem: z.nullable(z.string()),
  minimumMinutes: z.int(),
  /** Cancellation fee until each instant; the last lasts until the start. */
  policy: z.array(z.object({ until: Instant, feeCents: Cents })),
  packs: z.array(HourPack),
  /** Whether the viewer may rent these hours, and the token that holds them at this price. */
  rent: z.object({
    /** `apply`: not yet, but they may apply for it; `visitor`: the viewer is anonymous. */
    may: z.enum(['yes', 'visitor', 'other_profile', 'apply', 'own', 'no']),
    reason: z.nullable(z.string()),
    token: z.nullable(SignedToken),
  }),
})
export type SpaceQuote = z.output<typeof SpaceQuote>

export const quoteSpace = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/quote',
  summary: 'Quote the rent of a space for a time, line by line; saves nothing',
  access: 'anyone',
  params: z.object({ id: Id }),
  body: z.object({ date: LocalDate, startMinute, minutes: stayMinutes }),
  reply: SpaceQuote,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
