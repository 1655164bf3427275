/** Which services of a professional match a search, as SQL over `services` and as a choice among the rows read. */
import { sql } from 'kysely'
import { modalities, type Modality } from '#contract/service/modality.ts'

/**
 * A search matches a professional's services by name or category, if any do; else all of them. `text`: a tsquery of words joined by
 * ` & `. Limits of the list price in centavos, both included.
 */
export type Wanted = {
  category: string | null
  text: string | null
  price?: { minCents: number; maxCents: number } | null
  /** Of several services in one visit ("corte y barba") the words of each, as bit sets; absent: one service. */
  parts?: readonly number[]
}

/**
 * A visible service. `kind`: services of one professional with the same kind begin at the same instants, where no rent and no rule of
 * theirs depends on the price; null: it is like no other.
 */
export type ServiceListed = {
  id: number
  ways: readonly Modality[]
  /** How far it is given at homes; null: not at all. */
  homeKm: number | null
  category: string
  /** The words of the search that its name has, as a bit set. */
  words: number
  isCategory: boolean
  /** The list price. */
  cents: number
  isClass: boolean
  kind: string | null
}

/** One service, without field names, since a page of results has it a hundred times. */
export type Listed = readonly [
  id: number,
  ways: number,
  homeKm: number | null,
  category: string,
  words: number,
  isCategory: boolean,
  cents: number,
  isClass: boolean,
  kind: string | null,
]

type Part = ReturnType<typeof sql>

/** The words of a search, each a tsquery; null: none, so that no name is read. */
export const wordsMeant = ({ text }: Wanted): string[] | null => (text === null ? null : text.split(' & '))

/** The visible services of one professional as JSON, shortest first. `words`: as `wordsMeant` gives them. */
export const listedServices = (professional: Part, { category, words }: { category: Part; words: Part }) =>
  sql<readonly Listed[]>`(select coalesce(json_agg(json_build_array(id, ${waysBits}, home_radius_km, category,
      ${wordsBits(words)}, coalesce(category = ${category}::text, false), ${listCents}, class_capacity is not null, ${kindOfService})
      order by duration_minutes + buffer_before_minutes + buffer_after_minutes, id), '[]')
    from services where professional_id = ${professional} and visibility = 'visible')`

const wordsBits = (words: Part) =>
  sql<number>`case when ${words}::text[] is null then 0 else (
    select coalesce(sum(1 << (word.place - 1)::integer), 0)
    from (select search_words_of(name, 'B') as own offset 0) named
    cross join unnest(${words}::text[]) with ordinality as word (query, place)
    where named.own @@ word.query::tsquery) end`

/** How a service is given, as a bit set of modalities. */
const waysBits = sql<number>`(at_place::integer + (home_radius_km is not null)::integer * 2 + online::integer * 4)`
const ways = Array.from({ length: 2 ** modalities.length }, (_, bits) =>
  modalities.filter((_, index) => (bits >> index) % 2 === 1),
)

/** The list price, including the travel fee where it is only given at homes. */
const listCents = sql<number>`(price_cents + case when at_place or online then 0 else coalesce(home_fee_cents, 0) end)`

/** Everything about a service that decides its starts. Null for a class, or with limits, needs, phases, hours or dates of its own. */
const kindOfService = sql<string | null>`case
  when num_nonnulls(daily_cap, class_capacity, needs, phases, weekly, offered_from, offered_to) = 0
  then concat_ws(' ', category, duration_minutes, buffer_before_minutes, buffer_after_minutes, step_minutes, notice_minutes, horizon_days) end`

export const serviceOf = ([
  id,
  bits,
  homeKm,
  category,
  words,
  isCategory,
  cents,
  isClass,
  kind,
]: Listed): ServiceListed => ({
  id,
  ways: ways[bits] ?? [],
  homeKm,
  category,
  words,
  isCategory,
  cents,
  isClass,
  kind,
})

const bitsIn = (set: number) => {
  let count = 0
  for (let left = set; left > 0; left >>= 1) count += left & 1
  return count
}

/** By the number of words in the name, then by the category; 0: it does not match. */
export const rankOf = ({ words, isCategory }: Pick<ServiceListed, 'words' | 'isCategory'>): number =>
  bitsIn(words) * 2 + (isCategory ? 1 : 0)

/** The best-matching services of one professional, at a price within the limits. */
export const meantAmong = <Service extends Pick<ServiceListed, 'words' | 'isCategory' | 'cents'>>(
  services: readonly Service[],
  { price }: Wanted,
): Service[] => {
  const { minCents = 0, maxCents = Infinity } = price ?? {}
  let most = 0
  for (const service of services) most = Math.max(most, rankOf(service))
  return services.filter(
    (service) => rankOf(service) === most && service.cents >= minCents && service.cents <= maxCents,
  )
}

/** One service for each of several searched ones, the best match and then the cheapest; null: one has several, or one is not given. */
export const eachMeant = (
  services: readonly ServiceListed[],
  { parts = [], price }: Wanted,
): ServiceListed[] | null => {
  if (parts.length < 2) return null
  const isOfSeveral = ({ words }: ServiceListed) => parts.filter((part) => (words & part) !== 0).length > 1
  if (services.some(isOfSeveral)) return null
  const each = parts.flatMap((part) => {
    const [best] = services
      .filter(({ words, isClass }) => (words & part) !== 0 && !isClass)
      .toSorted((a, b) => bitsIn(b.words) - bitsIn(a.words) || a.cents - b.cents)
    return best === undefined ? [] : [best]
  })
  if (each.length < parts.length) return null
  const { minCents = 0, maxCents = Infinity } = price ?? {}
  const cents = each.reduce((sum, one) => sum + one.cents, 0)
  return cents >= minCents && cents <= maxCents ? each : []
}
