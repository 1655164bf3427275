/** Telephone numbers for other modules: their stored form and their masked form. */
import { canText } from '#server/messaging/texting.ts'
import { masked } from '#server/messaging/way.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { reachablePhone } from '#server/verification/rules.ts'

export { reachablePhone }

/** The stored form of the number. Refuses sms_unavailable and invalid_phone. */
export const phoneToText = (work: Work, typed: string): string => {
  requireTexts(work)
  return reachablePhone(typed) ?? refuse('invalid_phone')
}

/** Refuses sms_unavailable. */
export const requireTexts = (work: Work): void => {
  if (!canText(work)) refuse('sms_unavailable')
}

/** Enough of a number for its owner to recognise it. */
export const phoneHint = (phone: string): string => masked('sms', phone)
