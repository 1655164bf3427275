import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/suspension/suspension.ts'
import type { AccountAct, AccountCase } from '#contract/suspension/suspension.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { ActEntry, Part } from '#web/parts/booking/support/act-parts.tsx'
import { AccountFacts } from '#web/parts/suspension/account-facts.tsx'
import { LiftForm, SuspendForm } from '#web/parts/suspension/forms.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** An account: its people, money and history, what suspending it would affect now, and what the team did to it. */
export default function SuspensionCase({ id }: { id: number }) {
  const answer = useQuery({ ...reading(contract.accountCase, { params: { id }, query: {} }), retry: false })
  const [doing, setDoing] = useState<'suspend' | 'lift'>()
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando la cuenta…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  const one = answer.data
  const isSuspended = one.suspendedAt !== null
  const close = () => setDoing(undefined)
  return (
    <div className="flex flex-col gap-6 border-t border-line pt-5">
      <AccountFacts of={one} />
      <Part title={isSuspended ? 'Mientras está suspendida' : 'Qué implica suspenderla'}>
        <Meaning of={one} />
      </Part>
      {one.bookings.length === 0 ? null : (
        <Part title={isSuspended ? 'Falta por cancelar' : 'Reservas por venir'}>
          <ul className="flex flex-col divide-y divide-line">
            {one.bookings.map((each) => (
              <li
                key={each.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
              >
                <span className="min-w-0 wrap-anywhere">
                  <strong className="font-semibold">{each.service}</strong>,{' '}
                  {shortOf(each.startsAt, each.zone)}
                  {each.with === '' ? '' : ` · ${each.with}`}
                </span>
                <span className="flex flex-wrap items-center gap-3">
                  {each.refundCents > 0 ? (
                    <span className="figures text-muted">{formatCents(each.refundCents)}</span>
                  ) : null}
                  <BookingBadge as={null} status={each.status} />
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {one.acts.length === 0 ? null : (
        <Part title="Lo que hizo el equipo">
          <ol className="flex flex-col gap-3">
            {one.acts.map((act) => (
              <ActEntry key={act.id} of={act} title={actText(act)} zone={capitalZone} />
            ))}
          </ol>
        </Part>
      )}
      <div>
        {isSuspended ? (
          <Button onClick={() => setDoing('lift')}>Levantar la suspensión</Button>
        ) : (
          <Button tone="danger" blocked={one.suspendBlocked ?? undefined} onClick={() => setDoing('suspend')}>
            Suspender la cuenta
          </Button>
        )}
      </div>
      {doing === 'suspend' ? <SuspendForm of={one} onClose={close} /> : null}
      {doing === 'lift' ? <LiftForm of={one} onClose={close} /> : null}
    </div>
  )
}

const count = (n: number, singular: string, plural: string) => `${n} ${n === 1 ? singular : plural}`

const Meaning = ({ of: { means, suspendedAt } }: { of: AccountCase }) => {
  const cancelled = [
    means.visits > 0 ? count(means.visits, 'cita', 'citas') : '',
    means.rents > 0 ? count(means.rents, 'renta', 'rentas') : '',
    means.classes > 0 ? count(means.classes, 'clase', 'clases') : '',
    means.pending > 0 ? `${means.pending} sin confirmar` : '',
  ].filter((part) => part !== '')
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      <Tile
        label={suspendedAt === null ? 'Se cancela' : 'Por cancelar'}
        value={cancelled.length === 0 ? 'Nada por venir' : cancelled.join(', ')}
      />
      <Tile
        label={suspendedAt === null ? 'No se cobra o se devuelve' : 'Por devolver o no cobrar'}
        value={formatCents(means.refundCents)}
        note={
          means.people === 0
            ? 'Nadie más recibe aviso'
            : `${count(means.people, 'persona recibe', 'personas reciben')} aviso`
        }
      />
      <Tile
        label={suspendedAt === null ? 'Deja de mostrarse' : 'Por mostrar'}
        value={means.listings.length === 0 ? 'Nada publicado' : means.listings.join(' · ')}
      />
      <Tile
        label="Se guarda hasta que se levante"
        value={means.payoutCents === 0 ? 'No se le debe nada' : formatCents(means.payoutCents)}
      />
    </dl>
  )
}

const Tile = ({ label, value, note }: { label: string; value: string; note?: string }) => (
  <div className="flex flex-col gap-0.5 rounded-md bg-sunk px-4 py-3">
    <dt className="text-[0.9375rem] text-muted">{label}</dt>
    <dd className="text-lg font-semibold wrap-anywhere">
      {value}
      {note === undefined ? null : (
        <span className="block text-[0.9375rem] font-normal text-muted">{note}</span>
      )}
    </dd>
  </div>
)

const actText = ({ kind, cause, fault, bookings, amountCents }: AccountAct) => {
  if (kind === 'lift') return 'Levantar la suspensión'
  const known = contract.SuspensionCause.safeParse(cause)
  const why = known.success ? contract.suspensionCauses[known.data][0].toLowerCase() : cause
  const ended =
    bookings === 0
      ? ''
      : `; ${count(bookings, 'reserva', 'reservas')}, ${formatCents(amountCents)} de vuelta, ${fault === 'own' ? 'a su cargo' : 'sin cargo para nadie'}`
  return `Suspender: ${why}${ended}`
}
