/** The filters and orders of the results, with their labels. */
import { amenities } from '#contract/professional/categories.ts'
import { priceRanges } from '#contract/search/search.ts'
import type { FilterName, SearchType, Sort } from '#web/parts/cards/search-state.ts'

type Group = {
  name: FilterName
  title: string
  options: readonly (readonly [string, string])[]
  only?: SearchType
}

/** The filters and their values (spec §9): "or" within a group, "and" between groups. */
export const groups: readonly Group[] = [
  {
    name: 'availability',
    title: 'Disponibilidad',
    options: [
      ['today', 'Hoy'],
      ['this_week', 'Esta semana'],
      ['next_week', 'Próxima semana'],
      ['flexible', 'Flexible'],
    ],
  },
  {
    name: 'priceRange',
    title: 'Precio',
    options: [
      ['budget', priceRanges.budget.label],
      ['medium', priceRanges.medium.label],
      ['premium', priceRanges.premium.label],
      ['luxury', priceRanges.luxury.label],
    ],
  },
  {
    name: 'rating',
    title: 'Calificación',
    options: [
      ['4', '4+ estrellas'],
      ['4.5', '4.5+ estrellas'],
      ['4.8', '4.8+ estrellas'],
    ],
  },
  {
    name: 'verified',
    title: 'Verificación',
    options: [
      ['verified', 'Verificados'],
      ['top_rated', 'Mejor calificados'],
      ['new', 'Nuevos'],
    ],
  },
  {
    name: 'modality',
    title: 'Cómo',
    options: [
      ['home', 'A domicilio'],
      ['online', 'En línea'],
    ],
    only: 'professionals',
  },
  { name: 'amenities', title: 'Amenidades', options: Object.entries(amenities), only: 'spaces' },
]

export const sortLabels: Readonly<Record<Sort, string>> = {
  price: 'Menor precio',
  rating: 'Mejor calificación',
  distance: 'Más cerca',
}
