/** A telephone as we keep it: the browser's own rule (contract/phone.ts), and then whether such a number can exist. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { countryOf, phoneToSend } from '#contract/phone.ts'
import { refuse } from '#server/platform/refuse.ts'

/** Code plus digits, or null for none. A number without a plus is Mexican. Refuses invalid_phone. */
export const phoneToKeep = (given: string): string | null => {
  if (given.trim() === '') return null
  const country = given.trimStart().startsWith('+') ? countryOf(given) : 'MX'
  if (country === undefined || /[^\d\s().+-]/.test(given)) return refuse('invalid_phone')
  const sent = phoneToSend(given, country)
  // What the browser sends stays as it is; who sends more digits means another number than the one we would keep.
  const isSame = sent.endsWith(given.replace(/\D/g, ''))
  const known = parsePhoneNumberFromString(sent)
  return isSame && known?.isValid() === true && known.number === sent ? sent : refuse('invalid_phone')
}
