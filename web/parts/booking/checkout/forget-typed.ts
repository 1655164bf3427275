/** What was typed beside a visit must not carry over to the next. Loaded once an order of this tab is confirmed. */
import { companionsDraft, extrasOf } from '#web/parts/booking/payment/saved-extras.ts'
import { forgetSent } from '#web/parts/booking/payment/sent-order.ts'
import { forgetCarried } from '#web/parts/booking/contact/carried.ts'
import { forgetDraft } from '#web/ui/form/draft.ts'

export const forgetTyped = (professionalId: number) => {
  for (const draft of [
    companionsDraft,
    extrasOf({ professional: { id: professionalId } }),
    'checkout-method',
    'checkout-card',
    'checkout-coupon',
  ])
    forgetDraft(draft)
  forgetCarried()
  forgetSent()
}
