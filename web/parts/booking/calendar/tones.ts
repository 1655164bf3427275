/** The colour of a visit in a calendar that is coloured by service or by person. Pure. */
import { type CalendarLook, colourNames } from '#contract/booking/agenda/calendar-look.ts'

/** What has a colour; its name is on every block, so the colour is never the only sign. */
export type Toned = { of: 'service' | 'person'; id: number; name: string }

/** The number of a colour, from 1. */
export type Tone = number

/** By number, from 1: edge and background. The text on it is ink. */
const looks = [
  'border-tone-1 bg-tone-1-soft',
  'border-tone-2 bg-tone-2-soft',
  'border-tone-3 bg-tone-3-soft',
  'border-tone-4 bg-tone-4-soft',
  'border-tone-5 bg-tone-5-soft',
  'border-tone-6 bg-tone-6-soft',
  'border-tone-7 bg-tone-7-soft',
  'border-tone-8 bg-tone-8-soft',
] as const

export const toneLook = (tone: Tone) => `border border-l-6 text-ink ${looks[tone - 1] ?? looks[0]}`

/** The chosen colour, else one derived from the thing's id, so that it is the same on every device. */
export const toneOf = ({ colours }: CalendarLook, { of, id }: Omit<Toned, 'name'>): Tone =>
  colours.find((one) => one.of === of && one.id === id)?.colour ?? ownTone(id)

export const ownTone = (id: number): Tone => (id % colourNames.length) + 1

/** A number for a name (FNV-1a), from 1: services with the same name have one colour, whatever professional offers them. */
export const numberOfName = (name: string) => {
  let hash = 0x811c9dc5
  for (const character of name.trim().toLocaleLowerCase('es-MX')) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0) + 1
}

/** Without repetitions, by name. */
export const eachOnce = (things: readonly Toned[]): Toned[] =>
  [...new Map(things.map((one) => [`${one.of} ${one.id}`, one])).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name, 'es'),
  )
