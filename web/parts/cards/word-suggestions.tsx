import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { type Suggestion, suggestions } from '#contract/search/suggestions.ts'
import { reading } from '#web/api.ts'
import { markedIn } from '#web/parts/cards/marked.ts'
import type { SearchType } from '#web/parts/cards/search-state.ts'
import type { ListState } from '#web/parts/cards/word-field.tsx'
import { useSettled } from '#web/ui/form/use-settled.ts'
import { pressInList, SuggestionList } from '#web/ui/form/suggestion-list.tsx'

const groups = {
  service: 'Servicios',
  category: 'Categorías',
  place: 'Lugares',
  professional: 'Profesionales',
  business: 'Negocios',
  space: 'Espacios',
} as const

/** The delay after the last key. */
const settleMs = 150

/** Suggestions that begin with the typed text, by kind. A failed lookup shows nothing. */
export default function WordSuggestions({
  id,
  typed,
  type,
  onKeys,
  onList,
  onClose,
  onChoose,
}: {
  id: string
  typed: string
  type: SearchType
  /** Registers the handler of the field's keys while the list is open. */
  onKeys: (press: ((event: KeyboardEvent<HTMLInputElement>) => void) | undefined) => void
  onList: (list: ListState) => void
  onClose: () => void
  onChoose: (suggestion: Suggestion) => void
}) {
  const settled = useSettled(typed, settleMs)
  const { data: found = [] } = useQuery({
    ...reading(suggestions, { query: { q: settled, type } }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const [chosen, setChosen] = useState({ typed, active: -1 })
  const active = chosen.typed === typed && chosen.active < found.length ? chosen.active : -1
  const open = found.length > 0
  useEffect(() => onList({ open, active }), [open, active, onList])
  const choose = (index: number) => {
    const suggestion = found[index]
    if (suggestion !== undefined) onChoose(suggestion)
  }
  useEffect(() => {
    onKeys((event) => {
      if (open)
        pressInList(event, {
          count: found.length,
          active,
          onActive: (next) => setChosen({ typed, active: next }),
          onChoose: choose,
          onClose,
        })
    })
    return () => onKeys(undefined)
  })
  return (
    <>
      <p role="status" className="sr-only">
        {!open
          ? ''
          : found.length === 1
            ? '1 sugerencia; usa las flechas'
            : `${found.length} sugerencias; usa las flechas`}
      </p>
      <SuggestionList
        id={id}
        label="Sugerencias"
        open={open}
        options={found.map((one) => ({
          key: `${one.kind} ${'id' in one ? one.id : one.label}`,
          group: groups[one.kind],
          main: <Marked label={one.label} typed={typed} />,
          note: 'place' in one ? one.place : 'within' in one ? one.within : undefined,
        }))}
        active={active}
        onChoose={choose}
      />
    </>
  )
}

const Marked = ({ label, typed }: { label: string; typed: string }) =>
  markedIn(label, typed).map(({ text, from, isMarked }) =>
    isMarked ? (
      <mark key={from} className="bg-transparent font-bold text-jacaranda-deep">
        {text}
      </mark>
    ) : (
      <span key={from}>{text}</span>
    ),
  )
