import { refusals } from '#contract/platform/refusals.ts'

const isRefusal = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

/** The last refused call of a key or an app, in words. */
export const lastProblemOf = (row: { last_problem_at: Date | null; last_problem_code: string | null }) =>
  row.last_problem_at === null || row.last_problem_code === null
    ? null
    : {
        at: row.last_problem_at.toISOString(),
        code: row.last_problem_code,
        message: isRefusal(row.last_problem_code)
          ? refusals[row.last_problem_code][1]
          : 'Kalli no pudo responder.',
      }
