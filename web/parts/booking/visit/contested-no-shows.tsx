import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/visit/no-show.ts'
import type { ContestedNoShow, Verdict } from '#contract/booking/visit/no-show.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { arrivalWords } from '#web/parts/booking/summary/arrival-words.ts'
import { saidBefore } from '#web/parts/booking/summary/delay-words.ts'
import { ConfirmMoneyAct } from '#web/parts/booking/support/money-preview.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Contested no-shows, the oldest first; an administrator decides by one of two templates. */
export default function ContestedNoShows() {
  const answer = useQuery({ ...reading(contract.contestedNoShows), retry: false })
  if (answer.isPending)
    return (
      <div aria-busy="true">
        <span className="sr-only">Cargando las inasistencias…</span>
        <Skeleton className="h-56 rounded-lg" />
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  if (answer.data.noShows.length === 0)
    return (
      <EmptyState
        icon={<UserX />}
        title="Ninguna inasistencia objetada"
        text="Cuando alguien objete una inasistencia, lees aquí lo que dice cada parte."
      />
    )
  return (
    <ul className="flex flex-col gap-6">
      {answer.data.noShows.map((one) => (
        <li key={one.id}>
          <Contested of={one} />
        </li>
      ))}
    </ul>
  )
}

const sayers = { client: 'el cliente', professional: 'quien da el servicio', host: 'el espacio' } as const

/** Near is not in the room: the administrator sees the distance. */
const distanceOf = ({ arrivalDistance: known }: ContestedNoShow) =>
  known === null ? '' : `, a unos ${known.meters} m (± ${known.accuracy} m)`

const Contested = ({ of: one }: { of: ContestedNoShow }) => {
  const [verdict, setVerdict] = useState<Verdict>()
  const isClient = one.absent === 'client'
  const facts = [
    ['Cita', `${one.service}, ${shortOf(one.startsAt, one.zone)}`],
    ['Lugar', one.place === '' ? 'Con el profesional' : one.place],
    [
      `Llegada de ${one.professional}`,
      one.arrivedAt === null
        ? 'Sin registro'
        : `${shortOf(one.arrivedAt, one.zone)}, ${arrivalWords[one.arrivalMethod ?? 'word']}${distanceOf(one)}${one.arrivalReceivedAt === null ? '' : `; sin conexión, recibida ${shortOf(one.arrivalReceivedAt, one.zone)}`}`,
    ],
    ['Inasistencia', `${shortOf(one.markedAt, one.zone)}, lo dijo ${sayers[one.saidBy]}`],
    ['Retraso', saidBefore(one.delays, one.zone).join(' ') || 'Nadie avisó'],
    ...(one.started ? [['La cita', 'Registró que empezó, sin código de nadie'] as const] : []),
    [one.started ? 'En pausa' : 'Cuota en pausa', formatCents(one.feeCents)],
    ...(isClient
      ? []
      : [
          [
            'Si se mantiene, paga',
            `${formatCents(one.creditCents)} de saldo y ${formatCents(one.rentCents)} de renta`,
          ] as const,
        ]),
  ] as const
  const words = {
    stands: isClient ? 'Se mantiene: cobrar la cuota' : 'Se mantiene: devolver todo',
    falls: isClient
      ? 'No procede: devolver todo'
      : one.started
        ? 'Sí llegó: cobrar la cita'
        : 'Sí llegó: cobrar la cuota',
  } as const
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">
        {isClient
          ? `${one.client} objeta lo que dice ${one.professional}`
          : `${one.professional} objeta que no llegó a la cita de ${one.client}`}
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_minmax(0,1fr)]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium max-sm:mb-1">{value}</dd>
          </div>
        ))}
      </dl>
      <blockquote className="border-l-4 border-line px-4 py-1 wrap-anywhere whitespace-pre-wrap">
        {one.evidence}
      </blockquote>
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button tone="secondary" size="small" onClick={() => setVerdict('stands')}>
          {words.stands}
        </Button>
        <Button tone="danger" size="small" onClick={() => setVerdict('falls')}>
          {words.falls}
        </Button>
      </div>
      {verdict === undefined ? null : (
        <ConfirmMoneyAct
          key={verdict}
          title={`¿${words[verdict]}?`}
          description={contract.verdicts[one.absent][verdict]}
          button="Decidir"
          draft={`no-show-decision-${one.id}`}
          search={{ act: 'no_show', id: one.id, version: one.version, verdict }}
          said="Decidido: avisamos a las dos partes"
          changed={[keyOf(contract.contestedNoShows)]}
          send={async (reason, options) => {
            const body = { version: one.version, verdict, reason }
            await call(contract.decideNoShow, { params: { id: one.id }, body }, options)
            return { done: true }
          }}
          onClose={() => setVerdict(undefined)}
        />
      )}
    </Card>
  )
}
