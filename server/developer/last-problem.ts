import { refusals } from '#contract/platform/refusals.ts'

const isRefusal = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code)

/** The last refused call of a key or an app, in words. */
export const lastProblemOf = (row: { trouble_at: Date | null; trouble_code: string | null }) =>
  row.trouble_at === null || row.trouble_code === null
    ? null
    : {
        at: row.trouble_at.toISOString(),
        code: row.trouble_code,
        message: isRefusal(row.trouble_code) ? refusals[row.trouble_code][1] : 'Kalli no pudo responder.',
      }
