import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CalendarCheck2 } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { statusFor } from '#contract/booking/status.ts'
import { placeName } from '#contract/places/place-name.ts'
import { formatCents } from '#contract/platform/money.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { pagesOf } from '#web/api-pages.ts'
import { BookingsOfUnit } from '#web/parts/booking/agenda/host-day.tsx'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { useListSearch } from '#web/parts/booking/summary/use-list-search.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'

const tabs = [
  { value: 'upcoming', label: 'Por venir' },
  { value: 'to_close', label: 'Por cerrar' },
  { value: 'past', label: 'Pasadas' },
] as const
type Tab = (typeof tabs)[number]['value']

/** All bookings of a host's spaces: a table on a wide screen, rows on a phone, each with the host's actions in a sheet. */
export default function HostBookings() {
  const [tab, setTab] = useState<Tab>('upcoming')
  return (
    <>
      <h1 className="text-3xl">Reservas</h1>
      <Tabs label="Cuáles reservas" value={tab} tabs={tabs} onChange={setTab}>
        <Listed key={tab} tab={tab} />
      </Tabs>
    </>
  )
}

const Listed = ({ tab }: { tab: Tab }) => {
  const [opened, open] = useState<string>()
  const { typed, onType, q, isOffered } = useListSearch()
  const answer = useInfiniteQuery({
    ...pagesOf(contract.bookings, { query: { role: 'host', tab, limit: 100, ...(q === '' ? {} : { q }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: tab === 'past' ? false : minuteMs,
  })
  return (
    <Paged
      answer={answer}
      loading="Cargando reservas…"
      skeletons={['h-16 rounded-md', 'h-16 rounded-md', 'h-16 rounded-md']}
    >
      {(pages) => {
        const all = pages.flatMap(({ items }) => items)
        return all.length === 0 && typed === '' && q === '' ? (
          <EmptyState
            icon={<CalendarCheck2 />}
            title={nothing[tab]}
            text="Aquí ves cada reserva de tus espacios, con quién, dónde y cuánta renta."
          />
        ) : (
          <Records
            label="Reservas"
            records={all}
            columns={columns}
            nameOf={whoOf}
            line={lineOf}
            search={{ typed, onType, isOffered: isOffered(all.length, answer.isPlaceholderData) }}
            opened={opened}
            onOpen={open}
          >
            {(one) => (
              <>
                <h3 className="text-lg">{whereOf(one)}</h3>
                <p className="text-muted first-letter:uppercase">{shortOf(one.startsAt, one.zone)}</p>
                <BookingsOfUnit bookings={[one]} />
              </>
            )}
          </Records>
        )
      }}
    </Paged>
  )
}

/** Confirmed bookings have no label in a list where almost all are. */
const lineOf = (one: Booking) => (
  <>
    <p>
      <span className="figures font-semibold text-ink">{shortOf(one.startsAt, one.zone)}</span> ·{' '}
      {[one.place.unitName, one.place.name].filter(Boolean).join(' · ')}
    </p>
    {one.status === 'confirmed' && one.rescue === null ? null : (
      <BookingBadge as="host" status={one.status} rescue={one.rescue} />
    )}
  </>
)

const nothing: Readonly<Record<Tab, string>> = {
  upcoming: 'Nada por venir',
  to_close: 'Todo cerrado',
  past: 'Todavía no hay historia',
}

const whoOf = ({ professional }: Booking) => `${professional.firstName} ${professional.lastName}`
/** The unit first: it still distinguishes rows that are cut off. */
const whereOf = ({ place }: Booking) => [place.unitName, placeName(place)].filter(Boolean).join(' · ')

const columns: Column<Booking>[] = [
  { title: 'Profesional', value: whoOf },
  {
    title: 'Cuándo',
    value: ({ startsAt }) => startsAt,
    cell: (one) => shortOf(one.startsAt, one.zone),
    line: 'whole',
  },
  { title: 'Dónde', value: whereOf, isKind: true, line: 'cut' },
  {
    title: 'Qué',
    line: 'whole',
    value: ({ kind, client }) =>
      kind === 'rent' ? 'Renta directa' : `Cita con ${client?.firstName ?? 'su cliente'}`,
  },
  {
    title: 'Renta',
    value: ({ rentCents }) => rentCents,
    cell: ({ rentCents }) => (rentCents === null ? '–' : formatCents(rentCents)),
    isFigure: true,
  },
  {
    title: 'Estado',
    line: 'whole',
    value: ({ status }) => statusFor(status, 'host'),
    isKind: true,
    cell: (one) => <BookingBadge as="host" status={one.status} rescue={one.rescue} />,
  },
]
