/** What follows a confirmed email. Loaded once a code was entered. */
import type { CheckoutField } from '#web/parts/booking/payment/checkout-form.ts'
import type { FormState } from '#web/ui/form/use-form.ts'

type Known = { firstName: string; lastName: string; phone: string }

/** A returning client finds what they entered before, where nothing is typed yet; then on to what is still to be typed. */
export const fillKnown = (form: FormState<Record<CheckoutField, string>>, known: Known | null) => {
  if (known !== null)
    form.change((typed) => ({
      firstName: typed.firstName.trim() === '' ? known.firstName : typed.firstName,
      lastName: typed.lastName.trim() === '' ? known.lastName : typed.lastName,
      phone: typed.phone.trim() === '' ? known.phone : typed.phone,
    }))
  focusEmpty(form.current(), ['firstName', 'email', 'phone', 'lastName', 'number', 'expiry', 'cvc'])
}

/** The first of these fields that is on the screen and empty has the focus. */
export const focusEmpty = (values: Readonly<Record<string, unknown>>, names: readonly string[]) => {
  for (const name of names) {
    const [control] = document.getElementsByName(name)
    // One in a closed line is none of what comes next.
    if (control?.checkVisibility() && values[name] === '') return control.focus()
  }
}
