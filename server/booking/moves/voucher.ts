/** Paying without a card: is there time for it, and how long is the hour held? Pure; the times come from product.md §3. */
import { hourMs } from '#contract/platform/duration.ts'
import type { VoucherMethod } from '#contract/payment/payment.ts'
import { addBusinessDays } from '#server/pricing/business-days.ts'

/** How long the hour is held for each method. */
const holdHours = { spei: 2, oxxo: 24 } as const
/** The professional is informed this long before the visit, whether or not it is paid. */
const beforeStartHours = 1
/** OXXO reports a payment on the next business day, so the visit has to be far enough away. */
const oxxoMin = { hours: 72, businessDays: 2 } as const

/** Until when the reference can be paid; null: there is no time for it, or the hour cannot be held so long. */
export const voucherUntil = (
  method: VoucherMethod,
  { starts_at: startsAt, zone, kind }: { starts_at: Date; zone: string; kind: string },
  now: Date,
): Date | null => {
  if (kind !== 'visit') return null
  const until = new Date(now.getTime() + holdHours[method] * hourMs)
  if (until.getTime() > startsAt.getTime() - beforeStartHours * hourMs) return null
  if (method === 'spei') return until
  const isFar =
    startsAt.getTime() - now.getTime() >= oxxoMin.hours * hourMs &&
    addBusinessDays(now, oxxoMin.businessDays, zone) <= startsAt
  return isFar ? until : null
}
