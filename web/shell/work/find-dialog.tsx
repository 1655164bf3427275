import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { findInWork, type Found } from '#contract/workday/found.ts'
import { reading } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { screensFor } from '#web/shell/work/screens.ts'
import type { WorkRole } from '#web/shell/work/tools.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { type Option, pressInList, SuggestionList } from '#web/ui/form/suggestion-list.tsx'
import { useSettled } from '#web/ui/form/use-settled.ts'

type Result = Option & { link: LinkProps }

/** One field that finds a person, a booking or a screen, chosen with the arrows or a finger. */
export default function FindDialog({ role, onClose }: { role: WorkRole; onClose: () => void }) {
  const [q, setQ] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // A dialog focuses its first control, which closes it: here the field gets the focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const navigate = useNavigate()
  const { results, isFetching, isError } = useResults(role, q)
  const follow = (index: number) => {
    const result = results[index]
    if (result === undefined) return
    onClose()
    void navigate(result.link)
  }
  const enter = useEnter({ q, isFetching, follow: () => follow(0) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={role === 'host' ? 'Buscar persona, reserva o pantalla' : 'Buscar cliente, cita o pantalla'}
      hideTitle
    >
      <div className="flex min-h-[min(32rem,62dvh)] flex-col gap-2">
        <p role="status" className="text-[0.9375rem] text-muted">
          {isError
            ? 'No pudimos buscar personas ni citas; las pantallas sí.'
            : q.trim() !== '' && results.length === 0 && !isFetching
              ? 'Nada con ese nombre. Prueba con otra parte de él, o con el teléfono.'
              : ''}
        </p>
        <div className="relative">
          <Input
            ref={field}
            role="combobox"
            type="search"
            aria-label={role === 'host' ? 'Persona, reserva o pantalla' : 'Cliente, cita o pantalla'}
            aria-expanded={results.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={
              results.length === 0 ? undefined : `${id}-${Math.min(active, results.length - 1)}`
            }
            autoComplete="off"
            enterKeyHint="go"
            placeholder={
              role === 'host' ? 'Nombre, silla o pantalla' : 'Nombre, teléfono, servicio o pantalla'
            }
            maxLength={80}
            value={q}
            onChange={(event) => {
              setQ(event.target.value)
              setActive(0)
              enter.forget()
            }}
            onKeyDown={(event) =>
              pressInList(event, {
                count: Math.max(1, results.length),
                active: Math.min(active, Math.max(0, results.length - 1)),
                onActive: (index) => {
                  setActive(index)
                  enter.choose()
                },
                onChoose: (index) => (enter.mayFollow() ? follow(index) : undefined),
                onClose,
              })
            }
          />
          <SuggestionList
            id={id}
            label="Resultados"
            open={results.length > 0}
            options={results}
            active={Math.min(active, results.length - 1)}
            onChoose={follow}
          />
        </div>
      </div>
    </Dialog>
  )
}

/**
 * Enter while people and bookings of the former text are still shown waits for those of the new one, and follows the first. An option
 * chosen by the arrows is followed at once. `choose`: the arrows chose one of the shown options. `forget`: typing goes on, so an earlier
 * Enter or choice counts no more, also when the same text comes back.
 */
const useEnter = ({ q, isFetching, follow }: { q: string; isFetching: boolean; follow: () => void }) => {
  const [chosenFor, setChosenFor] = useState<string>()
  const [enteredFor, setEnteredFor] = useState<string>()
  const followNow = useRef(follow)
  useEffect(() => {
    followNow.current = follow
  })
  const isDue = enteredFor === q && !isFetching
  useEffect(() => {
    if (isDue) followNow.current()
  }, [isDue])
  return {
    choose: () => setChosenFor(q),
    forget: () => {
      setChosenFor(undefined)
      setEnteredFor(undefined)
    },
    mayFollow: () => {
      if (!isFetching || chosenFor === q) return true
      setEnteredFor(q)
      return false
    },
  }
}

const useResults = (role: WorkRole, typed: string) => {
  const q = typed.trim()
  const settled = useSettled(q, 200)
  const answer = useQuery({
    ...reading(findInWork, { query: { q: settled, as: role } }),
    enabled: settled !== '' && q !== '',
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  const found = q === '' ? undefined : answer.data
  const results: Result[] = [
    ...(found === undefined ? [] : foundResults(role, found)),
    ...screensFor(role, q).map(({ label, link }) => ({
      key: `s ${label}`,
      main: label,
      group: 'Pantallas',
      link,
    })),
  ]
  return { results, isFetching: answer.isFetching || settled !== q, isError: q !== '' && answer.isError }
}

const foundResults = (role: WorkRole, { people, bookings }: Found): Result[] => [
  ...people.map(({ id, name, note }) => ({
    key: `p ${id}`,
    main: name,
    ...(note === '' ? {} : { note }),
    group: role === 'host' ? 'Convenios' : 'Clientes',
    link:
      role === 'host' ? paths.hostApplications({ tab: 'agreements', agreement: id }) : paths.ownClients(id),
  })),
  ...bookings.map(({ id, name, what, startsAt, date, zone }) => ({
    key: `b ${id}`,
    main: `${shortOf(startsAt, zone)} · ${name}`,
    note: what,
    group: role === 'host' ? 'Reservas' : 'Citas',
    link: role === 'host' ? paths.hostAvailability({ date }) : paths.appointments({ date, visit: id }),
  })),
]
