/** The answer when a time is not free: the refusal and the three nearest free times at its place, else at another. */
import type { AlternativeSlot } from '#contract/availability/slot.ts'
import { nearest } from '#server/availability/slots/slots.ts'
import type { Shown as Choice } from '#server/availability/slots/slot-token.ts'
import type { Work } from '#server/platform/work.ts'

/** Another booking has the time, or it cannot be booked at all. */
export const takenOrNot = (reason: string) =>
  ['class_full', 'professional_busy', 'no_time_to_travel', 'unit_busy', 'equipment_busy'].includes(reason)
    ? 'slot_taken'
    : 'slot_not_available'

/**
 * When many clients choose the same time at once, its neighbours are looked up once for all of them. `isOwn`: for a professional's own
 * appointment, which clients may not be able to book.
 */
export const alternativesTo = (work: Work, choice: Choice, isOwn = false): Promise<AlternativeSlot[]> => {
  const { professionalId, serviceId, more, addOns, persons, place, spaceId, startsAt, channel } = choice
  const wanted = { professionalId, serviceId, more, addOns, persons, place, spaceId, channel, isOwn }
  const look = () => nearest(work, { ...wanted, startsAt: new Date(startsAt), count: 3 })
  // A signed-in client is not offered times at which they are busy, so the answer is not shared.
  if (work.viewer.clientId !== null) return look()
  const key = JSON.stringify({ ...wanted, startsAt })
  const underWay = lookUps.get(key) ?? look().finally(() => lookUps.delete(key))
  lookUps.set(key, underWay)
  return underWay
}
const lookUps = new Map<string, Promise<AlternativeSlot[]>>()
