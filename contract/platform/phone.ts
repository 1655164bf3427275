/** Countries of the telephone field: dial code and number of national digits (spec §3). */
export const countries = {
  MX: { name: 'México', code: '+52', digits: 10 },
  US: { name: 'Estados Unidos', code: '+1', digits: 10 },
  CA: { name: 'Canadá', code: '+1', digits: 10 },
  CO: { name: 'Colombia', code: '+57', digits: 10 },
  BR: { name: 'Brasil', code: '+55', digits: 11 },
  AR: { name: 'Argentina', code: '+54', digits: 10 },
  CL: { name: 'Chile', code: '+56', digits: 9 },
  SV: { name: 'El Salvador', code: '+503', digits: 8 },
  PA: { name: 'Panamá', code: '+507', digits: 8 },
  DO: { name: 'República Dominicana', code: '+1', digits: 10 },
} as const
export type Country = keyof typeof countries

export const isCountry = (text: string): text is Country => Object.hasOwn(countries, text)

/**
 * National digits of what was typed (spec §5): digits only, without the country's code in front, without the leading 1
 * of +1 numbers that are too long, the last N of the rest. Empty when nothing was typed.
 */
export const nationalDigits = (typed: string, country: Country): string => {
  const { code, digits } = countries[country]
  const prefix = code.slice(1)
  let rest = digitsOf(typed)
  // Only a plus, or more digits than a national number, distinguishes a dial code from a number that starts with the same digits.
  if ((isInternational(typed) || rest.length > digits) && rest.startsWith(prefix))
    rest = rest.slice(prefix.length)
  if (code === '+1' && rest.length > digits && rest.startsWith('1')) rest = rest.slice(1)
  return rest.slice(-digits)
}

/** The number to submit: dial code plus digits, or empty. */
export const phoneToSend = (typed: string, country: Country): string => {
  const digits = nationalDigits(typed, country)
  return digits === '' ? '' : `${countries[country].code}${digits}`
}

/** Preview below the field (spec §5); empty while there is nothing to save. */
export const phonePreview = (typed: string, country: Country): string => {
  const digits = nationalDigits(typed, country)
  return digits === '' ? '' : `Se guardará como: ${countries[country].code} ${digits}`
}

/** The country of a number with a plus; the first of the list where several share a dial code. */
export const countryOf = (typed: string): Country | undefined => {
  if (!isInternational(typed)) return undefined
  const digits = digitsOf(typed)
  return Object.keys(countries)
    .filter(isCountry)
    .find((country) => digits.startsWith(countries[country].code.slice(1)))
}

/**
 * Removes invisible marks from typed or pasted text: contacts and messengers wrap numbers in direction marks, and some
 * keyboards produce full-width digits.
 */
export const withoutMarks = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()

/** A plus, or 00 before more digits than any listed national number has. */
const isInternational = (typed: string) => {
  const plain = withoutMarks(typed)
  return plain.startsWith('+') || isDialled(plain)
}
const isDialled = (plain: string) => plain.startsWith('00') && plain.replace(/\D/g, '').length > 12

const digitsOf = (typed: string) => {
  const plain = withoutMarks(typed)
  return plain.replace(/\D/g, '').slice(isDialled(plain) ? 2 : 0)
}
