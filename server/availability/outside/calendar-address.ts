/** Addresses of outside calendars: which ones may be requested, and what can go wrong. */

/** Validators for a conditional request, which a server may answer with "unchanged". */
export type Marks = { etag: string | null; modified: string | null }

export type Fetched = { unchanged: true } | ({ unchanged: false; text: string } & Marks)

/** `gone` and `not_outside` are permanent. */
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

/** Normalizes a pasted address: webcal is https under another name. Null: not the address of an outside calendar. */
export const addressOf = (text: string): URL | null => {
  const url = URL.parse(text.trim().replace(/^webcal:\/\//i, 'https://'))
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  if (url.port !== '' || !/[a-z]/i.test(url.hostname) || url.hostname.startsWith('[')) return null
  return url.hostname.includes('.') ? url : null
}
