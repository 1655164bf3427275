// How a typed name is compared with the names of places.
import { writtenOut } from '#server/places/also-called.ts'

/** Lower case without accents or punctuation: "San Cristóbal de las Casas" and "san cristobal de las casas" are equal. */
export const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

export const wordsTyped = (text: string): string[] =>
  fold(text.slice(0, 80))
    .split(' ')
    .filter((word) => word !== '')

/** The words typed, with the usual short forms written out. */
export const matchTokens = (text: string): string[] => writtenOut(wordsTyped(text))

/** 0 = the whole name, 1 = begins so, 2 = every word typed begins a word of it, 3 = no match. Names begin with a space. */
export function rankOf(
  place: { own: string; all: string },
  typed: string,
  tokens: readonly string[],
): number {
  const { own, all } = place
  if (own === ` ${typed}` || own.startsWith(` ${typed}  `)) return 0
  if (own.startsWith(` ${typed}`)) return 1
  if (!tokens.some((token) => own.includes(` ${token}`))) return 3
  return tokens.every((token) => all.includes(` ${token}`) || own.includes(` ${token}`)) ? 2 : 3
}
