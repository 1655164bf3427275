/** Free stretches of a professional's time in which one of their services could be sold, by the engine that offers slots. */
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { type Gap, gapDays, type gaps as endpoint } from '#contract/platform/gaps.ts'
import { union } from '#server/availability/zone/intervals.ts'
import { slots } from '#server/availability/rules/rules.ts'
import { readServices } from '#server/availability/offer/service-reading.ts'
import { offersOf, type Offer } from '#server/availability/offer/offer.ts'
import { dayOf, isoOf } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Start = { offer: Offer; startsAt: number; endsAt: number }

/** Dates of each place. Refuses no_profile, and invalid_input for more than 14 days. */
export const gaps = async (work: Work, { query }: Input<typeof endpoint>): Promise<Gap[]> => {
  const [from, to] = [dayOf(query.from), dayOf(query.to)]
  if (to < from || to - from >= gapDays) refuse('invalid_input')
  const services = await work.db
    .selectFrom('services')
    .select('id')
    .where('professional_id', '=', work.viewer.professionalId ?? refuse('no_profile'))
    .where('visibility', '<>', 'hidden')
    // Classes are scheduled, not sold into free time.
    .where('class_capacity', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  if (services.length === 0) return []
  const rows = await readServices(work, {
    serviceIds: services.map(({ id }) => id),
    from: new Date((from - 2) * dayMs),
    to: new Date((to + 4) * dayMs),
  })
  const inOrder = services.flatMap(({ id }) => rows.filter((row) => row.id === id))
  const starts = offersOf(work, inOrder)
    .flatMap(({ places }) => places)
    .flatMap((offer) =>
      slots(offer.snapshot, query.from, query.to).flatMap((day) =>
        day.slots.map(({ startsAt, endsAt }): Start => ({ offer, startsAt, endsAt })),
      ),
    )
  const edges = union(starts.map(({ startsAt, endsAt }) => [startsAt, endsAt] as const))
  return edges.flatMap((startsAt, place) => {
    const endsAt = edges[place + 1]
    if (place % 2 === 1 || endsAt === undefined) return []
    const inside = starts.filter((one) => startsAt <= one.startsAt && one.startsAt < endsAt)
    return [{ startsAt: isoOf(startsAt), endsAt: isoOf(endsAt), offers: offered(inside) }]
  })
}

const offered = (starts: readonly Start[]): Gap['offers'] =>
  [...Map.groupBy(starts, ({ offer }) => offer)].map(([offer, own]) => ({
    serviceId: offer.serviceId,
    name: offer.serviceName,
    spaceId: offer.spaceId,
    place: offer.placeName,
    zone: offer.zone,
    starts: own.map(({ startsAt }) => isoOf(startsAt)),
  }))
