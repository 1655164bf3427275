/** Texts in the SMS alphabet, with which one message has 160 characters. */
import { maxLinkLength } from '#server/messaging/short-link.ts'

/** The alphabet of GSM 03.38: with any other character a message has room for 70 instead of 160. */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/
export const maxSigns = 160

/**
 * Converts to that alphabet: é, ñ, ü, ¿ and ¡ stay, á, í, ó and ú lose their accent, any other character becomes its plain form or is
 * dropped. Cut at the end of a word, if it is too long for one message.
 */
export const smsOf = (text: string): string => cutTo(maxSigns, plainOf(text))

/** Cuts words to leave room for a link, which is never cut: `text` (texting.ts) shortens a long one (short-link.ts). */
export const smsWithLink = (text: string, link: string): string =>
  `${cutTo(maxSigns - 1 - maxLinkLength, plainOf(text))} ${link}`

export const cutTo = (most: number, plain: string): string => {
  if (plain.length <= most) return plain
  const cut = plain.slice(0, most - 3)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), Math.floor(most * 0.75))).trimEnd()}...`
}

export const plainOf = (text: string): string =>
  Array.from(
    text
      .normalize('NFC')
      .replace(/[“”«»]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/[–—]/g, '-')
      .replace(/…/g, '...'),
    signOf,
  ).join('')

const signOf = (sign: string) => {
  if (gsm.test(sign)) return sign
  if (/\s/.test(sign)) return ' '
  const bare = sign.normalize('NFD').charAt(0)
  return gsm.test(bare) ? bare : ''
}
