/** A card's number and date as printed on it, from the digits alone: a phone's number pad has no space and no slash. */

/** "4242424242424242" → "4242 4242 4242 4242"; American Express groups by 4, 6 and 5. */
export const groupedNumber = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '').slice(0, 19)
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/\d{1,4}/g) ?? [])
  return groups.filter(Boolean).join(' ')
}

/** "0829" → "08/29", "8/29" → "08/29", "08/2029" → "08/29". While digits are deleted the slash is not added again. */
export const expiryText = (text: string, isDeleting = false): string => {
  const typed = text.replace(/^\s*(\d)\s*[/\-. ]/, '0$1/')
  const all = typed.replaceAll(/\D/g, '')
  // No month begins with 2 to 9.
  const digits = /^[2-9]/.test(all) ? `0${all}` : all
  const month = digits.slice(0, 2)
  const rest = digits.slice(2)
  const year = /^20\d{2}$/.test(rest)
    ? rest.slice(2)
    : rest.startsWith('20')
      ? rest.slice(0, 4)
      : rest.slice(0, 2)
  if (year !== '') return `${month}/${year}`
  return month.length === 2 && !isDeleting ? `${month}/` : month
}

/** Formats the text and keeps the cursor behind the same digit. */
export const reformat = (
  control: HTMLInputElement,
  form: (text: string, isDeleting: boolean) => string,
  isDeleting: boolean,
) => {
  const text = form(control.value, isDeleting)
  if (text === control.value) return
  const at = control.selectionStart ?? control.value.length
  const isAtEnd = at === control.value.length
  const before = control.value.slice(0, at).replaceAll(/\D/g, '').length
  control.value = text
  if (isAtEnd || control !== document.activeElement) return
  let place = 0
  for (let left = before; place < text.length && left > 0; place += 1)
    if (/\d/.test(text[place] ?? '')) left -= 1
  control.setSelectionRange(place, place)
}
