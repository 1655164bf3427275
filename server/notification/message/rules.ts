/** Decisions about notices that need no database. */
import { type Category, doneIn, type SpaceType } from '#contract/professional/categories.ts'

/** How far a professional travels to work in a city's traffic: half an hour at 20 km/h. */
export const nearKm = 10

/** A new place is announced to at most this many, the nearest first. */
export const maxNotified = 200
/** The number of nearest candidates whose daily limit is checked. */
export const maxCandidates = 10 * maxNotified

/** How many matches a person is notified of in a day; later ones are found by searching. */
export const maxMatchesADay = 5

/** A match is news for two months, other notices are retained for half a year. */
export const retentionDays = { matches: 60, others: 180 } as const

/** Types of space for a professional of these categories. */
export const spaceTypesFor = (categories: readonly string[]): SpaceType[] =>
  typesOfSpace.filter((type) => fitting(type, categories).length > 0)

/** The professional's categories that can be done in a place of this type, in the order of the type. */
export const fitting = (type: SpaceType, categories: readonly string[]): Category[] =>
  doneIn[type].filter((category) => categories.includes(category))

const typesOfSpace = ['chair', 'room', 'cabin', 'station', 'consulting_room', 'hall'] as const
