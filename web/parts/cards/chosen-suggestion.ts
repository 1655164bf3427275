/** A suggestion that was chosen in the search card. */
import type { Suggestion } from '#contract/search/suggestions.ts'
import type { Where } from '#web/parts/places/place-field.tsx'
import { whenIn } from '#web/parts/time/when.ts'
import { paths } from '#web/paths.ts'
import { formText } from '#web/ui/form/form-text.ts'

type Searched = Extract<Suggestion, { search: unknown }>
const ownFields = new Set(['q', 'category', 'location', 'city', 'state'])

/** Each part in its own field; what has none stays words, which the results read. */
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

export const goTo = (suggestion: Exclude<Suggestion, Searched>, form: HTMLFormElement) => {
  const text = formText(form)
  const going = whenIn({ day: text('day'), part: text('part') })
  if (suggestion.kind === 'professional') return paths.professional(suggestion.id, going)
  return suggestion.kind === 'business'
    ? paths.business(suggestion.id, going)
    : paths.space(suggestion.id, going)
}
