/** Doubts that keep Kalli from publishing a listing automatically. Pure. */
import type { Category } from '#contract/professional/categories.ts'
import type { ListingDoubt } from '#contract/review/review.ts'
import { checkWording } from '#contract/hiring/wording.ts'

export type Examined = {
  /** All texts that others will read. */
  texts: readonly string[]
  categories: readonly Category[]
  needles: boolean
  pricePerHourCents: number
  /** Middle half of the neighbours' prices; null: too few of them. */
  zone: { lowCents: number; highCents: number } | null
  /** Whether an email or a phone of the host has been confirmed. */
  hostKnown: boolean
  samePlace: boolean
  samePhoto: boolean
}

/** Needles and treatments are regulated by the health authority: staff looks at the documents first. */
export const watched: readonly Category[] = ['health']

/** A price is far from its zone at a third of the low end or three times the high end. */
const farTimes = 3

export const doubtsOf = (one: Examined): ListingDoubt[] => {
  const doubts: (ListingDoubt | false)[] = [
    !one.hostKnown && 'host_unknown',
    one.texts.some((text) => checkWording(text, ['subordination', 'discrimination']).length > 0) && 'wording',
    one.texts.some(hasContact) && 'contact_in_text',
    one.zone !== null &&
      (one.pricePerHourCents * farTimes < one.zone.lowCents ||
        one.pricePerHourCents > one.zone.highCents * farTimes) &&
      'price_far',
    (one.needles || one.categories.some((category) => watched.includes(category))) && 'sanitary',
    one.samePlace && 'same_place',
    one.samePhoto && 'same_photo',
  ]
  return doubts.filter((doubt) => doubt !== false)
}

/** Finds a phone of ten digits however it is spaced, an email, a link, or the name of an account elsewhere. */
export const hasContact = (text: string): boolean =>
  /(?:\d[\s().-]{0,2}){10}/.test(text) ||
  /[\w.+-]+\s?@\s?[\w-]+\.\w/.test(text) ||
  /\b(?:https?:\/\/|www\.|wa\.me|[a-z0-9-]+\.(?:com|mx|net|org)\b)/i.test(text) ||
  /(?:^|[\s(])@[\w.]{3,}/.test(text) ||
  /\b(?:whats ?app|instagram|facebook|telegram|tik ?tok)\b/i.test(text)

/** The lower and the upper quartile of some prices, so that no single odd price moves them. */
export const middleHalf = (cents: readonly number[]): { lowCents: number; highCents: number } | null => {
  const sorted = cents.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)]
  const [lowCents, highCents] = [at(0.25), at(0.75)]
  return lowCents === undefined || highCents === undefined ? null : { lowCents, highCents }
}
