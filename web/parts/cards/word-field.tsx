import { lazy, Suspense, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { fewestTyped, type Suggestion } from '#contract/search/suggestions.ts'
import type { SearchType } from '#web/parts/cards/search-state.ts'
import { Input } from '#web/ui/form/input.tsx'

// Loaded with the first typed characters, as most visitors do not type.
const WordSuggestions = lazy(() => import('#web/parts/cards/word-suggestions.tsx'))

/** The state that the list reports to its field. */
export type ListState = { open: boolean; active: number }
const closed: ListState = { open: false, active: -1 }

/** The text field of a search, with suggestions by prefix (a combobox that never selects automatically). */
export const WordField = ({
  type,
  onChoose,
  ...input
}: ComponentProps<'input'> & {
  type: SearchType
  onChoose: (suggestion: Suggestion, input: HTMLInputElement | null) => void
}) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const press = useRef<(event: KeyboardEvent<HTMLInputElement>) => void>(undefined)
  /** Empty: no suggestions. */
  const [typed, setTyped] = useState('')
  const [{ open, active }, setList] = useState(closed)
  const close = () => {
    setTyped('')
    setList(closed)
  }
  return (
    <div className="relative min-w-0 flex-1">
      <Input
        {...input}
        ref={field}
        type="search"
        role="combobox"
        autoComplete="off"
        maxLength={120}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        onInput={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        onBlur={close}
        onKeyDown={(event) => {
          press.current?.(event)
          if (event.defaultPrevented) return
          if (event.key === 'Enter') close()
          else if (event.key === 'ArrowDown') setTyped(event.currentTarget.value.trim())
        }}
      />
      {typed.length < fewestTyped ? null : (
        <Suspense>
          <WordSuggestions
            id={id}
            typed={typed}
            type={type}
            onKeys={(keys) => {
              press.current = keys
            }}
            onList={setList}
            onClose={close}
            onChoose={(suggestion) => {
              close()
              onChoose(suggestion, field.current)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
