/** The problem of a text, as shown to the client. */
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

const emailLooks = like(emailPattern, 'Revisa tu correo: le falta algo.')
/** Where the email is confirmed, or receives a payment reference. */
export const emailNeeded = { email: both(given('tu correo'), emailLooks) }
/** A payment reference needs the payer's full name. */
export const fullNameNeeded = { ...emailNeeded, lastName: given('tus apellidos') }

/** Without the separators between digits. */
export const phoneIn = (typed: string) => typed.replace(/[^\d+]/g, '')
/** Whether all digits of a Mexican phone number are there, or of one with its country code: a code may be sent there. */
export const isWholePhone = (typed: string) => /^(\d{10}|\+52\d{10}|\+(?!52)\d{11,15})$/.test(phoneIn(typed))

/** The client's contact. Survives a reload of the page (`draft` of web/ui/form/use-form.ts). */
export const contactChecks = {
  email: (text: string) => (text.trim() === '' ? undefined : emailLooks(text)),
  firstName: given('tu nombre'),
  lastName: (_text: string): string | undefined => undefined,
  phone: both(given('tu teléfono'), like(/(\d\D*){10}/, 'Escribe los 10 dígitos.')),
}

/** A card typed into our own fields. Never stored. */
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
