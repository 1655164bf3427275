/** The request for a calendar file, and its result: separate from the code that reads it, which only the thread loads. */
export type RequestParams = {
  /** The place's zone: for events without a zone, and for whole days. */
  zone: string
  from: number
  to: number
}

export type Span = { start: number; end: number }

/**
 * Why an event could not be read. `zone`: its zone is unknown, so that of the calendar or the place is used; `rule`: only its first
 * occurrence counts. With the other reasons the event does not count.
 */
export const unreadReasons = ['start', 'end', 'rule', 'zone'] as const
export type UnreadReason = (typeof unreadReasons)[number]

export type UnreadEvent = {
  title: string
  /** "2026-12-07" or "2026-12-07T16:30"; empty if unreadable. */
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

/** How many unreadable events are shown. */
export const maxUnreadShown = 20

export const unreadableReasons = ['not_a_calendar', 'too_large', 'no_event_readable'] as const

/** Not a calendar, an excessive one, or one without a readable event. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly reason: (typeof unreadableReasons)[number]
  constructor(reason: (typeof unreadableReasons)[number]) {
    super(reason)
    this.reason = reason
  }
}
