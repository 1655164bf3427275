import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Suggestion } from '#contract/search/suggestions.ts'
import { dayPartIds, dayPartNames } from '#contract/platform/day-part.ts'
import { paths } from '#web/paths.ts'
import type { SearchFor } from '#web/paths.ts'
import { PlaceField } from '#web/parts/places/place-field.tsx'
import type { Where } from '#web/parts/places/place-field.tsx'
import { CategoryOptions } from '#web/parts/cards/categories.tsx'
import { leadOn, searchedFor } from '#web/parts/cards/searched.ts'
import { WordField } from '#web/parts/cards/word-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { formText } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'

const words = {
  professionals: {
    title: 'Buscar Profesionales',
    name: 'Profesional o servicio',
    example: 'Facial, corte, yoga…',
    kind: 'Categoría',
  },
  spaces: {
    title: 'Buscar Espacios',
    name: 'Nombre del espacio',
    example: 'Cabina, salón, consultorio…',
    kind: 'Tipo de espacio',
  },
} as const

/** The time in everyday terms; the "other" day asks for its date. The results page converts words into dates for its URL. */
const WhenFields = () => {
  const [day, setDay] = useState('')
  return (
    <div className="grid grid-cols-2 gap-3 sm:col-span-2">
      <Field label="Cuándo">
        {(control) => (
          <Select
            {...control}
            name={day === 'other' ? undefined : 'day'}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          >
            <option value="">Cualquier día</option>
            <option value="today">Hoy</option>
            <option value="tomorrow">Mañana</option>
            <option value="weekend">Este fin de semana</option>
            <option value="other">Otro día</option>
          </Select>
        )}
      </Field>
      <Field label="A qué hora">
        {(control) => (
          <Select {...control} name="part" defaultValue="">
            <option value="">Cualquiera</option>
            {dayPartIds.map((id) => (
              <option key={id} value={id}>
                {dayPartNames[id]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {day === 'other' ? (
        <Field label="Qué día" className="col-span-2">
          {(control) => <Input {...control} type="date" name="day" />}
        </Field>
      ) : null}
    </div>
  )
}

/**
 * Service or name, place, time and category. Without `onSearch` it is a plain form that opens the results by full page navigation (spec
 * §2), so it works without scripts.
 */
export const SearchCard = ({
  type,
  onSearch,
  heading: Heading = 'h2',
}: {
  type: 'professionals' | 'spaces'
  onSearch?: (search: SearchFor) => void
  heading?: 'h1' | 'h2'
}) => {
  const router = useRouter()
  const [where, setWhere] = useState<Where>({ location: '' })
  const submit = (form: HTMLFormElement) => {
    const text = formText(form)
    const when = { day: text('day'), part: text('part') }
    leadOn(
      searchedFor({ q: text('q'), category: text('category'), where, type, ...when }),
      onSearch,
      (search) => window.location.assign(router.buildLocation(paths.search(search)).href),
    )
  }
  /** A search criterion fills in the form; a professional's page opens with the time in the form. */
  const choose = async (suggestion: Suggestion, input: HTMLInputElement | null) => {
    const form = input?.form
    if (!form) return
    const { fillIn, goTo } = await import('#web/parts/cards/chosen-suggestion.ts')
    if ('search' in suggestion) fillIn(form, suggestion, setWhere)
    else void router.navigate(goTo(suggestion, form))
  }
  return (
    <form
      action="/search-results"
      role="search"
      aria-label={words[type].title}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
      className="rounded-xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <Heading className="mb-3 font-display text-xl font-semibold">{words[type].title}</Heading>
      <input type="hidden" name="type" value={type} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words[type].name} className="sm:col-span-2">
          {(control) => (
            <div className="relative">
              <Search
                aria-hidden
                className="pointer-events-none absolute top-1/2 left-3.5 z-10 size-5 -translate-y-1/2 text-muted"
              />
              <WordField
                {...control}
                type={type}
                name="q"
                placeholder={words[type].example}
                className="pl-11"
                onChoose={(suggestion, input) => void choose(suggestion, input)}
              />
            </div>
          )}
        </Field>
        <PlaceField value={where} onChange={setWhere} />
        <Field label={words[type].kind}>
          {(control) => (
            <Select {...control} name="category" defaultValue="all">
              <CategoryOptions type={type} />
            </Select>
          )}
        </Field>
        <WhenFields />
        <Button type="submit" size="large" className="sm:col-span-2">
          <Search aria-hidden className="size-5" />
          Buscar
        </Button>
      </div>
    </form>
  )
}
