/** The request for a calendar file, and its result: known without the code that reads it, which only the thread loads. */
export type RequestParams = {
  /** Of the place: for events that name no zone, and for whole days. */
  zone: string
  from: number
  to: number
}

export type Span = { start: number; end: number }

/**
 * What of an event could not be read. `zone`: nothing says whose clock it means, and it is read by that of the calendar or the place; `rule`:
 * only the first of its times is taken. Of the others none is.
 */
export const unreadReasons = ['start', 'end', 'rule', 'zone'] as const
export type UnreadReason = (typeof unreadReasons)[number]

export type UnreadEvent = {
  title: string
  /** "2026-12-07" or "2026-12-07T16:30"; empty: it could not be read. */
  starts: string
  reason: UnreadReason
}

export type CalendarReading = {
  spans: Span[]
  unread: {
    count: number
    /** The first of them. */
    events: UnreadEvent[]
  }
}

/** So many of the events that could not be read are shown. */
export const maxUnreadShown = 20

export const unreadableReasons = ['not_a_calendar', 'too_large', 'no_event_readable'] as const

/** Not a calendar, one beyond all measure, or one of whose events none can be read. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly reason: (typeof unreadableReasons)[number]
  constructor(reason: (typeof unreadableReasons)[number]) {
    super(reason)
    this.reason = reason
  }
}
