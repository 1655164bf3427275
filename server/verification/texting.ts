/** Telephones that other modules write to: how a number is stored, and how it is shown. */
import { canText } from '#server/messaging/texting.ts'
import { masked } from '#server/messaging/way.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { reachablePhone } from '#server/verification/rules.ts'

export { reachablePhone }

/** The number as it is stored. Refuses sms_unavailable and invalid_phone. */
export const phoneToText = (work: Work, typed: string): string => {
  requireTexts(work)
  return reachablePhone(typed) ?? refuse('invalid_phone')
}

/** Refuses sms_unavailable. */
export const requireTexts = (work: Work): void => {
  if (!canText(work)) refuse('sms_unavailable')
}

/** Enough of a number to know one's own by. */
export const phoneHint = (phone: string): string => masked('sms', phone)
