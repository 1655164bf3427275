import { refusals, type RefusalCode } from '#contract/platform/refusals.ts'

/** A refusal that a person can act on; the HTTP layer turns it into `{ message, code, details }`. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly details: unknown

  constructor(code: RefusalCode, details?: unknown, message?: string) {
    const [status, text] = refusals[code]
    super(message ?? text)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** Throws inside, so that a verb reads `refuse('slot_taken')`. */
export const refuse = (code: RefusalCode, details?: unknown): never => {
  throw new Refusal(code, details)
}

/** What a refusal means instead; anything else stays an error. */
export const unlessRefused = <T>(error: unknown, value: T): T => {
  if (error instanceof Refusal) return value
  throw error
}

/** Translates a database constraint to its refusal; anything else stays our bug. */
export const refuseOn = (error: unknown, constraints: Readonly<Record<string, RefusalCode>>): never => {
  const name = constraintOf(error)
  const code = name === undefined ? undefined : constraints[name]
  if (code !== undefined) throw new Refusal(code)
  throw error
}

export const constraintOf = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
