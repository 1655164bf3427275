/** The rent of the searched hours, for spaces that are free then: the same as a quote (server/booking/checkout/stay.ts). */
import { sql } from 'kysely'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { explainRent } from '#contract/pricing/rent-explained.ts'
import type { FoundStay } from '#contract/search/search.ts'
import type { Free } from '#server/availability/slots/free-periods.ts'
import { firstStays, type FreeSpace, isFreeFor } from '#server/availability/slots/free.ts'
import { agreedRent, priced, type PricedSpace, stayAt } from '#server/booking/checkout/stay.ts'
import type { Work } from '#server/platform/work.ts'
import { readyPrices } from '#server/pricing/space-pricing.ts'

/** How many fit on a card. */
const staysOnCard = 3
/** The page of a space rents at most this at once; a longer window is one in which hours are searched. */
const longestWindowMs = 8 * hourMs
const minMinutes = 30

type Searched = { free: Free; startsAt?: string; endsAt?: string; hours?: unknown }

/** For each space: the whole window, where free, and the first stays of its shortest length. Professionals see their agreement's price. */
export const staysAt = async (
  work: Work,
  spaces: ReadonlyMap<number, FreeSpace>,
  { free, startsAt, endsAt, hours }: Searched,
): Promise<Map<number, { window: FoundStay | null; slots: FoundStay[] }>> => {
  const { rows } = await sql<PricedSpace>`
    select ${priced}, ${agreedRent(work, work.viewer.professionalId)} as agreement from spaces s
    where s.id = any(${[...spaces.keys()]}::bigint[])`.execute(work.db)
  const whole =
    startsAt === undefined || endsAt === undefined || hours !== undefined ? null : wholeOf(startsAt, endsAt)
  return new Map(
    rows.flatMap((space) => {
      const there = spaces.get(space.spaceId)
      if (there === undefined) return []
      const shortest = chargedMinutes(work, space, Math.ceil(work.now.getTime() / hourMs) * hourMs)
      return [
        [
          space.spaceId,
          {
            window:
              whole !== null && whole.minutes >= shortest && isFreeFor(there, whole.startsAt, whole.minutes)
                ? shown(work, space, whole)
                : null,
            slots: firstStays(there, free, shortest, staysOnCard).flatMap(
              (startsAt) => shown(work, space, { startsAt, minutes: shortest }) ?? [],
            ),
          },
        ] as const,
      ]
    }),
  )
}

const wholeOf = (startsAt: string, endsAt: string) => {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  return to - from > longestWindowMs ? null : { startsAt: from, minutes: Math.floor((to - from) / minuteMs) }
}

/** Charged time counts: half an hour charged as an hour takes an hour. */
const chargedMinutes = (work: Work, space: PricedSpace, startsAt: number) => {
  const minutes = Math.max(space.minimumMinutes, space.blockMinutes, minMinutes)
  return explainRent(readyPrices(space), stayAt(work, space, { startsAt, minutes })).chargedMinutes
}

/** Null where more would be charged than was searched. */
const shown = (
  work: Work,
  space: PricedSpace,
  stay: { startsAt: number; minutes: number },
): FoundStay | null => {
  const rent = explainRent(readyPrices(space), stayAt(work, space, stay))
  if (rent.chargedMinutes !== stay.minutes) return null
  return { startsAt: rent.startsAt, endsAt: rent.endsAt, zone: space.zone, totalCents: rent.totalCents }
}
