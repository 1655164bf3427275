/**
 * Where a professional works: the order of their places, and what each must offer for a service. Slots, search, hold
 * and the simulator use the same pure decision (server/availability/rules/choice.ts).
 */
import * as z from 'zod/mini'
import { SlotReason } from '#contract/availability/availability.ts'
import { SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { EquipmentItem } from '#contract/space/fittings.ts'
import { Id, Instant, LocalDate, Zone } from '#contract/platform/shapes.ts'

/** Minimum time before the start for a request, so that there is time to accept it (product.md §3). */
export const askLeadMinutes = 120

/** The professional's own place, among the ids of spaces. */
export const ownPlace = 0
const PlaceId = z.int().check(z.minimum(0))

const Minute = z.int().check(z.minimum(0), z.maximum(1440))
const Kilometres = z.number().check(z.minimum(0.5), z.maximum(200))

export const LeastNet = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('amount'), cents: z.int().check(z.minimum(1), z.maximum(10_000_000)) }),
  z.object({ kind: z.literal('share'), bp: z.int().check(z.minimum(100), z.maximum(9900)) }),
])
export type LeastNet = z.output<typeof LeastNet>

/** Requirements for a place, per service. Unset: no requirement. */
export const ServiceRules = z.object({
  /** Empty: any. */
  spaceTypes: z.array(SpaceType).check(z.maxLength(6)),
  /** All of them are required. */
  equipment: z.array(EquipmentItem).check(z.maxLength(30)),
  /** Including cleaning, spread over the paid hours. */
  maxRentPerHourCents: z.nullable(z.int().check(z.minimum(100), z.maximum(1_000_000))),
  /** After commission, rent and withholdings. */
  minNet: z.nullable(LeastNet),
  /** Straight-line distance from the professional's home. */
  maxKm: z.nullable(Kilometres),
  /** Another distance for services that begin in certain local hours; the first match applies. */
  kmByHour: z
    .array(z.object({ fromMinute: Minute, toMinute: Minute, maxKm: Kilometres }))
    .check(z.maxLength(4)),
  /** Minimum time at a place to be worth the trip: together with what is booked there at most an hour before and after. */
  minBlockMinutes: z.int().check(z.minimum(0), z.maximum(480)),
  /** A gap between two appointments is either zero or at least this. */
  minGapMinutes: z.int().check(z.minimum(0), z.maximum(240)),
  /** Whether clients book a time directly, the professional must accept each request, or only the professional may book the space. */
  autoReserve: z.enum(['yes', 'ask', 'no']),
})
export type ServiceRules = z.output<typeof ServiceRules>

export const SpaceRules = z.object({
  /** Preferred places, in order; others follow. */
  order: z.array(PlaceId).check(z.maxLength(60)),
  excluded: z.array(Id).check(z.maxLength(60)),
  /** If the first place has no time, the client is offered the next. */
  elsewhere: z.boolean(),
  usual: ServiceRules,
  /** Services with their own rules. */
  services: z.array(z.object({ serviceId: Id, rules: ServiceRules })).check(z.maxLength(100)),
})
export type SpaceRules = z.output<typeof SpaceRules>

export const noServiceRules: ServiceRules = {
  spaceTypes: [],
  equipment: [],
  maxRentPerHourCents: null,
  minNet: null,
  maxKm: null,
  kmByHour: [],
  minBlockMinutes: 0,
  minGapMinutes: 0,
  autoReserve: 'yes',
}
export const noSpaceRules: SpaceRules = {
  order: [],
  excluded: [],
  elsewhere: true,
  usual: noServiceRules,
  services: [],
}

export const rulesFor = ({ services, usual }: SpaceRules, serviceId: number): ServiceRules =>
  services.find((one) => one.serviceId === serviceId)?.rules ?? usual

/** Cross-field validation; each field with its problem, as text for the reader. */
export const problemsOf = (
  rules: SpaceRules,
  own: { placeIds: readonly number[]; serviceIds: readonly number[] },
): { field: string; problem: string }[] => {
  const problems: { field: string; problem: string }[] = []
  const say = (field: string, problem: string) => void problems.push({ field, problem })
  if (new Set(rules.order).size !== rules.order.length) say('order', 'un lugar aparece dos veces')
  if ([...rules.order, ...rules.excluded].some((id) => !own.placeIds.includes(id)))
    say('order', 'hay un lugar con el que no tienes convenio')
  if (rules.services.some(({ serviceId }) => !own.serviceIds.includes(serviceId)))
    say('services', 'hay un servicio que no es tuyo')
  if (new Set(rules.services.map(({ serviceId }) => serviceId)).size !== rules.services.length)
    say('services', 'un servicio aparece dos veces')
  for (const one of [rules.usual, ...rules.services.map((service) => service.rules)])
    if (one.kmByHour.some(({ fromMinute, toMinute }) => fromMinute >= toMinute))
      say('kmByHour', 'la hora de inicio va antes que la de fin')
  return problems
}

export const RulePlace = z.object({
  /** 0: the own place. */
  id: PlaceId,
  name: z.string(),
  businessName: z.string(),
  spaceType: z.nullable(SpaceType),
  equipment: z.array(EquipmentItem),
  km: z.number(),
  ratePerHourCents: z.nullable(z.int()),
  /** Its agreement takes bookings now. */
  active: z.boolean(),
})
export type RulePlace = z.output<typeof RulePlace>

export const OwnSpaceRules = z.object({
  rules: SpaceRules,
  version: z.int(),
  places: z.array(RulePlace),
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      durationMinutes: z.int(),
      priceCents: z.int(),
      active: z.boolean(),
    }),
  ),
})
export type OwnSpaceRules = z.output<typeof OwnSpaceRules>

export const spaceRules = endpoint({
  method: 'GET',
  path: '/api/professional/space-rules',
  summary: 'Get the rules for choosing spaces, with the places and services they name',
  access: 'professional',
  reply: OwnSpaceRules,
  refusals: ['not_found'],
})

export const saveSpaceRules = endpoint({
  method: 'PUT',
  path: '/api/professional/space-rules',
  summary: 'Replace the rules for choosing spaces; bookings are unchanged',
  access: 'professional',
  body: z.object({ rules: SpaceRules, version: z.int() }),
  reply: OwnSpaceRules,
  refusals: ['not_found', 'stale_version', 'invalid_input'],
})

/** A relaxed criterion, and how many more hours it would bring. */
export const Relaxation = z.object({
  text: z.string(),
  more: z.int(),
  /** The rules with it relaxed. */
  rules: SpaceRules,
})
export type Relaxation = z.output<typeof Relaxation>

export const Simulation = z.object({
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
  /** Distinct starts that a client could choose, at any place. */
  offered: z.int(),
  /** The same without any rules. */
  withoutRules: z.int(),
  days: z.array(z.object({ date: LocalDate, offered: z.int(), withoutRules: z.int() })),
  places: z.array(
    z.object({
      id: PlaceId,
      name: z.string(),
      offered: z.int(),
      /** Number of starts that each reason excludes, most first. */
      reasons: z.array(z.object({ reason: SlotReason, text: z.string(), starts: z.int() })),
      starts: z.array(
        z.object({
          date: LocalDate,
          startsAt: Instant,
          offered: z.boolean(),
          reason: z.nullable(SlotReason),
        }),
      ),
    }),
  ),
  relaxations: z.array(Relaxation),
})
export type Simulation = z.output<typeof Simulation>

/** Number of simulated days. */
export const simulatedDays = 7

export const simulateSpaceRules = endpoint({
  method: 'POST',
  path: '/api/professional/space-rules/simulate',
  summary: 'Simulate a week of a service under unsaved rules: which slots remain, and why others do not',
  access: 'professional',
  body: z.object({ rules: SpaceRules, serviceId: Id, from: LocalDate }),
  reply: Simulation,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
