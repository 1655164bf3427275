import { forgetDraft, keepDraft, readDraft } from '#web/ui/form/draft.ts'

/** The hold for which this tab has sent an order: what was typed is saved until the order is confirmed (docs/booking/visits.md). */
const sentOrder = 'checkout-sent'

export const keepSent = (holdId: string) => keepDraft(sentOrder, 'hold', holdId)
export const wasSent = (id: string) => readDraft(sentOrder)['hold'] === id
export const forgetSent = () => forgetDraft(sentOrder)
