import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClient } from '#contract/booking/client/own-client.ts'
import { pagesOf } from '#web/api-pages.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

/** Everybody who had a visit with her; one is found by name. */
export default function OwnClients() {
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), settleMs)
    return () => clearTimeout(timer)
  }, [typed])
  const answer = useInfiniteQuery({
    ...pagesOf(contract.ownClients, { query: { q } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Paged
      answer={answer}
      loading="Cargando tus clientas…"
      skeletons={['h-12', 'h-24 rounded-lg', 'h-24 rounded-lg']}
    >
      {(pages) => {
        const all = pages.flatMap(({ items }) => items)
        return all.length === 0 && q === '' ? (
          <NoClients />
        ) : (
          <>
            <Field label="Buscar por nombre">
              {(control) => (
                <Input
                  {...control}
                  type="search"
                  maxLength={80}
                  autoComplete="off"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
            <p role="status" className={all.length === 0 ? 'text-muted' : 'sr-only'}>
              {all.length === 0 ? `Ninguna clienta se llama «${q}».` : ''}
            </p>
            <ul className="flex flex-col divide-y divide-line">
              {all.map((one) => (
                <li key={one.id}>
                  <Row client={one} />
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Paged>
  )
}

const NoClients = () => (
  <EmptyState
    icon={<Users />}
    title="Todavía no tienes clientas"
    text="Quien tenga una cita contigo aparece aquí, con sus visitas y tus notas."
    action={
      <Link {...paths.services()} className={buttonClass({ tone: 'secondary' })}>
        Compartir mi enlace
      </Link>
    }
  />
)

const settleMs = 300

const Row = ({ client }: { client: OwnClient }) => (
  <Link
    {...paths.ownClients(client.id)}
    className="-mx-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-md px-2 py-3.5 hover:bg-sunk"
  >
    <span className="min-w-0 font-display text-lg leading-tight font-semibold wrap-anywhere">
      {[client.firstName, client.lastName].filter(Boolean).join(' ')}
    </span>
    <span className="text-[0.9375rem] text-muted">
      {client.visits === 0
        ? 'Todavía no viene'
        : client.visits === 1
          ? '1 visita'
          : `${client.visits} visitas`}
      {client.next === null
        ? client.last === null
          ? ''
          : ` · última: ${shortOf(client.last.startsAt, client.last.zone)}`
        : ` · próxima: ${shortOf(client.next.startsAt, client.next.zone)}`}
    </span>
  </Link>
)
