/** Addresses of outside calendars: which ones may be requested, and what may go wrong. */

/** By which a server says "unchanged". */
export type Marks = { etag: string | null; modified: string | null }

export type Fetched = { unchanged: true } | ({ unchanged: false; text: string } & Marks)

/** `gone` and `not_outside` do not heal by themselves. */
export type Problem = 'unreachable' | 'gone' | 'too_large' | 'not_outside'

export class CalendarProblem extends Error {
  override name = 'CalendarProblem'
  readonly problem: Problem
  constructor(problem: Problem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

export type CalendarSource = (address: URL, known: Marks) => Promise<Fetched>

/** What people paste: webcal is https by another name. Null: no address of a calendar outside. */
export const addressOf = (text: string): URL | null => {
  const url = URL.parse(text.trim().replace(/^webcal:\/\//i, 'https://'))
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  if (url.port !== '' || !/[a-z]/i.test(url.hostname) || url.hostname.startsWith('[')) return null
  return url.hostname.includes('.') ? url : null
}
