/** Every criterion of a search as a removable chip: words, places and categories, and also service, time, modality, price and filters. */
import { chipsOf, without } from '#web/parts/search/chips.ts'
import { groups, sortLabels } from '#web/parts/search/filter-groups.ts'
import { searchedWhen, withWhen } from '#web/parts/search/window.ts'
import { type SearchState, typeOf } from '#web/parts/cards/search-state.ts'

export type SaidChip = { id: string; label: string; without: SearchState }

const hows = { home: 'A domicilio', online: 'En línea' } as const

/**
 * Words, places and categories first, then what narrows them. An order is a chip only where nothing else is searched. Without `now` a time
 * has only dates, no "today".
 */
export const saidChips = (search: SearchState, now?: number): SaidChip[] => {
  const chips = [
    ...chipsOf(search).map((chip) => ({ id: chip.id, label: chip.label, without: without(search, chip) })),
    ...narrowingChips(search, now),
    ...filterChips(search),
  ]
  const [first, ...others] = chips
  // Without the last criterion there are no results to order.
  if (first !== undefined && others.length === 0)
    return [{ ...first, without: { ...first.without, sort: undefined } }]
  if (first !== undefined || search.sort === undefined) return chips
  return [{ id: 'sort', label: sortLabels[search.sort], without: { ...search, sort: undefined } }]
}

const narrowingChips = (search: SearchState, now: number | undefined): SaidChip[] => {
  const when = searchedWhen(search, now)
  const { modality, how, service, minPesos, maxPesos } = search
  const ways = (modality ?? how ?? '').split(',')
  const chips: SaidChip[] = []
  if (service !== undefined && typeOf(search) === 'professionals')
    chips.push({ id: 'service', label: `Servicio: ${service}`, without: { ...search, service: undefined } })
  if (when !== undefined) chips.push({ id: 'when', label: when, without: withWhen(search, {}) })
  if (search.near !== undefined)
    chips.push({ id: 'near-soon', label: 'Cerca de mí', without: { ...search, near: undefined } })
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

/** The ticked filters, by the labels of their checkboxes. */
const filterChips = (search: SearchState): SaidChip[] =>
  groups.flatMap(({ name, options, only }) => {
    if (name === 'modality' || (only !== undefined && only !== typeOf(search))) return []
    const on = (search[name] ?? '').split(',')
    return options
      .filter(([value]) => on.includes(value))
      .map(([value, label]) => ({
        id: `${name}:${value}`,
        label,
        without: { ...search, [name]: on.filter((other) => other !== value).join(',') || undefined },
      }))
  })

const amount = (pesos: string) => `$${Number(pesos).toLocaleString('es-MX')}`

const priceLabel = (min: string | undefined, max: string | undefined) => {
  if (min === undefined) return `Hasta ${amount(max ?? '')}`
  return max === undefined ? `Desde ${amount(min)}` : `${amount(min)} a ${amount(max)}`
}

/** Has a criterion. The time changes the label of a chip, not whether there is one. */
export const isSearch = (search: SearchState) => saidChips(search, 0).length > 0

/** Without an order that was chosen for results and is all that is left of the search. */
export const withoutLoneOrder = (search: SearchState): SearchState =>
  isSearch({ ...search, sort: undefined }) ? search : { ...search, sort: undefined }
