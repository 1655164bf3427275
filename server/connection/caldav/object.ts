/** When one iCalendar object takes time, by the reader of calendar files (server/availability/outside/ics.ts). Pure. */
import * as z from 'zod/mini'
import { Unreadable } from '#server/availability/outside/ics-answer.ts'
import { readCalendar } from '#server/availability/outside/ics.ts'
import { union } from '#server/availability/zone/intervals.ts'

export const ObjectRequest = z.object({ zone: z.string(), from: z.number(), to: z.number() })
export type ObjectRequest = z.output<typeof ObjectRequest>

/** Starts and ends alternate, sorted and disjoint. */
export const Times = z.array(z.number())

/** Of an endless recurrence only these instants count. */
export const timesIn = (text: string, request: ObjectRequest): number[] => {
  try {
    const { spans } = readCalendar(text, request)
    return [...union(spans.map(({ start, end }) => [start, end] as const))]
  } catch (error) {
    // An unreadable object takes no time: it must not keep its owner from the others.
    if (error instanceof Unreadable) return []
    throw error
  }
}

const unfolded = (text: string) => text.replaceAll(/\r?\n[ \t]/g, '')

/** It recurs, or is so long that reading could take a while: then it is read in a separate thread. */
export const isSlow = (text: string) =>
  text.length > 50_000 || /^\s*(RRULE|RDATE|EXRULE)/im.test(unfolded(text))

/** The whole event was cancelled. */
export const isCalledOff = (text: string) =>
  !isSlow(text) && /^STATUS(;[^:\r\n]*)?:\s*CANCELLED\s*$/im.test(unfolded(text))
