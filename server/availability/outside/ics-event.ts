/** Events of a calendar file: whether one makes its owner busy, and the spans found so far. */
import {
  type RequestParams,
  type CalendarReading,
  type Span,
  Unreadable,
  type UnreadReason,
} from '#server/availability/outside/ics-answer.ts'
import type { Component } from '#server/availability/outside/ics-lines.ts'
import type { Clock } from '#server/availability/outside/ics-zone.ts'

/** More than any personal calendar has in the requested time. */
const maxSpans = 200_000

export type Found = CalendarReading & {
  read: number
  /** Events that yielded no time at all. */
  lost: number
}

export type Context = {
  request: RequestParams
  clockNamed: (tzid: string) => Clock | null
  /** The clock for times without a zone, or with an unknown one: the calendar's own, else the place's. */
  floating: Clock
  /** The clock for whole days. */
  place: Clock
}

export class EventProblem extends Error {
  override name = 'EventProblem'
  readonly reason: UnreadReason
  constructor(reason: UnreadReason) {
    super(reason)
    this.reason = reason
  }
}

export const text = ({ properties }: Component, name: string) => properties.get(name)?.[0]?.value.trim() ?? ''

export const isRepeated = ({ properties }: Component) => properties.has('rrule') || properties.has('rdate')

/** Our own events, exported to the other calendar and read back, are already here. */
const isOurs = (event: Component) => /^kalli-.+@|@kalli$/.test(text(event, 'uid'))

/** Outlook's own property takes precedence over TRANSP where it marks the time as free. */
export const isBusy = (event: Component) =>
  text(event, 'transp').toUpperCase() !== 'TRANSPARENT' &&
  text(event, 'x-microsoft-cdo-busystatus').toUpperCase() !== 'FREE' &&
  text(event, 'status').toUpperCase() !== 'CANCELLED' &&
  !isOurs(event)

export const add = ({ start, end }: Span, { request }: Context, { spans }: Found) => {
  if (!(end > start && start < request.to && end > request.from)) return
  if (spans.length >= maxSpans) throw new Unreadable('too_large')
  spans.push({ start: Math.max(start, request.from), end: Math.min(end, request.to) })
}
