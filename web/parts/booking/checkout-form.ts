/** What one types to pay. The card's part is never kept; the rest survives a reload of the page (`draft` of web/ui/form.tsx). */
export type CheckoutForm = {
  firstName: string
  lastName: string
  email: string
  phone: string
  number: string
  expiry: string
  cvc: string
}
