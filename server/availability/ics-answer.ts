/** What a calendar file is asked for, and what it answers: known without the library that reads it, which only the thread loads. */
export type Asked = {
  /** Of the place: for events that name no zone, and for whole days. */
  zone: string
  from: number
  to: number
}

export type Span = { start: number; end: number }

/** Not a calendar, or one beyond all measure. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly reason: 'not_a_calendar' | 'too_large'
  constructor(reason: 'not_a_calendar' | 'too_large') {
    super(reason)
    this.reason = reason
  }
}
