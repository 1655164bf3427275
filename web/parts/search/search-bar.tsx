import { Search, X } from 'lucide-react'
import type { Suggestion } from '#contract/search/suggestions.ts'
import type { SaidChip } from '#web/parts/search/said-chips.ts'
import { addedName, printed, typeOf } from '#web/parts/cards/search-state.ts'
import type { SearchState, SearchType } from '#web/parts/cards/search-state.ts'
import { WordField } from '#web/parts/cards/word-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { formText } from '#web/ui/form/form-text.ts'

export const toggleClass = (on: boolean) =>
  classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-sm px-4 font-semibold transition-colors',
    on ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
  )

const types = [
  ['professionals', 'Profesionales'],
  ['spaces', 'Espacios'],
] as const

export const TypeToggle = ({
  type,
  onChoose,
}: {
  type: SearchType
  onChoose: (type: SearchType) => void
}) => (
  <div role="group" aria-label="Qué buscas" className="grid grid-cols-2 gap-1 rounded-md bg-sunk p-1">
    {types.map(([value, label]) => (
      <button
        key={value}
        type="button"
        aria-pressed={type === value}
        onClick={() => onChoose(value)}
        className={toggleClass(type === value)}
      >
        {label}
      </button>
    ))}
  </div>
)

/** Adds a word to the search. Submitted without scripts, the form repeats the rest of the search. */
export const WordBox = ({
  search,
  onAdd,
  onChoose,
}: {
  search: SearchState
  onAdd: (word: string) => void
  onChoose: (suggestion: Suggestion) => void
}) => {
  const spaces = typeOf(search) === 'spaces'
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const word = formText(event.currentTarget)(addedName)
        if (word !== '') onAdd(word)
        event.currentTarget.reset()
      }}
      className="flex gap-2"
    >
      {Object.entries({ type: typeOf(search), ...printed(search) }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <WordField
        type={typeOf(search)}
        onChoose={(suggestion, input) => {
          if (input !== null) input.value = ''
          onChoose(suggestion)
        }}
        name={addedName}
        enterKeyHint="search"
        aria-label={spaces ? 'Agregar una búsqueda de espacios' : 'Agregar una búsqueda de profesionales'}
        placeholder={spaces ? 'Cabina, salón, consultorio…' : 'Facial, corte, yoga…'}
      />
      <Button type="submit">
        <Search aria-hidden className="size-5" />
        <span className="max-sm:sr-only">Buscar</span>
      </Button>
    </form>
  )
}

export const Chips = ({
  chips,
  onRemove,
  onClear,
}: {
  chips: readonly SaidChip[]
  onRemove: (chip: SaidChip) => void
  onClear: () => void
}) =>
  chips.length === 0 ? null : (
    <ul aria-label="Tu búsqueda" className="mt-3 flex flex-wrap items-center gap-2 sm:mt-4">
      {chips.map((chip) => (
        <li key={chip.id} className="max-w-full shrink-0">
          <button
            type="button"
            aria-label={`${chip.label}, quitar`}
            onClick={() => onRemove(chip)}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full bg-jacaranda-soft pr-3 pl-4 font-medium text-jacaranda-deep hover:brightness-95"
          >
            <span className="truncate">{chip.label}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      {chips.length > 1 ? (
        <li className="shrink-0">
          <button
            type="button"
            onClick={onClear}
            className="min-h-11 px-2 whitespace-nowrap font-semibold underline underline-offset-4"
          >
            Limpiar todo
          </button>
        </li>
      ) : null}
    </ul>
  )
