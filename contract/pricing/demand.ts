/** What a professional may say about the price of an hour, and the calls about it. `contract/pricing/demand-price.ts` computes by it. */
import * as z from 'zod/mini'
import { maxHourRules, maxSurgeBp } from '#contract/pricing/demand-limits.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, Instant, LocalDate, Text, Zone } from '#contract/platform/shapes.ts'
import { Key, RateWindow } from '#contract/pricing/space-pricing.ts'
import { SlotPrice } from '#contract/availability/slot.ts'

const Cents = z.int()
const PriceLimit = z.nullable(z.int().check(z.minimum(100), z.maximum(200_000_00)))

/** The channel by which a client comes: Kalli's search and pages, or the professional's own link. */
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

/** "Mañanas tranquilas, −15 %". Of the hour in which a service begins, by the clock of the place. */
export const DemandRule = z.object({
  id: Key,
  name: Text(40),
  /** On which a window begins; Monday = 1. */
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
  windows: z.array(RateWindow).check(z.minLength(1), z.maxLength(3)),
  /** Empty: all of them. */
  serviceIds: z.array(Id).check(z.maxLength(100)),
  change: HourChange,
  /** What it makes of a price never goes below or above; they never turn a discount into a rise. */
  minCents: PriceLimit,
  maxCents: PriceLimit,
  channel: z.nullable(Channel),
})
export type DemandRule = z.output<typeof DemandRule>

export const DemandRules = z.object({
  rules: z.array(DemandRule).check(z.maxLength(maxHourRules)),
  /** "−15 % si falta < 6 h y hay hueco": it only ever lowers. */
  lastMinute: z.nullable(
    z.object({
      withinMinutes: z.int().check(z.minimum(30), z.maximum(2880)),
      bp: z.int().check(z.minimum(-7000), z.maximum(-100)),
    }),
  ),
  surgeCapBp: z.int().check(z.minimum(0), z.maximum(maxSurgeBp)),
  /** A quiet hour keeps at least this part of its base price. */
  quietFloorBp: z.int().check(z.minimum(3000), z.maximum(10_000)),
  /** The same for everybody who never had an appointment with this professional. */
  firstVisit: z.nullable(z.object({ bp: z.int().check(z.minimum(-5000), z.maximum(-100)) })),
  /** Always at their base price. */
  frozenServices: z.array(Id).check(z.maxLength(100)),
  /** Whom no hour costs more than its base price. */
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

/** What must make sense together; the field and what is wrong, as its reader sees it. */
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
  /** The clients that the list of frozen prices may name: those with visits, the latest first. */
  clients: z.array(z.object({ id: Id, name: z.string(), visits: z.int() })),
  /** The latest first. */
  history: z.array(
    z.object({ version: z.int(), at: Instant, author: z.string(), changes: z.array(z.string()) }),
  ),
})
export type OwnDemandRules = z.output<typeof OwnDemandRules>

export const demandRules = endpoint({
  method: 'GET',
  path: '/api/professional/demand-rules',
  summary: 'My prices by demand, with the services and clients that they may name and their history',
  access: 'professional',
  reply: OwnDemandRules,
  refusals: ['not_found'],
})

export const saveDemandRules = endpoint({
  method: 'PUT',
  path: '/api/professional/demand-rules',
  summary: 'Replace my prices by demand; what was quoted, held or booked keeps its price',
  access: 'professional',
  body: z.object({ rules: DemandRules, version: z.int() }),
  reply: OwnDemandRules,
  refusals: ['not_found', 'stale_version', 'invalid_input'],
})

/** So many weeks are looked back on. */
export const heatWeeks = 8

export const DemandHeat = z.object({
  from: LocalDate,
  to: LocalDate,
  zone: Zone,
  /** Where searches are counted; null: nowhere in particular. */
  municipality: z.nullable(z.string()),
  cells: z.array(
    z.object({
      weekday: z.int(),
      hour: z.int(),
      /** Appointments that began then. */
      bookings: z.int(),
      /** Searches for the professional's services, in their area, that found no free professional. */
      searches: z.int(),
      /** People on my waitlist who want that hour. */
      waiting: z.int(),
    }),
  ),
  totals: z.object({ bookings: z.int(), searches: z.int(), waiting: z.int() }),
  /** When I work, to leave out the night. */
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
})
export type DemandHeat = z.output<typeof DemandHeat>

export const demandHeat = endpoint({
  method: 'GET',
  path: '/api/professional/demand-rules/heatmap',
  summary: 'My weeks by weekday and hour: appointments, searches in vain around me, people who wait',
  access: 'professional',
  reply: DemandHeat,
  refusals: ['not_found'],
})

/** So many days are tried at once, and so many weeks are reckoned again. */
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
          /** As the rules that are saved say; null: it would not be offered. */
          beforeCents: z.nullable(Cents),
          /** As the rules that are tried say; null: it would leave me nothing, so it would not be offered. */
          afterCents: z.nullable(Cents),
          price: z.nullable(SlotPrice),
          /** The rule that won, by name. */
          rule: z.nullable(z.string()),
          beaten: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** The appointments of the last weeks at the prices of the rules that are tried. */
  past: z.object({ visits: z.int(), wereCents: Cents, wouldBeCents: Cents }),
})
export type DemandPreview = z.output<typeof DemandPreview>

export const previewDemand = endpoint({
  method: 'POST',
  path: '/api/professional/demand-rules/preview',
  summary:
    'A week of one of my services under rules that need not be saved, and the last weeks again; nothing is kept',
  access: 'professional',
  body: z.object({
    rules: DemandRules,
    serviceId: Id,
    from: LocalDate,
    /** The channel by which a client would come to the hours of that week. */
    channel: z._default(Channel, 'marketplace'),
  }),
  reply: DemandPreview,
  refusals: ['not_found', 'invalid_input'],
  limit: 'slots',
})
