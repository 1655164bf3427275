/** The meaning of a search's words, one value per chip. Amounts are whole pesos, as people write them; times are local to the place. */
import type { Category, SpaceType } from '#contract/professional/categories.ts'

export type Part = 'morning' | 'afternoon' | 'evening'
export type PlaceChip = {
  kind: 'place'
  name: string
  /** Empty where several cities have a neighbourhood of this name, or for a state. */
  city: string
  state: string
  /** Its IANA zone; null where several are possible. */
  zone: string | null
}
export type Understood =
  | { kind: 'text'; text: string }
  | { kind: 'category'; category: Category }
  | { kind: 'space'; spaceType: SpaceType }
  | { kind: 'amenity'; amenity: 'wifi' | 'parking' | 'ac' | 'music' | 'reception' | 'products' }
  /** From and to are dates, both included: "2026-11-28". */
  | { kind: 'day'; from: string; to: string }
  | { kind: 'week'; week: 'this_week' | 'next_week' }
  | { kind: 'part'; part: Part }
  /** "18:30". `at` is a start; `from` and `to` limit it. */
  | { kind: 'hour'; at?: string; from?: string; to?: string }
  | { kind: 'price'; min?: number; max?: number }
  | PlaceChip
  | { kind: 'near' }
  | { kind: 'modality'; modality: 'home' | 'online' }
  | { kind: 'sort'; sort: 'price' | 'rating' }
  | { kind: 'verified' }

/** One written word: as typed, folded, and whether a comma follows it. */
export type Token = { written: string; word: string; comma: boolean }

/** What a rule read at a position: the number of words, and their meaning; without meaning they are skipped. */
export type Read = { length: number; means: readonly Understood[] }
