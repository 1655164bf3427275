import { countries, countryOf } from '#contract/platform/phone.ts'

/** A formatted telephone: `+52 55 1234 5678`. */
export const readablePhone = (phone: string): string => {
  const country = countryOf(phone)
  if (country === undefined) return phone
  const { code, digits } = countries[country]
  const national = phone.slice(code.length)
  if (national.length !== digits) return phone
  // The last eight digits in two halves, the rest first: ten digits are 2 + 4 + 4.
  return [code, national.slice(0, -8), national.slice(-8, -4), national.slice(-4)].filter(Boolean).join(' ')
}
