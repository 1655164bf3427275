/** What is wrong with a text, as its reader sees it. */
type Check = (text: string) => string | undefined

const given =
  (what: string): Check =>
  (text) =>
    text.trim() === '' ? `Escribe ${what}.` : undefined

const both =
  (first: Check, then: Check): Check =>
  (text) =>
    first(text) ?? then(text)

const like =
  (pattern: RegExp, message: string): Check =>
  (text) =>
    pattern.test(text.trim()) ? undefined : message

export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Whose visit it is. Stays through a reload of the page (`draft` of web/ui/form/use-form.ts). */
export const contactChecks = {
  email: both(given('tu correo'), like(emailPattern, 'Revisa tu correo: le falta algo.')),
  firstName: given('tu nombre'),
  lastName: given('tus apellidos'),
  phone: both(given('tu teléfono'), like(/(\d\D*){10}/, 'Escribe los 10 dígitos.')),
}

/** A card, where it is typed into our own fields. Never stored. */
export const cardChecks = {
  number: given('el número de tu tarjeta'),
  expiry: both(
    (text) => (text.trim() === '' ? 'Escribe mes y año.' : undefined),
    like(/^\d{1,2}\s*\/\s*(20)?\d{2}$/, 'Escríbelo como 08/29.'),
  ),
  cvc: both(given('el código'), like(/^\d{3,4}$/, 'Son 3 o 4 dígitos.')),
}

export type CardField = keyof typeof cardChecks
export type CheckoutField = keyof typeof contactChecks | CardField

export const noCard = { number: '', expiry: '', cvc: '' }
