/** When an action that a device recorded offline took place, and how far that time is trusted. docs/web/offline.md. */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { deviceTimeHours } from '#contract/booking/moves.ts'
import { refuse } from '#server/platform/refuse.ts'

/** Telephone clocks drift by seconds; a larger difference means a changed clock. */
const aheadMs = 2 * minuteMs

/** `receivedAt`: when the server received it; null if it was registered online. */
export type Registered = { at: Date; receivedAt: Date | null }

/** Refuses device_time_ahead and device_time_too_old. A little ahead counts as now. */
export const registeredAt = (now: Date, at: string | undefined): Registered => {
  if (at === undefined) return { at: now, receivedAt: null }
  const reported = new Date(at)
  if (reported.getTime() > now.getTime() + aheadMs) refuse('device_time_ahead')
  if (reported.getTime() < now.getTime() - deviceTimeHours * hourMs) refuse('device_time_too_old')
  return { at: reported < now ? reported : now, receivedAt: now }
}
