/** Chips as one line, for the tables of examples: "category:massage; day:2026-11-26; part:afternoon; place:Roma". */
import { wordsOf } from '#server/search/rules.ts'
import type { Understood } from '#server/search/understood/chips.ts'

export const notationOf = (chips: readonly Understood[], today: Temporal.PlainDate): string[] =>
  chips.flatMap((chip) => lineOf(chip, today)).toSorted()

const lineOf = (chip: Understood, today: Temporal.PlainDate): string[] => {
  if (chip.kind === 'text') return [`text:${wordsOf(chip.text).join(' ')}`]
  if (chip.kind === 'category') return [`category:${chip.category}`]
  if (chip.kind === 'space') return [`space:${chip.spaceType}`]
  if (chip.kind === 'amenity') return [`amenity:${chip.amenity}`]
  if (chip.kind === 'week') return [`day:${chip.week}`]
  if (chip.kind === 'part') return [`part:${chip.part}`]
  if (chip.kind === 'place') return [`place:${wordsOf(chip.name).join(' ')}`]
  if (chip.kind === 'modality') return [`modality:${chip.modality}`]
  if (chip.kind === 'sort') return [`sort:${chip.sort}`]
  if (chip.kind === 'day') return [`day:${isWeekend(chip, today) ? 'weekend' : chip.from}`]
  if (chip.kind === 'hour')
    return (['at', 'from', 'to'] as const).flatMap((name) =>
      chip[name] === undefined ? [] : [`${name}:${chip[name]}`],
    )
  if (chip.kind === 'price')
    return (['min', 'max'] as const).flatMap((name) =>
      chip[name] === undefined ? [] : [`${name}:${chip[name]}`],
    )
  return [chip.kind]
}

const isWeekend = ({ from, to }: { from: string; to: string }, today: Temporal.PlainDate) =>
  from !== to && Temporal.PlainDate.from(from).dayOfWeek === 6 && today.toString() <= to

/** An expected line in the same form. */
export const expectedOf = (line: string): string[] =>
  line
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const [kind = '', value = ''] = one.split(/:(.*)/s)
      return kind === 'text' || kind === 'place' ? `${kind}:${wordsOf(value).join(' ')}` : one
    })
    .toSorted()
