/** Eight professionals for the home page: highly rated, with a photo, of different trades and cities. */
import { minuteMs } from '#contract/platform/duration.ts'
import { remembered } from '#server/platform/remembered.ts'
import type { Work } from '#server/platform/work.ts'
import { lookFrom, start, type Sought } from '#server/search/candidates.ts'
import { professionalCards } from '#server/search/cards.ts'
import { documentsIn } from '#server/search/documents.ts'

type Cards = Awaited<ReturnType<typeof professionalCards>>

export const featuredProfessionals = (work: Work): Promise<Cards> =>
  forAMinute(work, '', async () => choose(await best(work)))

const forAMinute = remembered<Cards>({ retentionMs: minuteMs, most: 1 })
const many = 8

const best = async (work: Work) => {
  const sought: Sought = {
    kind: 'professionals',
    match: null,
    text: null,
    near: null,
    box: null,
    price: null,
    sort: 'relevance',
    where: { words: null, from: null, modalities: [], fromBase: false },
  }
  const { found } = await lookFrom(work, sought, start(sought, await documentsIn(work, 'professionals')), 80)
  return professionalCards(work, found)
}

/** Takes the best one of the least represented trade and city, until there are enough. */
const choose = (cards: Cards): Cards => {
  const left = [...cards]
  const chosen: Cards = []
  while (chosen.length < many && left.length > 0) {
    const [next] = left.toSorted((a, b) => likeness(a, chosen) - likeness(b, chosen))
    if (next === undefined) break
    chosen.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return chosen
}

const likeness = (card: Cards[number], chosen: Cards) =>
  (card.user.profileImageUrl === null ? 2 : 0) +
  chosen.reduce(
    (sum, other) =>
      sum + (other.categories[0] === card.categories[0] ? 1 : 0) + (other.city === card.city ? 0.4 : 0),
    0,
  )
