/** Handles a refused payment on the checkout. Loaded with the first refusal. */
import type { ApiError } from '#web/api.ts'
import type { CheckoutField } from '#web/parts/booking/payment/checkout-form.ts'
import type { ContactCodeUse } from '#web/parts/booking/payment/use-contact-code.ts'
import type { CardUse } from '#web/parts/booking/payment/use-card.ts'

type ProblemListener = {
  card: CardUse
  last: { current: { selection: string } }
  code: Pick<ContactCodeUse, 'forget'>
  refuse: (field: CheckoutField, message: string) => void
  onLost: () => void
  readPrice: () => Promise<unknown>
  readCredit: () => Promise<unknown>
  onOtherTotal: () => void
}

/** Whether the problem is shown at a field. */
export const listen = async (problem: ApiError, of: ProblemListener): Promise<boolean> => {
  const { code } = problem
  // The next press is a new request, even with the same card.
  if (code === 'card_declined' || code === 'installments_unavailable') {
    of.card.forget()
    of.last.current.selection = ''
  }
  if (code === 'card_declined') {
    // The message is at the card, so the focus goes there.
    const [typed] = document.getElementsByName('number')
    if (typed !== undefined) {
      of.refuse('number', problem.message)
      return true
    }
    document.querySelector<HTMLElement>('[name=pay-card]:checked')?.focus()
  }
  if (code === 'hold_expired') of.onLost()
  if (code === 'contact_unconfirmed') of.code.forget()
  if (code === 'quote_changed') await of.readPrice()
  if (code === 'credit_changed') await of.readCredit()
  // Once the new total is known.
  if (code === 'quote_changed' || code === 'credit_changed') of.onOtherTotal()
  const errors = fieldErrors(problem)
  // Each refusal takes the focus: so the first field is the last.
  for (const [field, message] of errors.toReversed()) of.refuse(field, message)
  return errors.length > 0
}

const formFields: readonly CheckoutField[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'number',
  'expiry',
  'cvc',
]

const fieldErrors = (problem: ApiError): [CheckoutField, string][] => {
  const details: unknown = problem.details
  if (typeof details !== 'object' || details === null) return []
  const named =
    'field' in details
      ? [details.field]
      : 'fields' in details && Array.isArray(details.fields)
        ? details.fields
        : []
  return named.flatMap((one: unknown): [CheckoutField, string][] => {
    const path = typeof one === 'string' ? one : fieldOf(one)
    const field = formFields.find((name) => path === name || path?.endsWith(`.${name}`))
    return field === undefined ? [] : [[field, messages[field]]]
  })
}

const fieldOf = (one: unknown) =>
  typeof one === 'object' && one !== null && 'field' in one && typeof one.field === 'string'
    ? one.field
    : undefined

const messages: Readonly<Record<CheckoutField, string>> = {
  firstName: 'Revisa tu nombre.',
  lastName: 'Revisa tus apellidos.',
  email: 'Revisa tu correo.',
  phone: 'Revisa tu teléfono: son 10 dígitos, o con + y el código de su país.',
  number: 'Ese número de tarjeta no es válido.',
  expiry: 'Revisa la fecha de vencimiento.',
  cvc: 'Revisa el código de seguridad.',
}
