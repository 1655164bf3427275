/** Decisions about notices that need no database. */
import { type Category, doneIn, type SpaceType } from '#contract/professional/categories.ts'

/** As far as somebody goes to work in a city of this traffic: half an hour at 20 km/h. */
export const nearKm = 10

/** However full the city: one new place is told to so many, the nearest first. */
export const maxTold = 200
/** And of so many, the nearest, it is looked whether their day still has room. */
export const maxAsked = 10 * maxTold

/** A person hears of so many matches in a day; what comes after is found by searching. */
export const maxMatchesADay = 5

/** A match is news for two months, other notices are kept for half a year. */
export const keptDays = { matches: 60, others: 180 } as const

/** Types of space for somebody of these categories. */
export const spaceTypesFor = (categories: readonly string[]): SpaceType[] =>
  typesOfSpace.filter((type) => fitting(type, categories).length > 0)

/** What of somebody's work can be done in a place of this type, in the order of the type. */
export const fitting = (type: SpaceType, categories: readonly string[]): Category[] =>
  doneIn[type].filter((category) => categories.includes(category))

const typesOfSpace = ['chair', 'room', 'cabin', 'station', 'consulting_room', 'hall'] as const
