/** What the server said about a field of the checkout, at that field. Comes with the first refusal. */
import type { ApiError } from '#web/api.ts'
import type { CheckoutField } from '#web/parts/booking/checkout-form.ts'

const formFields: readonly CheckoutField[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'number',
  'expiry',
  'cvc',
]

export const fieldErrors = (problem: ApiError): [CheckoutField, string][] => {
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
