/** The outcome of an attempt: whether it was accepted, and the text for its owner if not. */
import { isProblem, problems } from '#server/webhook/address.ts'

/** `status` null: no answer. */
export type Outcome = { status: number | null; problem: string | null }

export const isTaken = ({ status }: Pick<Outcome, 'status'>) =>
  status !== null && status >= 200 && status < 300

/** 410 asks for no further messages. */
export const isGone = ({ status }: Pick<Outcome, 'status'>) => status === 410

/** In words; null: it was accepted, or there was no attempt. */
export const problemOf = ({ status, problem }: Outcome): string | null => {
  if (problem !== null) return isProblem(problem) ? problems[problem] : problems.failed
  if (status === null || isTaken({ status })) return null
  if (status === 410) return problems.gone
  if (status >= 300 && status < 400) return problems.redirect
  return `${status < 500 ? problems.refused : problems.failed} Respondió ${status}.`
}
