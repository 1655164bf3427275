/** When something took place that a device registered without a line, and what of that we believe. docs/web/offline.md. */
import { deviceTimeHours } from '#contract/booking/moves.ts'
import { hourMs, minuteMs } from '#server/booking/moves/rules.ts'
import { refuse } from '#server/platform/refuse.ts'

/** Clocks of telephones go wrong by seconds; by more somebody set them. */
const aheadMs = 2 * minuteMs

/** `receivedAt`: when it reached us; null if it was registered with us at once. */
export type Registered = { at: Date; receivedAt: Date | null }

/** Refuses device_time_ahead and device_time_too_old. A little ahead counts as now. */
export const registeredAt = (now: Date, at: string | undefined): Registered => {
  if (at === undefined) return { at: now, receivedAt: null }
  const told = new Date(at)
  if (told.getTime() > now.getTime() + aheadMs) refuse('device_time_ahead')
  if (told.getTime() < now.getTime() - deviceTimeHours * hourMs) refuse('device_time_too_old')
  return { at: told < now ? told : now, receivedAt: now }
}
