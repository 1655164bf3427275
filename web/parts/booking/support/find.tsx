import { useInfiniteQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { lazy, useState } from 'react'
import * as contract from '#contract/booking/support/support.ts'
import type { FoundBooking } from '#contract/booking/support/support.ts'
import { formatCents } from '#contract/platform/money.ts'
import { pagesOf } from '#web/api-pages.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { FindForm } from '#web/parts/booking/support/find-form.tsx'
import { FoundCard } from '#web/parts/booking/support/found-card.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { TypedField } from '#web/ui/form/labelled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const SupportCase = lazy(() => import('#web/parts/booking/support/case.tsx'))

/** Finds bookings by what users write to support: a number, the arrival code, a telephone or an email; the next one first. */
export default function FindBookings({ requested = '' }: { requested?: string | undefined }) {
  const [search, setRequested] = useState(requested)
  const dates = useForm({ initial: { from: '', to: '' } })
  const { from, to } = dates.values
  const answer = useInfiniteQuery({
    ...pagesOf(contract.findBookings, {
      query: { q: search, ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) },
    }),
    enabled: search !== '',
    // The same search again is sent again.
    staleTime: 0,
  })
  return (
    <div className="flex flex-col gap-6">
      <FindForm
        initial={requested}
        draftKey={requested === '' ? 'support' : `support:${requested}`}
        label="Buscar una reserva"
        hint="Número de la reserva, código de llegada, teléfono o correo."
        fewestLetters={3}
        onFind={(text) => {
          setRequested(text)
          if (text === search) void answer.refetch()
        }}
      />
      {search === '' ? (
        <EmptyState
          icon={<LifeBuoy />}
          title="Busca la reserva de quien te escribe"
          text="Ves su estado, su dinero y lo que ya se hizo. Todo lo que hagas queda en el registro con su motivo."
        />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-4 sm:max-w-96">
            <TypedField
              label="Desde"
              type="date"
              optional
              value={from}
              onChange={(next) => dates.put({ from: next })}
            />
            <TypedField
              label="Hasta"
              type="date"
              optional
              min={from}
              value={to}
              onChange={(next) => dates.put({ to: next })}
            />
          </div>
          <Paged answer={answer} loading="Buscando…" skeletons={['h-40 rounded-lg']}>
            {(pages) => <Listed bookings={pages.flatMap(({ items }) => items)} isDated={from + to !== ''} />}
          </Paged>
        </>
      )}
    </div>
  )
}

const Listed = ({ bookings, isDated }: { bookings: readonly FoundBooking[]; isDated: boolean }) => {
  const [open, setOpen] = useState<string>()
  return bookings.length === 0 ? (
    <EmptyState
      icon={<LifeBuoy />}
      title="Ninguna reserva con eso"
      text={
        isDated
          ? 'En esas fechas no hay ninguna. Quita las fechas o revisa el correo.'
          : 'Revisa el correo o pide el número que viene en el enlace de la reserva.'
      }
    />
  ) : (
    <ul className="flex flex-col gap-4">
      {bookings.map((one) => (
        <li key={one.id}>
          <Found of={one} open={open === one.id} onOpen={(now) => setOpen(now ? one.id : undefined)} />
        </li>
      ))}
    </ul>
  )
}

const Found = ({
  of: one,
  open,
  onOpen,
}: {
  of: FoundBooking
  open: boolean
  onOpen: (open: boolean) => void
}) => (
  <FoundCard
    head={
      <>
        <h2 className="text-xl wrap-anywhere">
          {one.kind === 'rent' ? 'Renta' : one.service}, {shortOf(one.startsAt, one.zone)}
        </h2>
        <p className="text-muted wrap-anywhere">
          {[one.client, one.professional, one.place].filter((part) => part !== '').join(' · ')}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {formatCents(one.totalCents)} · {one.id}
        </p>
      </>
    }
    badge={<BookingBadge as={null} status={one.status} />}
    open={open}
    onOpen={onOpen}
    words="Ver y ayudar"
    name={`en la reserva del ${shortOf(one.startsAt, one.zone)}`}
  >
    <SupportCase id={one.id} />
  </FoundCard>
)
