/** Eight for the home page: good ones with a face, of different trades and towns. */
import { minuteMs } from '#contract/platform/duration.ts'
import type { Work } from '#server/platform/work.ts'
import { lookFrom, start, type Sought } from '#server/search/candidates.ts'
import { professionalCards } from '#server/search/cards.ts'
import { documentsIn } from '#server/search/documents.ts'

type Cards = Awaited<ReturnType<typeof professionalCards>>

/** Stored in memory for a minute, for each database that this process serves. */
export const featuredProfessionals = async (work: Work): Promise<Cards> => {
  const now = work.now.getTime()
  const saved = memory.get(work.db)
  if (saved !== undefined && now >= saved.at && now - saved.at < retentionMs) return saved.cards
  const cards = choose(await best(work))
  memory.set(work.db, { at: now, cards })
  return cards
}

const retentionMs = minuteMs
const memory = new WeakMap<object, { at: number; cards: Cards }>()
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

/** Takes the best one whose trade and city have been taken least, until there are enough. */
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
