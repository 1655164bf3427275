/** A professional's limits, and how closely visits may follow each other (docs/availability/limits.md). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'

export const limitPeriods = ['day', 'week', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** Must match the database: `professional_limits`. */
export const limitsAtMost = {
  visits: { day: 50, week: 300, month: 1000 },
  minutes: { day: 1440, week: 10_080, month: 44_640 },
} as const
export const minLimitMinutes = 15

const limitOf = (period: LimitPeriod) =>
  z.object({
    visits: z.nullable(z.int().check(z.minimum(1), z.maximum(limitsAtMost.visits[period]))),
    /** Of the visits themselves, without preparation or tidying up. */
    minutes: z.nullable(z.int().check(z.minimum(minLimitMinutes), z.maximum(limitsAtMost.minutes[period]))),
  })

/** Null: no limit. Weeks are Monday to Sunday, months are calendar months, in her zone. */
const LimitValues = {
  day: limitOf('day'),
  week: limitOf('week'),
  month: limitOf('month'),
  /** Starts right after the end of a visit are offered if the grid would lose a visit. */
  tightStarts: z.boolean(),
}

export const OwnLimits = z.object({ ...LimitValues, version: z.int() })
export type OwnLimits = z.output<typeof OwnLimits>

export const limits = endpoint({
  method: 'GET',
  path: '/api/professional/limits',
  summary: 'Get the limits of visits and minutes per day, week and month, and the breaks between visits',
  access: 'professional',
  reply: OwnLimits,
  refusals: ['not_found'],
})

export const saveLimits = endpoint({
  method: 'PUT',
  path: '/api/professional/limits',
  summary: 'Replace the limits of visits and minutes; booked visits stay',
  access: 'professional',
  body: OwnLimits,
  reply: OwnLimits,
  refusals: ['not_found', 'stale_version', 'invalid_input'],
})
