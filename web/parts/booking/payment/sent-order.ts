import { forgetDraft, keepDraft, keptDraft } from '#web/ui/form/draft.ts'

/** Which held time this tab has sent an order for: what was typed for it is kept until that stands (docs/booking/visits.md). */
const sentOrder = 'checkout-sent'

export const keepSent = (holdId: string) => keepDraft(sentOrder, 'hold', holdId)
export const wasSent = (id: string) => keptDraft(sentOrder)['hold'] === id
export const forgetSent = () => forgetDraft(sentOrder)
