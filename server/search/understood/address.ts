/** GET /api/search/understood: the meaning of words, as the address of a search. */
import type { Input, Reply } from '#contract/platform/endpoint.ts'
import type { understoodSearch as endpoint } from '#contract/search/understood.ts'
import type { Work } from '#server/platform/work.ts'
import type { Understood } from '#server/search/understood/chips.ts'
import { type Kind, understand } from '#server/search/understood/understand.ts'

const capitalZone = 'America/Mexico_City'
type Search = Reply<typeof endpoint>['search']

export const understoodSearch = async (work: Work, { query }: { query: Input<typeof endpoint>['query'] }) => {
  const chips = chipsIn(work, query.q, query.type)
  return {
    search: searchOf(chips),
    near: chips.some(({ kind }) => kind === 'near'),
    isSentence: chips.some(({ kind }) => !(query.type === 'spaces' ? ofSpaces : ofNames).has(kind)),
  }
}

/** "Mañana" is a date at the named place, else at the capital. */
export const chipsIn = (work: Work, text: string, kind: Kind): readonly Understood[] => {
  const read = (zone: string) => understand(text, { today: dateIn(work.now, zone), kind })
  const first = read(capitalZone)
  const zone = first.find((one) => one.kind === 'place')?.zone
  return zone === null || zone === undefined || zone === capitalZone ? first : read(zone)
}

const ofNames = new Set<Understood['kind']>(['text', 'category', 'space'])
/** The name of a space often contains that of its neighbourhood. */
const ofSpaces = new Set<Understood['kind']>([...ofNames, 'place'])

const dateIn = (now: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()

/** Several values of a kind as in the address: words and categories with `|`, filters with a comma. */
export const searchOf = (chips: readonly Understood[]): Search => {
  const search: Search = {}
  for (const chip of chips) {
    if (chip.kind === 'text') search.q = joined(search.q, chip.text.slice(0, 120), '|')
    if (chip.kind === 'category') search.category = joined(search.category, chip.category, '|')
    if (chip.kind === 'space') search.category = joined(search.category, chip.spaceType, '|')
    if (chip.kind === 'amenity') search.amenities = joined(search.amenities, chip.amenity, ',')
    if (chip.kind === 'modality') search.modality = joined(search.modality, chip.modality, ',')
    if (chip.kind === 'week') search.availability = chip.week
    if (chip.kind === 'verified') search.verified = 'verified'
    if (chip.kind === 'sort') search.sort = chip.sort
    if (chip.kind === 'part') search.part = chip.part
    if (chip.kind === 'place') {
      search.location = chip.name
      if (chip.city !== '') search.city = chip.city
      search.state = chip.state
    }
    if (chip.kind === 'day') {
      search.day = chip.from
      if (chip.to !== chip.from) search.until = chip.to
    }
    if (chip.kind === 'price') {
      if (chip.min !== undefined) search.minPesos = String(chip.min)
      if (chip.max !== undefined) search.maxPesos = String(chip.max)
    }
    if (chip.kind === 'hour') Object.assign(search, hoursOf(chip))
  }
  return search
}

const joined = (before: string | undefined, value: string, between: string) =>
  before === undefined ? value : `${before}${between}${value}`

/** Open ends, so that both hours are known. */
const opens = '06:00'
const closes = '23:59'

/** An hour is one at which the visit begins, whatever its length; the other hours contain all of it. */
const hoursOf = ({
  at,
  from,
  to,
}: {
  at?: string
  from?: string
  to?: string
}): Pick<Search, 'from' | 'to'> =>
  at === undefined ? { from: from ?? opens, to: to ?? closes } : { from: at }
