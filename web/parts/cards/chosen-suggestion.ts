/** Handles a suggestion chosen in the search card. */
import type { Suggestion } from '#contract/search/suggestions.ts'
import type { Where } from '#web/parts/places/place-field.tsx'
import { whenIn } from '#web/parts/time/when.ts'
import { paths } from '#web/paths.ts'
import { formText } from '#web/ui/form/form-text.ts'

type Searched = Extract<Suggestion, { search: unknown }>
const ownFields = new Set(['q', 'category', 'location', 'city', 'state'])

/** Fills each part into its own field; a part without a field stays a word, which the results parse. */
export const fillIn = (
  form: HTMLFormElement,
  { label, search }: Searched,
  onWhere: (where: Where) => void,
) => {
  const text = form.elements.namedItem('q')
  if (!(text instanceof HTMLInputElement)) return
  const hasFields = Object.keys(search).every((name) => ownFields.has(name))
  text.value = hasFields ? (search.q ?? '') : label
  text.focus()
  if (!hasFields) return
  const kind = form.elements.namedItem('category')
  if (search.category !== undefined && kind instanceof HTMLSelectElement) kind.value = search.category
  const { location, city, state } = search
  if (location !== undefined) onWhere({ location, city, state })
}

type Found = Exclude<Suggestion, Searched>

/** The page of a professional, a business or a space, with the search's criteria. */
export const pageOf = ({ kind, id }: Found, going: NonNullable<Parameters<typeof paths.space>[1]>) => {
  if (kind === 'professional') return paths.professional(id, going)
  return kind === 'business' ? paths.business(id, going) : paths.space(id, going)
}

export const goTo = (suggestion: Found, form: HTMLFormElement) => {
  const text = formText(form)
  return pageOf(suggestion, whenIn({ day: text('day'), part: text('part') }))
}
