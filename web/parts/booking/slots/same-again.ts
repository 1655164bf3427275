import type { Slot } from '#contract/availability/slot.ts'
import { ApiError } from '#web/api.ts'
import { nearestOf } from '#web/parts/booking/hours/nearest-slots.ts'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'

/** Whether to read the hours again as they were requested. At a business another professional may give the same hour. */
export const isWorthLooking = ({ code }: ApiError, selection: Slot): boolean =>
  code === 'slot_token_invalid' ||
  (selection.professionalId !== undefined && (code === 'slot_taken' || code === 'slot_not_available'))

/**
 * The very hour that was seen, with a new token; else what to say instead of it. Never at another price and never with another person
 * than was read: those are offered by their names, and the client must press them.
 */
export const sameAgain = (
  problem: ApiError,
  selection: Slot,
  days: readonly { slots: readonly Slot[] }[],
): Slot => {
  const fresh = sameHour(
    days.flatMap(({ slots }) => slots),
    selection,
  )
  if (problem.code === 'slot_token_invalid' && fresh !== undefined) {
    if (fresh.totalCents === selection.totalCents) return fresh
    throw new ApiError(
      409,
      'price_changed',
      'El precio cambió mientras elegías. Revísalo antes de continuar.',
      { oldTotalCents: selection.totalCents, newTotalCents: fresh.totalCents, slot: fresh },
    )
  }
  if (selection.professionalId === undefined) throw problem
  const message =
    problem.code === 'slot_token_invalid'
      ? 'Los horarios cambiaron mientras elegías. Revisa con quién y a qué hora.'
      : problem.message
  throw new ApiError(problem.status, 'slot_taken', message, {
    alternatives: nearestOf(days, selection.startsAt),
  })
}
