import type { Slot } from '#contract/availability/slot.ts'
import { ApiError } from '#web/api.ts'
import { nearestOf } from '#web/parts/booking/hours/nearest-slots.ts'
import { sameHour } from '#web/parts/booking/hours/slots-reading.ts'

/** Whether to load the slots again as they were requested. At a business another professional may have the same slot. */
export const isWorthLooking = ({ code }: ApiError, selection: Slot): boolean =>
  code === 'slot_token_invalid' ||
  (selection.professionalId !== undefined && (code === 'slot_taken' || code === 'slot_not_available'))

/**
 * The same slot that was shown, with a new token; else what to offer instead. Never at another price or with another professional than
 * shown: those are offered by name, and the client must press them.
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
