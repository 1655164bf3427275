/**
 * The stored form of a telephone number at every endpoint that takes one: country code plus digits. Invisible characters, separators and
 * dialling prefixes (`+52 1`, `01`, `044`, `045`, `00`) are removed. Then it is checked whether such a number can exist.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { countries, type Country, countryOf, withoutMarks } from '#contract/platform/phone.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'

/** Country code plus digits, or null for none. A number without a plus is Mexican. Refuses invalid_phone. */
export const phoneToKeep = (given: string): string | null =>
  withoutMarks(given) === '' ? null : (knownPhone(given) ?? refuse('invalid_phone'))

/**
 * For a visit, so that the same person is recognised however the number is written next time, or when they answer by WhatsApp. Numbers of
 * any country are accepted with a plus, since clients travel. Refuses invalid_phone.
 */
export const withPhoneSaved = <C extends { phone: string }>(contact: C): C => {
  const phone = knownPhone(contact.phone) ?? abroad(contact.phone)
  if (phone !== null) return { ...contact, phone }
  throw new Refusal(
    'invalid_phone',
    { field: 'phone' },
    'Revisa el teléfono: son 10 dígitos, o con + y el código de su país.',
  )
}

/** The stored form, for the countries of the telephone field; null: it cannot be a number. */
export const knownPhone = (given: string): string | null => {
  const typed = typedIn(given)
  if (typed === null) return null
  const { digits, isInternational } = typed
  if (isInternational) {
    const country = countryOf(`+${digits}`)
    return country === undefined ? null : savedIn(country, digits.slice(countries[country].code.length - 1))
  }
  return digits.length > 10 && digits.startsWith('52')
    ? savedIn('MX', digits.slice(2))
    : savedIn('MX', digits, false)
}

/** For any other country. */
const abroad = (given: string): string | null => {
  const typed = typedIn(given)
  if (typed === null || !typed.isInternational) return null
  const number = `+${typed.digits}`
  return countryOf(number) === undefined ? existing(number) : null
}

/** Null: it has characters that no number has. */
const typedIn = (given: string): { digits: string; isInternational: boolean } | null => {
  const plain = withoutMarks(given)
  if (strange.test(plain)) return null
  const digits = plain.replace(/\D/g, '')
  if (plain.startsWith('+')) return { digits, isInternational: true }
  // International prefixes: 00 in Mexico, 011 in the United States.
  const [, dialled] = /^(?:00|011)(\d{11,})$/.exec(digits) ?? []
  return { digits: dialled ?? digits, isInternational: dialled !== undefined }
}

/** Spaces, brackets, dots, slashes and dashes of every kind are allowed between digits. */
const strange = /[^\d\s()[\].,/+·•∙⋅・\p{Pd}]|.\+/u

/**
 * Trunk prefixes, which are no part of a number. Mexico dropped all of these in 2019, but address books still have them; without the
 * country code a leading 1 may be that of the United States.
 */
const trunks: Readonly<Partial<Record<Country, { afterCode: RegExp; alone: RegExp }>>> = {
  MX: { afterCode: /^(?:1|01|044|045)(?=\d{10}$)/, alone: /^(?:01|044|045)(?=\d{10}$)/ },
  AR: { afterCode: /^9(?=\d{10}$)/, alone: /^$/ },
  BR: { afterCode: /^0(?=\d{11}$)/, alone: /^$/ },
}

const savedIn = (country: Country, national: string, isAfterCode = true): string | null => {
  const { code, digits } = countries[country]
  const trunk = trunks[country]
  const rest =
    trunk === undefined ? national : national.replace(isAfterCode ? trunk.afterCode : trunk.alone, '')
  return rest.length === digits ? existing(`${code}${rest}`) : null
}

const existing = (number: string): string | null => {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.isValid() === true && parsed.number === number ? number : null
}
