/** What a press on an hour does; loaded with the first press. */
import { type AlternativeSlot, PriceChange, SlotAlternatives } from '#contract/availability/slot.ts'
import * as contract from '#contract/booking/hold.ts'
import { holdReservation } from '#contract/booking/rent/reservation.ts'
import { quoteSpace } from '#contract/pricing/space-pricing.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { ApiError, call, isAnswer } from '#web/api.ts'
import { dateIn, timeOf } from '#web/parts/time/wall-clock.ts'

/**
 * Held; taken, or at another price, with alternatives; refused for another reason, which the page of its address shows; or unanswered
 * (offline, a failing server): then the outcome is unknown and the same press retries.
 */
export type Pressed =
  | { kind: 'held'; id: string }
  | { kind: 'taken'; message: string; others: readonly AlternativeSlot[] }
  | { kind: 'refused' }
  | { kind: 'unanswered'; message: string }

/** Holds the slot of a token. */
export const pressHour = async (slotToken: string): Promise<Pressed> => {
  try {
    return { kind: 'held', id: (await call(contract.hold, { body: { slotToken } })).id }
  } catch (problem) {
    return failed(problem)
  }
}

/** Rents free hours at the shown rent, if the professional may do so at once; otherwise refused: the space shows the requirements. */
export const pressStay = async (
  space: number,
  {
    startsAt,
    endsAt,
    zone,
    totalCents,
  }: { startsAt: string; endsAt: string; zone: string; totalCents: number },
): Promise<Pressed> => {
  const [hours = 0, minutes = 0] = timeOf(startsAt, zone).split(':').map(Number)
  try {
    const quote = await call(quoteSpace, {
      params: { id: space },
      body: {
        date: dateIn(startsAt, zone),
        startMinute: hours * 60 + minutes,
        minutes: (Date.parse(endsAt) - Date.parse(startsAt)) / minuteMs,
      },
    })
    const { token } = quote.rent
    if (token === null || quote.totalCents !== totalCents) return { kind: 'refused' }
    return { kind: 'held', id: (await call(holdReservation, { body: { token } })).id }
  } catch (problem) {
    return isAnswer(problem) ? { kind: 'refused' } : failed(problem)
  }
}

const failed = (problem: unknown): Pressed => {
  if (!(problem instanceof ApiError)) throw problem
  if (!isAnswer(problem)) return { kind: 'unanswered', message: problem.message }
  const alternatives = SlotAlternatives.safeParse(problem.details)
  const change = PriceChange.safeParse(problem.details)
  if (change.success) return { kind: 'taken', message: problem.message, others: [change.data.slot] }
  return problem.code === 'slot_taken'
    ? {
        kind: 'taken',
        message: problem.message,
        others: alternatives.success ? alternatives.data.alternatives : [],
      }
    : { kind: 'refused' }
}
