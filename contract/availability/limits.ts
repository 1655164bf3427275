/** How much a professional takes on, and how close visits may follow (docs/availability/limits.md). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** As the database holds: `professional_limits`. */
export const limitsAtMost = {
  visits: { day: 50, week: 300, month: 1000 },
  minutes: { day: 1440, week: 10_080, month: 44_640 },
} as const
export const minLimitMinutes = 15

const limitOf = (period: LimitPeriod) =>
  z.object({
    visits: z.nullable(z.int().check(z.minimum(1), z.maximum(limitsAtMost.visits[period]))),
    /** Of the visits themselves, without what is prepared before or tidied after. */
    minutes: z.nullable(z.int().check(z.minimum(minLimitMinutes), z.maximum(limitsAtMost.minutes[period]))),
  })

/** Null: as many as there is time for. Weeks are Monday to Sunday, months those of the calendar, in her zone. */
const LimitValues = {
  day: limitOf('day'),
  week: limitOf('week'),
  month: limitOf('month'),
  /** Starts right after a visit ends are offered where the grid would lose a visit. */
  tightStarts: z.boolean(),
}

export const OwnLimits = z.object({ ...LimitValues, version: z.int() })
export type OwnLimits = z.output<typeof OwnLimits>

export const limits = endpoint({
  method: 'GET',
  path: '/api/professional/limits',
  summary:
    'How many visits and minutes I take on in a day, a week and a month, and how close they may follow',
  access: 'professional',
  reply: OwnLimits,
  refusals: ['not_found'],
})

export const saveLimits = endpoint({
  method: 'PUT',
  path: '/api/professional/limits',
  summary: 'How much I take on, as a whole; what is booked stays',
  access: 'professional',
  body: OwnLimits,
  reply: OwnLimits,
  refusals: ['not_found', 'stale_version', 'invalid_input'],
})
