/** Searches by the text of their calls, like a page of results: several for one reply, up to a maximum. */
import * as z from 'zod/mini'
import type { SearchType } from '#contract/search/search.ts'
import * as contract from '#contract/search/search.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { meantBy } from '#server/search/host.ts'
import { aboutProfessionals, aboutSpaces, type Question } from '#server/search/question.ts'
import { type Found, nothing, search } from '#server/search/results.ts'

/** The parameters of one call. */
export type Params = Readonly<Record<string, string>>

export const paramsOf = (text: string): Params => Object.fromEntries(new URLSearchParams(text))

export const withoutNames = (params: Params, names: readonly string[]): Params =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)))

const pageNames = ['cursor', 'limit'] as const

/** The most searches for one reply; further ones are left out. */
const maxSearches = 24

export type Finder = {
  /** The first page of at most `limit`; repeated searches are made once. */
  find(params: Params, limit?: number): Promise<Found>
  question(params: Params): Promise<Question>
}

/** Refuses `invalid_input` for an invalid search of that type, `not_found` for another host's space. */
export const finderOf = (work: Work, type: SearchType): Finder => {
  const known = new Map<string, Promise<Found>>()
  const question = async (params: Params) => (await ready(work, type, params, 1)).question
  return {
    question,
    find: (params, limit = countedAtMost) => {
      const key = JSON.stringify([params, limit])
      const before = known.get(key)
      if (before !== undefined) return before
      const found = known.size >= maxSearches ? Promise.resolve(nothing) : run(work, type, params, limit)
      known.set(key, found)
      return found
    },
  }
}

/** Higher counts are shown as "this many or more". */
const countedAtMost = 40
/** How many are checked for free time in one search: twice as many as are counted, fewer than for a page of results. */
const maxChecked = 2 * countedAtMost

const run = async (work: Work, type: SearchType, params: Params, limit: number): Promise<Found> => {
  const { question, query, meant } = await ready(work, type, params, limit)
  return search(work, question, query, meant, maxChecked)
}

const ready = async (work: Work, type: SearchType, params: Params, limit: number) => {
  const given = { ...withoutNames(params, pageNames), limit }
  if (type === 'spaces') {
    const query = parsed(contract.searchSpaces.query, given)
    return { question: aboutSpaces(work, query), query, meant: null }
  }
  const query = parsed(contract.searchProfessionals.query, given)
  return { question: await aboutProfessionals(work, query), query, meant: meantBy(work, query) }
}

const parsed = <T>(schema: z.ZodMiniType<T>, given: object): T => {
  const { success, data } = z.safeParse(schema, given)
  return success ? data : refuse('invalid_input')
}
