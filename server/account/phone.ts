/** A telephone as we keep it: the browser's own rule (contract/phone.ts), and then whether such a number can exist. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { countryOf, phoneToSend } from '#contract/phone.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'

/** Code plus digits, or null for none. A number without a plus is Mexican. Refuses invalid_phone. */
export const phoneToKeep = (given: string): string | null =>
  given.trim() === '' ? null : (known(given) ?? refuse('invalid_phone'))

/**
 * What somebody gives to be called at, with the telephone as it is kept: written otherwise at the next visit, or answering from
 * WhatsApp, it is the same one. Any country's number with its plus will do, since who travels books too. Refuses invalid_phone.
 */
export const withPhoneKept = <C extends { phone: string }>(contact: C): C => {
  const phone = known(contact.phone) ?? abroad(contact.phone)
  if (phone !== null) return { ...contact, phone }
  throw new Refusal(
    'invalid_phone',
    { field: 'phone' },
    'Revisa el teléfono: son 10 dígitos, o con + y el código de su país.',
  )
}

/** In a country of the telephone field; null: it can be none. */
const known = (given: string): string | null => {
  const country = given.trimStart().startsWith('+') ? countryOf(given) : 'MX'
  if (country === undefined || strange.test(given)) return null
  const sent = phoneToSend(given, country)
  // What the browser sends stays as it is; who sends more digits means another number than the one we would keep.
  const isSame = sent.endsWith(given.replace(/\D/g, ''))
  const parsed = parsePhoneNumberFromString(sent)
  return isSame && parsed?.isValid() === true && parsed.number === sent ? sent : null
}

/** In another one. */
const abroad = (given: string): string | null => {
  if (!given.trimStart().startsWith('+') || countryOf(given) !== undefined || strange.test(given)) return null
  const parsed = parsePhoneNumberFromString(given)
  return parsed?.isValid() === true ? parsed.number : null
}

const strange = /[^\d\s().+-]/
