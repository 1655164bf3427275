/**
 * A week of a service under unsaved rules: the engine that offers slots, run once with the rules and once without each criterion.
 * Writes nothing.
 */
import { dayMs } from '#contract/platform/duration.ts'
import type { SlotReason } from '#contract/availability/availability.ts'
import { slotReasons } from '#contract/availability/slot-reasons.ts'
import { spaceTypes, SpaceType } from '#contract/professional/categories.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { equipment, EquipmentItem } from '#contract/space/fittings.ts'
import { formatCents } from '#contract/platform/money.ts'
import {
  noSpaceRules,
  ownPlace,
  rulesFor,
  simulatedDays,
  type Relaxation,
  type RulePlace,
  type ServiceRules,
  type simulateSpaceRules,
  type Simulation,
  type SpaceRules,
} from '#contract/availability/space-rules.ts'
import { rentPerHour } from '#server/availability/rules/choice.ts'
import * as engine from '#server/availability/rules/rules.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import type { ServiceRow } from '#server/availability/offer/service-row.ts'
import { offersOf, type Offer } from '#server/availability/offer/offer.ts'
import { requireSense, spaceRules } from '#server/availability/slots/space-rules.ts'
import { dateOf, dayOf } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { margin } from '#server/pricing/split.ts'

/** Refuses not_found for another professional's service, invalid_input for inconsistent rules. */
export const simulate = async (
  work: Work,
  { body: { rules, serviceId, from } }: Pick<Input<typeof simulateSpaceRules>, 'body'>,
): Promise<Simulation> => {
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  await requireSense(work, professionalId, rules)
  const first = dayOf(from)
  const [service] = await readServices(work, {
    serviceIds: [serviceId],
    from: new Date((first - 2) * dayMs),
    to: new Date((first + simulatedDays + 3) * dayMs),
    trying: true,
  })
  if (service?.professionalId !== professionalId) return refuse('not_found')
  const dates = Array.from({ length: simulatedDays }, (_, place) => dateOf(first + place))
  const judge = async (tried: SpaceRules) => weekOf(await offersUnder(work, service, tried), dates)
  const week = await judge(rules)
  const free = await judge(noSpaceRules)
  const { places } = await spaceRules(work)
  const relaxations: Relaxation[] = []
  for (const entry of entriesLess(rules, week, places)) {
    const more = startsOf(await judge(entry.rules)).size - startsOf(week).size
    if (more > 0) relaxations.push({ ...entry, more })
  }
  const on = (some: readonly PlaceWeek[], date: string) =>
    new Set(offeredIn(some).flatMap((start) => (start.date === date ? [start.startsAt] : []))).size
  return {
    from,
    to: dates.at(-1) ?? from,
    zone: service.zone,
    offered: startsOf(week).size,
    withoutRules: startsOf(free).size,
    days: dates.map((date) => ({ date, offered: on(week, date), withoutRules: on(free, date) })),
    places: week.map(({ offer, starts }) => ({
      id: offer.spaceId ?? ownPlace,
      name: offer.placeName,
      offered: starts.filter(({ reason }) => reason === null).length,
      reasons: reasonsOf(starts),
      starts: starts.map(({ date, startsAt, reason }) => ({
        date,
        startsAt: new Date(startsAt).toISOString(),
        offered: reason === null,
        reason,
      })),
    })),
    relaxations: relaxations.toSorted((a, b) => b.more - a.more).slice(0, maxShown),
  }
}

const maxShown = 6

type Start = { date: string; startsAt: number; reason: SlotReason | null }
type PlaceWeek = { offer: Offer; starts: Start[] }

const offersUnder = async (work: Work, service: ServiceRow, rules: SpaceRules) => {
  const [found] = offersOf(work, [service], undefined, { spaceRules: rules })
  return found?.places ?? []
}

const weekOf = (offers: readonly Offer[], dates: readonly string[]): PlaceWeek[] =>
  offers.map((offer) => ({
    offer,
    starts: dates.flatMap((date) =>
      engine.explain(offer.snapshot, date).starts.map(({ startsAt, decision }): Start => ({
        date,
        startsAt,
        reason: decision.ok ? null : decision.reason,
      })),
    ),
  }))

const offeredIn = (week: readonly PlaceWeek[]) =>
  week.flatMap(({ starts }) => starts.filter(({ reason }) => reason === null))
const startsOf = (week: readonly PlaceWeek[]) => new Set(offeredIn(week).map(({ startsAt }) => startsAt))

const reasonsOf = (starts: readonly Start[]): Simulation['places'][number]['reasons'] =>
  [...Map.groupBy(starts, ({ reason }) => reason)]
    .flatMap(([reason, some]) =>
      reason === null ? [] : [{ reason, text: slotReasons[reason], starts: some.length }],
    )
    .toSorted((a, b) => b.starts - a.starts)

// --- One criterion less ---

type WaitlistEntry = Omit<Relaxation, 'more'>

/** Each criterion that removed something this week, relaxed just far enough to matter. */
const entriesLess = (
  rules: SpaceRules,
  week: readonly PlaceWeek[],
  places: readonly RulePlace[],
): WaitlistEntry[] => {
  const serviceId = week[0]?.offer.serviceId ?? 0
  const now = rulesFor(rules, serviceId)
  const refusedBy = (reason: SlotReason) =>
    week.flatMap(({ offer, starts }) =>
      starts.flatMap((start) => (start.reason === reason ? [{ ...start, offer }] : [])),
    )
  const placesBy = (reason: SlotReason) => [
    ...new Set(refusedBy(reason).map(({ offer }) => offer.spaceId ?? ownPlace)),
  ]
  const known = (id: number) => places.find((place) => place.id === id)
  const change = (text: string, part: Partial<ServiceRules>): WaitlistEntry => ({
    text,
    rules: withRules(rules, serviceId, { ...now, ...part }),
  })
  const rents = refusedBy('rule_rent').map(({ offer, startsAt }) =>
    rentPerHour(offer.rent?.centsAt(startsAt) ?? 0, offer.rent?.chargedMinutes ?? 0),
  )
  const nets = refusedBy('rule_net').map(({ offer, startsAt }) => netAt(offer, startsAt))
  const kms = placesBy('rule_distance').flatMap((id) => known(id)?.km ?? [])
  const types = new Set(placesBy('rule_type').flatMap((id) => known(id)?.spaceType ?? []))
  const missing = new Set(
    placesBy('rule_equipment').flatMap((id) =>
      now.equipment.filter((item) => !(known(id)?.equipment ?? []).includes(item)),
    ),
  )
  return [
    ...edgesOf(rents.map((cents) => Math.ceil(cents / 1000) * 1000)).map((cents) =>
      change(`si aceptas renta de hasta ${formatCents(cents)} la hora`, { maxRentPerHourCents: cents }),
    ),
    ...edgesOf(nets.map((cents) => Math.floor(cents / 1000) * 1000))
      .filter((cents) => cents > 0)
      .map((cents) =>
        change(`si te basta con ganar ${formatCents(cents)}`, { minNet: { kind: 'amount', cents } }),
      ),
    ...edgesOf(kms.map((km) => Math.ceil(km * 2) / 2)).map((km) =>
      change(`si vas hasta ${km} km`, { maxKm: km, kmByHour: [] }),
    ),
    ...SpaceType.options
      .filter((type) => types.has(type))
      .map((type) =>
        change(`si aceptas ${spaceTypes[type].toLowerCase()}`, { spaceTypes: [...now.spaceTypes, type] }),
      ),
    ...EquipmentItem.options
      .filter((item) => missing.has(item))
      .map((item) =>
        change(`si no pides ${equipment[item].toLowerCase()}`, {
          equipment: now.equipment.filter((one) => one !== item),
        }),
      ),
    ...(refusedBy('rule_block').length > 0
      ? [change('si aceptas citas sueltas', { minBlockMinutes: 0 })]
      : []),
    ...(refusedBy('rule_gap').length > 0 ? [change('si aceptas huecos cortos', { minGapMinutes: 0 })] : []),
    ...(refusedBy('rule_own_agenda').length > 0
      ? [change('si dejas que el cliente reserve el espacio', { autoReserve: 'yes' })]
      : []),
    ...(refusedBy('rule_ask').length > 0
      ? [change('si el cliente reserva sin esperar tu respuesta', { autoReserve: 'yes' })]
      : []),
    ...(refusedBy('rule_other_place').length > 0
      ? [{ text: 'si ofreces otro lugar cuando el primero no puede', rules: { ...rules, elsewhere: true } }]
      : []),
    ...placesBy('rule_excluded').map((id) => ({
      text: `si vuelves a trabajar en ${known(id)?.name ?? 'ese lugar'}`,
      rules: { ...rules, excluded: rules.excluded.filter((one) => one !== id) },
    })),
  ]
}

/** The smallest change that would matter, and all of it. */
const edgesOf = (values: readonly number[]): number[] =>
  values.length === 0 ? [] : [...new Set([Math.min(...values), Math.max(...values)])]

const netAt = (offer: Offer, startsAt: number) =>
  margin(offer.terms, {
    serviceCents: offer.priceAt(startsAt).totalCents,
    rentCents: offer.rent?.centsAt(startsAt) ?? 0,
  }).netCents

/** For this service alone where it has rules of its own, else for all services with the default ones. */
const withRules = (rules: SpaceRules, serviceId: number, changed: ServiceRules): SpaceRules =>
  rules.services.some((one) => one.serviceId === serviceId)
    ? {
        ...rules,
        services: rules.services.map((one) =>
          one.serviceId === serviceId ? { ...one, rules: changed } : one,
        ),
      }
    : { ...rules, usual: changed }
