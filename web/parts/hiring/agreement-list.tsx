import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSignature } from 'lucide-react'
import { useState } from 'react'
import { type Agreement, agreements, pauseAgreement } from '#contract/hiring/agreement.ts'
import { agreementStatuses } from '#contract/hiring/agreement-moves.ts'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import { placeName } from '#contract/places/place-name.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { AgreementCard } from '#web/parts/hiring/agreement-card.tsx'
import { AgreementBadge } from '#web/parts/hiring/status.tsx'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ChosenAct } from '#web/ui/records/chosen-act.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'

export const agreementsReading = reading(agreements)

/** The agreements of one side, those that need an answer or end soon first; each opens in a sheet. `opened`: its id, from the URL. */
export const AgreementList = ({
  side,
  empty,
  opened,
  onOpen,
}: {
  side: Agreement['role']
  /** The text of an empty list: how to get an agreement. */
  empty: string
  opened: number | undefined
  onOpen: (id: number | undefined) => void
}) => {
  const answer = useQuery(agreementsReading)
  const [chosen, setChosen] = useState<readonly number[]>([])
  if (answer.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        <span className="sr-only">Cargando…</span>
        {Array.from({ length: 5 }, (_, place) => (
          <Skeleton key={place} className="h-16 rounded-md" />
        ))}
      </div>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const own = answer.data.filter((one) => one.role === side)
  if (own.length === 0)
    return <EmptyState icon={<FileSignature />} title="Aún no tienes convenios" text={empty} />
  const picked = own.filter((one) => chosen.includes(one.id) && mayPause(one))
  return (
    <>
      <PauseChosen picked={picked} onDone={() => setChosen([])} />
      <Records
        label="Convenios"
        records={own.toSorted((one, other) => urgency(one) - urgency(other))}
        columns={side === 'host' ? hostColumns : professionalColumns}
        nameOf={otherSide}
        line={lineOf}
        isDone={isDone}
        doneTitle="Terminados"
        {...(side === 'host'
          ? {
              selection: {
                ids: picked.map(({ id }) => id),
                onChange: setChosen,
                mayChoose: mayPause,
                isOnDeskAlone: true,
              },
            }
          : {})}
        opened={opened}
        onOpen={onOpen}
      >
        {(one) => <AgreementCard agreement={one} />}
      </Records>
    </>
  )
}

const mayPause = ({ moves }: Agreement) => moves.some(({ move, allowed }) => move === 'pause' && allowed)

/** Pauses new bookings under all chosen agreements, as before holidays or building work. */
const PauseChosen = ({ picked, onDone }: { picked: readonly Agreement[]; onDone: () => void }) => {
  const queryClient = useQueryClient()
  return (
    <ChosenAct
      picked={picked}
      nameOf={otherSide}
      tone="primary"
      words={{
        chosen: ['elegido', 'elegidos'],
        button: 'Poner en pausa',
        act: 'Poner en pausa',
        keep: 'Dejarlos activos',
        asks: (count) => (count === 1 ? 'Poner 1 convenio en pausa' : `Poner ${count} convenios en pausa`),
        done: ['Convenio en pausa', 'Convenios en pausa'],
      }}
      note="No entran reservas nuevas; las citas confirmadas se respetan. Cada uno se reanuda cuando quieras."
      run={({ id }) => call(pauseAgreement, { params: { id } })}
      refresh={() => queryClient.invalidateQueries({ queryKey: keyOf(agreements) })}
      onDone={onDone}
    />
  )
}

const placeOf = (one: Agreement) => placeName({ name: one.spaceName, businessName: one.businessName })
const otherSide = (one: Agreement) => (one.role === 'host' ? one.professionalName : placeOf(one))
const isDone = ({ status }: Agreement) => status === 'ended' || status === 'expired'

/** The sort key, in milliseconds: a renewal proposed by the other side comes first, then the end. */
const urgency = ({ renewal, role, ending, validTo, status }: Agreement) => {
  if (renewal !== null && renewal.by !== role) return 0
  if (status === 'suspended') return 1
  const end = ending?.endsAt ?? validTo
  return end === null ? Number.MAX_SAFE_INTEGER : Date.parse(end)
}

const endText = ({ ending, validTo, zone }: Agreement) => {
  const end = ending?.endsAt ?? validTo
  return end === null ? 'Sin fecha' : dayOf(end, zone)
}

/** Active agreements have no badge, as almost all are active. */
const lineOf = (one: Agreement) => (
  <>
    <p>{termsOf(one)}</p>
    {one.status === 'active' ? null : <AgreementBadge status={one.status} />}
  </>
)

const termsOf = (one: Agreement) =>
  [
    one.role === 'host' ? one.spaceName : null,
    rentText(one.terms.rent),
    one.ending === null && one.validTo === null ? null : `hasta el ${endText(one)}`,
    one.renewal !== null && one.renewal.by !== one.role ? 'quiere renovar' : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')

const others: Column<Agreement>[] = [
  { title: 'Renta', value: (one) => rentText(one.terms.rent), isFigure: true },
  { title: 'Citas por venir', value: (one) => one.upcomingBookings, isFigure: true },
  { title: 'Termina', value: (one) => one.ending?.endsAt ?? one.validTo, cell: endText },
  {
    title: 'Estado',
    value: (one) => agreementStatuses[one.status],
    isKind: true,
    cell: (one) => <AgreementBadge status={one.status} />,
  },
]
const hostColumns: Column<Agreement>[] = [
  { title: 'Profesional', value: otherSide },
  { title: 'Espacio', value: placeOf, isKind: true },
  ...others,
]
const professionalColumns: Column<Agreement>[] = [{ title: 'Espacio', value: otherSide }, ...others]
