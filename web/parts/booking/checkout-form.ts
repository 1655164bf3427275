/** What one types to pay. The card's part is never kept; the rest survives a reload of the page. */
export type CheckoutForm = {
  firstName: string
  lastName: string
  email: string
  phone: string
  number: string
  expiry: string
  cvc: string
}
type Contact = Pick<CheckoutForm, 'firstName' | 'lastName' | 'email' | 'phone'>

const key = 'kalli.contact'

export const keepContact = ({ firstName, lastName, email, phone }: Contact) => {
  sessionStorage.setItem(key, JSON.stringify({ firstName, lastName, email, phone }))
}

export const keptContact = (): Partial<Contact> => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([, value]) => typeof value === 'string' && value !== ''),
    )
  } catch {
    return {}
  }
}
