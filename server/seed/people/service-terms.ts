/** Where services of the demo data are given besides a place, and what of their price is due when a visit is booked. */
import type { Category } from '#contract/professional/categories.ts'
import type { Value } from '#server/seed/people/copy.ts'
import type { ProfessionalDraft } from '#server/seed/people/demo-data.ts'

/** The columns of `services` in the order of `termsOf`. */
export const termColumns = [
  'home_radius_km',
  'home_fee_cents',
  'online',
  'online_link',
  'upfront_bp',
  'upfront_cents',
] as const

/** Their equipment is portable: a case, a table, a mat. */
const portable: ReadonlySet<Category> = new Set(['nails', 'massage', 'yoga', 'fitness'])
/** Half of their professionals have a room, the others send a link. */
const talking: ReadonlySet<Category> = new Set(['therapy', 'coaching', 'nutrition', 'meditation', 'yoga'])

export const termsOf = (
  { id, trade }: Pick<ProfessionalDraft, 'id' | 'trade'>,
  { minutes, priceCents }: { minutes: number; priceCents: number },
  hasPhases: boolean,
): Value[] => {
  const atHomes = portable.has(trade) && id % 2 === 0
  const online = talking.has(trade) && id % 3 !== 1
  return [
    atHomes ? 6 + (id % 7) : null,
    atHomes ? (id % 3) * 4000 : 0,
    online,
    online && id % 2 === 0 ? `https://meet.example/sala-${id}` : null,
    // Long colour services ask for a part; a facial asks for the price of the products opened for it.
    hasPhases && minutes >= 150 ? 3000 : null,
    trade === 'beauty' && priceCents >= 80_000 && id % 3 === 0 ? 20_000 : null,
  ]
}
