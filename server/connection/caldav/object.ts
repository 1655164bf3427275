/** When one iCalendar object takes time, by the reader of calendar files (server/availability/outside/ics.ts). Pure. */
import * as z from 'zod/mini'
import { Unreadable } from '#server/availability/outside/ics-answer.ts'
import { readCalendar } from '#server/availability/outside/ics.ts'
import { union } from '#server/availability/zone/intervals.ts'

export const ObjectRequest = z.object({ zone: z.string(), from: z.number(), to: z.number() })
export type ObjectRequest = z.output<typeof ObjectRequest>

/** Begin and end in turn, in order and apart. */
export const Times = z.array(z.number())

/** Of one that recurs for ever only these instants count. */
export const timesIn = (text: string, request: ObjectRequest): number[] => {
  try {
    const { spans } = readCalendar(text, request)
    return [...union(spans.map(({ start, end }) => [start, end] as const))]
  } catch (error) {
    // What cannot be read takes no time: one such object must not keep its owner from the others.
    if (error instanceof Unreadable) return []
    throw error
  }
}

const unfolded = (text: string) => text.replaceAll(/\r?\n[ \t]/g, '')

/** It recurs, or is so long that reading it could take a while: then it is read in a thread of its own. */
export const isSlow = (text: string) =>
  text.length > 50_000 || /^\s*(RRULE|RDATE|EXRULE)/im.test(unfolded(text))

/** The whole of it was called off. */
export const isCalledOff = (text: string) =>
  !isSlow(text) && /^STATUS(;[^:\r\n]*)?:\s*CANCELLED\s*$/im.test(unfolded(text))
