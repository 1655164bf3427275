import type { CardEntry } from '#web/parts/booking/use-card.ts'

/** What one types to pay. The card's part is never kept; the rest survives a reload of the page (`draft` of web/ui/form.tsx). */
export type CheckoutForm = CardEntry & {
  firstName: string
  lastName: string
  email: string
  phone: string
}
