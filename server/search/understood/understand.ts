/**
 * A grammar for what people type in the search field: "masaje jueves en la tarde en Roma" is a category, a day, a part of the day and a
 * place. Rules are tried from the left, the most specific first; the rest stays text. Pure, and without a dictionary of people: takes
 * well under a millisecond (`npm run bench -- understood`).
 */
import { fold } from '#server/search/rules.ts'
import type { Read, Token, Understood } from '#server/search/understood/chips.ts'
import { readDay } from '#server/search/understood/day.ts'
import { inPart, readHour, readPart, readPartAfterDay } from '#server/search/understood/hour.ts'
import { readPrice } from '#server/search/understood/price.ts'
import { readAmenity, textChips } from '#server/search/understood/text.ts'
import { isKnown } from '#server/search/understood/text.ts'
import { tokensOf } from '#server/search/understood/tokens.ts'
import { readPlace, readWay } from '#server/search/understood/where.ts'

export type Kind = 'professionals' | 'spaces'

/** `today` is the date at the searched place, or at the capital. Chips keep their order in the text, text chips first. */
export const understand = (
  text: string,
  { today, kind }: { today: Temporal.PlainDate; kind: Kind },
): Understood[] => {
  const tokens = tokensOf(text.slice(0, 200))
  const means: Understood[] = []
  const left: (Token & { gap: boolean })[] = []
  let gap = false
  let unknown = false
  for (let index = 0; index < tokens.length;) {
    const read = readAt(tokens, index, { today, kind, means, unknown })
    const token = tokens[index]
    if (read !== null && read.length > 0) {
      means.push(...read.means)
      index += read.length
      gap = true
      unknown = false
    } else if (token !== undefined) {
      left.push({ ...token, gap })
      unknown = !isKnown(token.word, kind)
      gap = false
      index += 1
    }
  }
  return [...textChips(left, kind), ...tidied(means)]
}

type Situation = { today: Temporal.PlainDate; kind: Kind; means: readonly Understood[]; unknown: boolean }

const readAt = (
  tokens: readonly Token[],
  index: number,
  { today, kind, means, unknown }: Situation,
): Read | null => {
  const last = means.at(-1)
  const afterDay = last?.kind === 'day' || last?.kind === 'part'
  const amenity = kind === 'spaces' ? readAmenity(tokens, index) : null
  return (
    amenity ??
    readWay(tokens, index) ??
    (afterDay ? (readPartAfterDay(tokens, index) ?? readHour(tokens, index, true)) : null) ??
    readHour(tokens, index, afterDay) ??
    readPart(tokens, index, today) ??
    readDay(tokens, index, today) ??
    readPrice(tokens, index) ??
    readPlace(tokens, index, unknown)
  )
}

/** One chip of each kind; an hour absorbs the part of the day; of two places one is inside the other. */
const tidied = (given: readonly Understood[]): Understood[] => {
  const means = within(given)
  const part = means.find((one) => one.kind === 'part')
  const hour = means.find((one) => one.kind === 'hour')
  const seen = new Set<string>()
  return means.flatMap((one): Understood[] => {
    if (one.kind === 'part' && hour !== undefined) return []
    const key =
      one.kind === 'sort' || one.kind === 'modality' || one.kind === 'amenity'
        ? JSON.stringify(one)
        : one.kind
    if (seen.has(key)) return []
    seen.add(key)
    if (one.kind !== 'hour' || part?.kind !== 'part') return [one]
    return [
      {
        ...one,
        ...(one.at === undefined ? {} : { at: inPart(one.at, part.part) }),
        ...(one.from === undefined ? {} : { from: inPart(one.from, part.part) }),
        ...(one.to === undefined ? {} : { to: inPart(one.to, part.part) }),
      },
    ]
  })
}

/** "Cancún, zona hotelera": the smaller of two places, in the city of the larger. */
const within = (means: readonly Understood[]): readonly Understood[] => {
  const places = means.filter((one) => one.kind === 'place')
  const [first, second] = places
  if (first === undefined || second === undefined) return means
  const isCity = fold(first.name) === fold(first.city) || fold(first.name) === fold(first.state)
  const smaller = isCity ? second : first
  return means.filter((one) => one.kind !== 'place' || one === smaller)
}
