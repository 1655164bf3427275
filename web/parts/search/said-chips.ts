/** Every criterion of a search as a removable chip: words, places and categories, and also time, modality and price. */
import { chipsOf, without } from '#web/parts/search/chips.ts'
import { searchedWhen, withWhen } from '#web/parts/search/window.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'

export type SaidChip = { id: string; label: string; without: SearchState }

const hows = { home: 'A domicilio', online: 'En línea' } as const
const weeks: Readonly<Record<string, string>> = { this_week: 'Esta semana', next_week: 'Próxima semana' }

/** Words, places and categories first, then what narrows them. Without `now` a time has only dates, no "today". */
export const saidChips = (search: SearchState, now?: number): SaidChip[] => [
  ...chipsOf(search).map((chip) => ({ id: chip.id, label: chip.label, without: without(search, chip) })),
  ...narrowingChips(search, now),
]

const narrowingChips = (search: SearchState, now: number | undefined): SaidChip[] => {
  const when = searchedWhen(search, now)
  const week = weeks[search.availability ?? '']
  const { modality, how, minPesos, maxPesos } = search
  const ways = (modality ?? how ?? '').split(',')
  const chips: SaidChip[] = []
  if (when !== undefined) chips.push({ id: 'when', label: when, without: withWhen(search, {}) })
  if (search.near !== undefined)
    chips.push({ id: 'near-soon', label: 'Cerca de mí', without: { ...search, near: undefined } })
  if (week !== undefined)
    chips.push({ id: 'week', label: week, without: { ...search, availability: undefined } })
  for (const way of ['home', 'online'] as const)
    if (ways.includes(way))
      chips.push({
        id: `how:${way}`,
        label: hows[way],
        without: { ...search, how: undefined, modality: ways.find((other) => other !== way) },
      })
  if ((minPesos ?? maxPesos) !== undefined)
    chips.push({
      id: 'price',
      label: priceLabel(minPesos, maxPesos),
      without: { ...search, minPesos: undefined, maxPesos: undefined },
    })
  return chips
}

const amount = (pesos: string) => `$${Number(pesos).toLocaleString('es-MX')}`

const priceLabel = (min: string | undefined, max: string | undefined) => {
  if (min === undefined) return `Hasta ${amount(max ?? '')}`
  return max === undefined ? `Desde ${amount(min)}` : `${amount(min)} a ${amount(max)}`
}

/** Has a criterion: words, a place or a category, or only a time, a modality or a price. */
export const isSearch = (search: SearchState) =>
  chipsOf(search).length > 0 ||
  (search.near ??
    search.day ??
    search.part ??
    search.from ??
    search.modality ??
    search.minPesos ??
    search.maxPesos) !== undefined
