/** Settings of a professional's prices by demand, and their endpoints. `contract/pricing/demand-price.ts` computes with them. */
import * as z from 'zod/mini'
import { maxHourRules, maxSurgeBp } from '#contract/pricing/demand-limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, Text, Zone } from '#contract/platform/shapes.ts'
import { Key, RateWindow } from '#contract/pricing/space-pricing.ts'
import { SlotPrice } from '#contract/availability/slot.ts'

const Cents = z.int()
const PriceLimit = z.nullable(z.int().check(z.minimum(100), z.maximum(200_000_00)))

/** The channel of a booking: Kalli's search and pages, or the professional's own link. */
export const Channel = z.enum(['marketplace', 'own_link'])
export type Channel = z.output<typeof Channel>

export const HourChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), bp: z.int().check(z.minimum(-7000), z.maximum(maxSurgeBp)) }),
  z.object({
    kind: z.literal('amount'),
    cents: z.int().check(z.minimum(-50_000_00), z.maximum(50_000_00)),
  }),
])
export type HourChange = z.output<typeof HourChange>

/** "Mañanas tranquilas, −15 %". For the hour in which a service begins, in local time of the place. */
export const DemandRule = z.object({
  id: Key,
  name: Text(40),
  /** Days on which a window begins; Monday = 1. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  windows: z.array(RateWindow).check(z.minLength(1), z.maxLength(3)),
  /** Empty: all services. */
  serviceIds: z.array(Id).check(z.maxLength(100)),
  change: HourChange,
  /** Limits of the resulting price; they never turn a discount into an increase. */
  minCents: PriceLimit,
  maxCents: PriceLimit,
  channel: z.nullable(Channel),
})
export type DemandRule = z.output<typeof DemandRule>

export const DemandRules = z.object({
  rules: z.array(DemandRule).check(z.maxLength(maxHourRules)),
  /** "−15 % si falta < 6 h y hay hueco": it only lowers prices. */
  lastMinute: z.nullable(
    z.object({
      withinMinutes: z.int().check(z.minimum(30), z.maximum(2880)),
      bp: z.int().check(z.minimum(-7000), z.maximum(-100)),
    }),
  ),
  surgeCapBp: z.int().check(z.minimum(0), z.maximum(maxSurgeBp)),
  /** The minimum price in a quiet hour, as a share of the base price. */
  quietFloorBp: z.int().check(z.minimum(3000), z.maximum(10_000)),
  /** Discount for every client without an earlier appointment with this professional. */
  firstVisit: z.nullable(z.object({ bp: z.int().check(z.minimum(-5000), z.maximum(-100)) })),
  /** Services that always cost their base price. */
  frozenServices: z.array(Id).check(z.maxLength(100)),
  /** Clients who never pay more than the base price. */
  frozenClients: z.array(Id).check(z.maxLength(200)),
})
export type DemandRules = z.output<typeof DemandRules>

export const noDemandRules: DemandRules = {
  rules: [],
  lastMinute: null,
  surgeCapBp: maxSurgeBp,
  quietFloorBp: 5000,
  firstVisit: null,
  frozenServices: [],
  frozenClients: [],
}

/** Cross-field validation; each field with its problem, as text for the reader. */
export const problemsOf = (
  rules: DemandRules,
  own: { serviceIds: readonly number[]; clientIds: readonly number[] },
): { field: string; message: string }[] => {
  const problems: { field: string; message: string }[] = []
  const say = (field: string, message: string) => void problems.push({ field, message })
  for (const [place, rule] of rules.rules.entries()) {
    const field = `rules.rules.${place}`
    if ((rule.change.kind === 'percent' ? rule.change.bp : rule.change.cents) === 0)
      say(field, `«${rule.name}» no cambia el precio.`)
    if (rule.minCents !== null && rule.maxCents !== null && rule.minCents > rule.maxCents)
      say(field, `En «${rule.name}» el precio mínimo es mayor que el máximo.`)
    if (rule.serviceIds.some((id) => !own.serviceIds.includes(id)))
      say(field, `«${rule.name}» nombra un servicio que no es tuyo.`)
  }
  if (new Set(rules.rules.map(({ id }) => id)).size < rules.rules.length)
    say('rules.rules', 'Hay dos reglas con el mismo nombre interno.')
  if (rules.frozenServices.some((id) => !own.serviceIds.includes(id)))
    say('rules.frozenServices', 'Hay un servicio que no es tuyo.')
  if (rules.frozenClients.some((id) => !own.clientIds.includes(id)))
    say('rules.frozenClients', 'Hay una persona a la que no has atendido.')
  return problems
}

export const OwnDemandRules = z.object({
  rules: DemandRules,
  version: z.int(),
  zone: Zone,
  professionalId: Id,
  services: z.array(
    z.object({
      id: Id,
      name: z.string(),
      durationMinutes: z.int(),
      priceCents: Cents,
      active: z.boolean(),
    }),
  ),
  /** Clients who can be on the list of frozen prices: those with visits, the latest first. */
  clients: z.array(z.object({ id: Id, name: z.string(), visits: z.int() })),
  /** Newest first. */
  history: z.array(
    z.object({ version: z.int(), at: Instant, author: z.string(), changes: z.array(z.string()) }),
  ),
})
export type OwnDemandRules = z.output<typeof OwnDemandRules>

export const demandRules = endpoint({
  method: 'GET',
  path: '/api/professional/demand-rules',
  summary: 'Get the demand pricing rules, with the services and clients they can name and their history',
  access: 'professional',
  reply: OwnDemandRules,
  refusals: ['not_found'],
})

export const saveDemandRules = endpoint({
  method: 'PUT',
  path: '/api/professional/demand-rules',
  summary: 'Replace the demand pricing rules; quoted, held or booked prices stay',
  access: 'professional',
  body: z.object({ rules: DemandRules, version: z.int() }),
  reply: OwnDemandRules,
  refusals: ['not_found', 'stale_version', 'invalid_input'],
})

/** Number of weeks in the heat map. */
export const heatWeeks = 8

export const DemandHeat = z.object({
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
  /** Where searches are counted; null if unknown. */
  municipality: z.nullable(z.string()),
  cells: z.array(
    z.object({
      weekday: z.int(),
      hour: z.int(),
      /** Appointments that began then. */
      bookings: z.int(),
      /** Searches in their area for the professional's services that found no free professional. */
      searches: z.int(),
      /** Waitlist entries for that hour. */
      waiting: z.int(),
    }),
  ),
  totals: z.object({ bookings: z.int(), searches: z.int(), waiting: z.int() }),
  /** Working hours, to leave out the night. */
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
})
export type DemandHeat = z.output<typeof DemandHeat>

export const demandHeat = endpoint({
  method: 'GET',
  path: '/api/professional/demand-rules/heatmap',
  summary: 'Get demand by weekday and hour: appointments, searches without results nearby, waitlist entries',
  access: 'professional',
  reply: DemandHeat,
  refusals: ['not_found'],
})

/** Number of days previewed, and of weeks recalculated. */
export const previewDays = 7
export const pastWeeks = 4

export const DemandPreview = z.object({
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
  baseCents: Cents,
  days: z.array(
    z.object({
      date: LocalDate,
      slots: z.array(
        z.object({
          startsAt: Instant,
          /** By the saved rules; null: it would not be offered. */
          beforeCents: z.nullable(Cents),
          /** By the new rules; null: not offered, since nothing would be left to the professional. */
          afterCents: z.nullable(Cents),
          price: z.nullable(SlotPrice),
          /** Name of the rule that applies. */
          rule: z.nullable(z.string()),
          beaten: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** Appointments of the last weeks at the prices of the new rules. */
  past: z.object({ visits: z.int(), wereCents: Cents, wouldBeCents: Cents }),
})
export type DemandPreview = z.output<typeof DemandPreview>

export const previewDemand = endpoint({
  method: 'POST',
  path: '/api/professional/demand-rules/preview',
  summary:
    'Preview a week of a service under unsaved demand pricing, and the last weeks again; saves nothing',
  access: 'professional',
  body: z.object({
    rules: DemandRules,
    serviceId: Id,
    from: LocalDate,
    /** Channel of the previewed hours. */
    channel: z._default(Channel, 'marketplace'),
  }),
  reply: DemandPreview,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
