import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { placeSettings } from '#contract/search/search.ts'
import { reading } from '#web/api.ts'
import {
  fewestCharacters,
  ownFinder,
  placeFinder,
  settleMs,
  type Place,
  type PlaceFinder,
  type PlaceSettings,
  type Suggestion,
} from '#web/parts/places/places.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { pressInList, SuggestionList } from '#web/ui/form/suggestion-list.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export type Where = { location: string; city?: string; state?: string }

/** Prefetched with pages that contain the field, so that its texts are right from the start. */
export const placeSettingsReading = reading(placeSettings)

/**
 * A place field: free text with suggestions, from two characters on and 300 ms after the last key (spec §5). Choosing one fills the text
 * and requests its details; typing after that discards the choice. A failed lookup shows nothing; without Google's script it is a plain
 * field with our own suggestions.
 */
export const PlaceField = ({
  value,
  onChange,
  onPlace,
  label = 'Ubicación',
  hideLabel,
  name = 'location',
  ofBusiness = true,
}: {
  value: Where
  onChange: (where: Where) => void
  /** All details of a chosen place; undefined once the choice is discarded. */
  onPlace?: (place: Place | undefined) => void
  label?: string
  hideLabel?: boolean
  name?: string
  /** False for a home address, where a business is never meant. */
  ofBusiness?: boolean
}) => {
  const listId = useId()
  const field = usePlaceChoice(onChange, onPlace)
  const { suggestions, state, plain, close, finder, active, choose, type, pressKey } = field
  const open = state === 'open'
  return (
    <Field
      label={label}
      hideLabel={hideLabel}
      hint={plain && ofBusiness ? 'Escribe el nombre de tu negocio o dirección completa' : undefined}
    >
      {(control) => (
        <div className="relative">
          <MapPin
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted"
          />
          <Input
            {...control}
            name={name}
            role="combobox"
            autoComplete="off"
            maxLength={160}
            aria-expanded={open}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-busy={state === 'loading' || undefined}
            aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
            placeholder={
              !ofBusiness
                ? 'Roma Norte'
                : plain
                  ? 'Nombre de tu negocio o dirección'
                  : 'Negocio, colonia o ciudad'
            }
            value={value.location}
            onFocus={() => void finder().catch(() => undefined)}
            onChange={(event) => type(event.target.value)}
            onBlur={close}
            onKeyDown={pressKey}
            className={state === 'loading' ? 'pr-11 pl-11' : 'truncate pl-11'}
          />
          {state === 'loading' ? (
            <span aria-hidden className="absolute top-1/2 right-3.5 -translate-y-1/2 text-muted">
              <Spinner />
            </span>
          ) : null}
          <p role="status" className="sr-only">
            {open
              ? suggestions.length === 1
                ? '1 lugar sugerido; usa las flechas'
                : `${suggestions.length} lugares sugeridos; usa las flechas`
              : ''}
          </p>
          <SuggestionList
            id={listId}
            label="Lugares sugeridos"
            open={open}
            options={suggestions.map(({ id, main, secondary }) => ({ key: id, main, note: secondary }))}
            active={active}
            onChoose={(index) => void choose(suggestions[index])}
          />
        </div>
      )}
    </Field>
  )
}

/** The typed text and the choice in the field, by mouse or keyboard. */
const usePlaceChoice = (
  onChange: (where: Where) => void,
  onPlace: ((place: Place | undefined) => void) | undefined,
) => {
  const { data: settings, isError } = useQuery(placeSettingsReading)
  const { suggestions, state, plain, ask, close, finder } = useSuggestions(settings, isError)
  const [active, setActive] = useState(-1)
  /** The current choice, to ignore details that arrive after it was discarded. */
  const chosen = useRef<Suggestion>(undefined)

  const choose = async (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return
    chosen.current = suggestion
    onChange({ location: suggestion.main })
    close()
    setActive(-1)
    const place = await finder()
      .then((one) => one.details(suggestion))
      .catch(() => undefined)
    if (place === undefined || chosen.current !== suggestion) return
    onChange({ location: suggestion.main, city: place.city || undefined, state: place.state || undefined })
    onPlace?.(place)
  }

  const type = (text: string) => {
    if (chosen.current !== undefined) onPlace?.(undefined)
    chosen.current = undefined
    onChange({ location: text })
    ask(text.trim())
    setActive(-1)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (state !== 'open') return
    pressInList(event, {
      count: suggestions.length,
      active,
      onActive: setActive,
      onChoose: (index) => void choose(suggestions[index]),
      onClose: close,
    })
  }
  return { suggestions, state, plain, close, finder, active, choose, type, pressKey }
}

type State = 'idle' | 'loading' | 'open'

/** Idle, loading, open (spec §4), with either finder; `plain` if it is not Google's. */
const useSuggestions = (settings: PlaceSettings | undefined, unknown: boolean) => {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const [state, setState] = useState<State>('idle')
  const [failed, setFailed] = useState(false)
  const turn = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const finder = async (): Promise<PlaceFinder> => {
    if (settings === undefined || failed) return ownFinder()
    try {
      return await placeFinder(settings)
    } catch {
      setFailed(true)
      return ownFinder()
    }
  }
  const close = () => {
    turn.current += 1
    clearTimeout(timer.current)
    setState('idle')
  }
  const ask = (input: string) => {
    close()
    if (input.length < fewestCharacters) return
    const mine = turn.current
    timer.current = setTimeout(async () => {
      setState('loading')
      const found = await finder()
        .then((one) => one.suggest(input))
        .catch(() => [])
      // The user has typed more, chosen or left.
      if (mine !== turn.current) return
      setSuggestions(found)
      setState(found.length > 0 ? 'open' : 'idle')
    }, settleMs)
  }
  return { suggestions, state, plain: failed || unknown || settings?.google === null, ask, close, finder }
}
