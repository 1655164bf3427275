/** Languages in which professionals receive clients: the most spoken in Mexico, including indigenous languages, and its sign language. */
import * as z from 'zod/mini'

export const languages = {
  es: 'Español',
  en: 'Inglés',
  fr: 'Francés',
  pt: 'Portugués',
  it: 'Italiano',
  de: 'Alemán',
  zh: 'Chino',
  ko: 'Coreano',
  lsm: 'Lengua de Señas Mexicana',
  nah: 'Náhuatl',
  yua: 'Maya',
  zap: 'Zapoteco',
  mix: 'Mixteco',
} as const
export type Language = keyof typeof languages

export const isLanguage = (text: unknown): text is Language =>
  typeof text === 'string' && Object.hasOwn(languages, text)

export const languageFilters = [
  'es',
  'en',
  'fr',
  'pt',
  'it',
  'de',
  'zh',
  'ko',
  'lsm',
  'nah',
  'yua',
  'zap',
  'mix',
] as const satisfies readonly Language[]
export const Language = z.enum(languageFilters)
