/** What follows a confirmed email. Loaded once a code was entered. */
import type { CheckoutField } from '#web/parts/booking/payment/checkout-form.ts'
import type { FormState } from '#web/ui/form/use-form.ts'

type Known = { firstName: string; lastName: string; phone: string }

/** Fills a returning client's earlier data into empty fields; then focuses the next empty one. */
export const fillKnown = (form: FormState<Record<CheckoutField, string>>, known: Known | null) => {
  if (known !== null)
    form.change((typed) => ({
      firstName: typed.firstName.trim() === '' ? known.firstName : typed.firstName,
      lastName: typed.lastName.trim() === '' ? known.lastName : typed.lastName,
      phone: typed.phone.trim() === '' ? known.phone : typed.phone,
    }))
  focusEmpty(form.current(), ['firstName', 'email', 'phone', 'lastName', 'number', 'expiry', 'cvc'])
}

/** Focuses the first of these fields that is visible and empty. */
export const focusEmpty = (values: Readonly<Record<string, unknown>>, names: readonly string[]) => {
  for (const name of names) {
    const [control] = document.getElementsByName(name)
    // A field in a folded line is not next.
    if (control?.checkVisibility() && values[name] === '') return control.focus()
  }
}
