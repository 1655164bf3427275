import { useQuery } from '@tanstack/react-query'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import { personalDocuments, shownDocumentKinds } from '#contract/hiring/document.ts'
import { type Language, languageFilters, languages } from '#contract/places/languages.ts'
import * as contract from '#contract/search/search.ts'
import type { Space } from '#contract/space/space.ts'
import { oneOf, wholeIn } from '#web/search-params.ts'
import { Days } from '#web/parts/hiring/days.tsx'
import { vacanciesReading } from '#web/parts/hiring/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { formText } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'

export type Search = {
  q?: string
  category?: Category
  space?: number
  vacancy?: number
  days?: string
  docs?: string
  level?: '1' | '2' | '3'
  rating?: '4' | '4.5' | '4.8'
  language?: Language
  price?: 'budget' | 'medium' | 'premium' | 'luxury'
  km?: number
  near?: 'true'
  sort?: 'distance' | 'price' | 'rating'
  box?: 'sent'
  open?: string
}

export const daysIn = (text: string | undefined) =>
  contract.weekdayFilters.filter((day) => (text ?? '').split(',').includes(day))

export const docsIn = (text: string | undefined) =>
  shownDocumentKinds.filter((kind) => (text ?? '').split(',').includes(kind))

export type Shown = { search: Search; go: (next: Search) => void; spaces: readonly Space[] }

/** Published vacancies at a published space. */
export const useOpenVacancies = (spaces: readonly Space[]) => {
  const { data = [] } = useQuery(vacanciesReading)
  return data.filter(
    (one) =>
      one.moves.some(({ move, allowed }) => move === 'invite' && allowed) &&
      spaces.some(({ id }) => id === one.spaceId),
  )
}

export const CandidateFilters = ({ search, go, spaces, space }: Shown & { space: Space }) => {
  const open = useOpenVacancies(spaces)
  const vacancy = open.find(({ id }) => id === search.vacancy)
  const choose = (value: string) => {
    const chosen = open.find(({ id }) => value === `vacancy ${id}`)
    const [, id] = value.split(' ')
    go(
      chosen === undefined
        ? { ...search, space: wholeIn(id), vacancy: undefined }
        : { ...search, space: chosen.spaceId, vacancy: chosen.id, category: chosen.category },
    )
  }
  return (
    <form
      role="search"
      aria-label="Filtros"
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5"
      onSubmit={(event) => {
        event.preventDefault()
        go({ ...search, q: formText(event.currentTarget)('q') || undefined })
      }}
    >
      <TargetField vacancy={vacancy} space={space} choose={choose} spaces={spaces} open={open} />
      <TextFields search={search} go={go} />
      <fieldset>
        <legend className="mb-1.5 text-[0.9375rem] font-semibold">Días libres</legend>
        <Days
          chosen={daysIn(search.days).map(Number)}
          onChange={(days) => go({ ...search, days: [...days].sort((a, b) => a - b).join(',') || undefined })}
        />
      </fieldset>
      <ChoiceFilters search={search} go={go} />
      <DocumentFilter search={search} go={go} />
      <Checkbox
        label="Ya trabaja en la zona"
        checked={search.near === 'true'}
        onChange={({ target }) => go({ ...search, near: target.checked ? 'true' : undefined })}
      />
      <Choice
        label="Ordenar por"
        any="Relevancia"
        value={search.sort}
        options={[
          ['distance', 'Más cerca'],
          ['rating', 'Mejor calificación'],
          ['price', 'Menor precio'],
        ]}
        onChoose={(value) => go({ ...search, sort: oneOf(['distance', 'price', 'rating'], value) })}
      />
      <Button type="submit" tone="secondary">
        Buscar
      </Button>
      <Button tone="quiet" size="small" onClick={() => go({ space: search.space, vacancy: search.vacancy })}>
        Quitar filtros
      </Button>
    </form>
  )
}

/** The space or vacancy that professionals are searched for. */
const TargetField = ({
  vacancy,
  space,
  choose,
  spaces,
  open,
}: {
  vacancy: ReturnType<typeof useOpenVacancies>[number] | undefined
  space: Space
  choose: (value: string) => void
  spaces: readonly Space[]
  open: ReturnType<typeof useOpenVacancies>
}) => (
  <Field label="Para el espacio o la vacante">
    {(control) => (
      <Select
        {...control}
        value={vacancy === undefined ? `space ${space.id}` : `vacancy ${vacancy.id}`}
        onChange={({ target }) => choose(target.value)}
      >
        <optgroup label="Espacios">
          {spaces.map((one) => (
            <option key={one.id} value={`space ${one.id}`}>
              {one.name}
            </option>
          ))}
        </optgroup>
        {open.length === 0 ? null : (
          <optgroup label="Vacantes publicadas">
            {open.map((one) => (
              <option key={one.id} value={`vacancy ${one.id}`}>
                {one.title}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    )}
  </Field>
)

const TextFields = ({ search, go }: { search: Search; go: Shown['go'] }) => (
  <>
    <Field label="Nombre, servicio o especialidad">
      {(control) => (
        <Input
          {...control}
          key={search.q ?? ''}
          name="q"
          type="search"
          defaultValue={search.q}
          maxLength={120}
        />
      )}
    </Field>
    <Field label="Categoría">
      {(control) => (
        <Select
          {...control}
          value={search.category ?? ''}
          onChange={({ target }) =>
            go({ ...search, category: isCategory(target.value) ? target.value : undefined })
          }
        >
          <option value="">Todas</option>
          {Object.entries(categories).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </>
)

const ChoiceFilters = ({ search, go }: { search: Search; go: Shown['go'] }) => (
  <div className="grid grid-cols-2 gap-3 lg:grid-cols-1">
    <Choice
      label="Verificación"
      value={search.level}
      options={[
        ['1', 'Nivel 1 o más'],
        ['2', 'Nivel 2 o más'],
        ['3', 'Nivel 3, biométrica'],
      ]}
      onChoose={(value) => go({ ...search, level: oneOf(contract.levelFilters, value) })}
    />
    <Choice
      label="Calificación"
      value={search.rating}
      options={[
        ['4', '4+ estrellas'],
        ['4.5', '4.5+ estrellas'],
        ['4.8', '4.8+ estrellas'],
      ]}
      onChoose={(value) => go({ ...search, rating: oneOf(contract.ratingFilters, value) })}
    />
    <Choice
      label="Idioma"
      value={search.language}
      options={languageFilters.map((code) => [code, languages[code]])}
      onChoose={(value) => go({ ...search, language: oneOf(languageFilters, value) })}
    />
    <Choice
      label="Sus precios"
      value={search.price}
      options={contract.priceFilters.map((name) => [name, contract.priceRanges[name].label])}
      onChoose={(value) => go({ ...search, price: oneOf(contract.priceFilters, value) })}
    />
    <Choice
      label="Distancia"
      any="10 km"
      value={search.km === undefined ? undefined : String(search.km)}
      options={[
        ['3', '3 km'],
        ['5', '5 km'],
        ['25', '25 km'],
        ['100', '100 km'],
      ]}
      onChoose={(value) => go({ ...search, km: wholeIn(value, 200) })}
    />
  </div>
)

const DocumentFilter = ({ search, go }: { search: Search; go: Shown['go'] }) => (
  <fieldset>
    <legend className="mb-1.5 text-[0.9375rem] font-semibold">Documentos vigentes</legend>
    {shownDocumentKinds.map((kind) => (
      <Checkbox
        key={kind}
        label={personalDocuments[kind].label}
        checked={docsIn(search.docs).includes(kind)}
        onChange={({ target }) => {
          const others = docsIn(search.docs).filter((one) => one !== kind)
          go({ ...search, docs: [...others, ...(target.checked ? [kind] : [])].join(',') || undefined })
        }}
      />
    ))}
  </fieldset>
)

const Choice = ({
  label,
  value,
  any = 'Cualquiera',
  options,
  onChoose,
}: {
  label: string
  value: string | undefined
  any?: string
  options: readonly (readonly [string, string])[]
  onChoose: (value: string) => void
}) => (
  <Field label={label}>
    {(control) => (
      <Select {...control} value={value ?? ''} onChange={({ target }) => onChoose(target.value)}>
        <option value="">{any}</option>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
