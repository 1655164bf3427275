import type { ServiceImpact } from '#contract/service/service-impact.ts'
import { ApiError } from '#web/api.ts'

/** The impact that the server returned instead of executing the request, as bookings or packs were added meanwhile. */
export const impactOf = (
  problem: unknown,
  code: 'service_has_bookings' | 'service_has_packs',
): ServiceImpact | null =>
  problem instanceof ApiError && problem.code === code && isImpact(problem.details) ? problem.details : null

const isImpact = (details: unknown): details is ServiceImpact =>
  typeof details === 'object' &&
  details !== null &&
  'packs' in details &&
  'upcoming' in details &&
  Array.isArray(details.upcoming)
