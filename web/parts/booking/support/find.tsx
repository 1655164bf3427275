import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { lazy, useState } from 'react'
import * as contract from '#contract/booking/support/support.ts'
import type { FoundBooking } from '#contract/booking/support/support.ts'
import { formatCents } from '#contract/platform/money.ts'
import { reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { FindForm } from '#web/parts/booking/support/find-form.tsx'
import { FoundCard } from '#web/parts/booking/support/found-card.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const SupportCase = lazy(() => import('#web/parts/booking/support/case.tsx'))

/** Finds a booking by what users write to support: its number, the arrival code, or an email. */
export default function FindBookings() {
  const [search, setRequested] = useState('')
  const [open, setOpen] = useState<string>()
  const answer = useQuery({
    ...reading(contract.findBookings, { query: { q: search } }),
    enabled: search !== '',
    // The same search again is sent again.
    staleTime: 0,
  })
  return (
    <div className="flex flex-col gap-6">
      <FindForm
        draftKey="support"
        label="Buscar una reserva"
        hint="Número de la reserva, código de llegada o correo."
        fewestLetters={3}
        onFind={(text) => {
          setOpen(undefined)
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
      ) : answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando…</span>
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.data.bookings.length === 0 ? (
        <EmptyState
          icon={<LifeBuoy />}
          title="Ninguna reserva con eso"
          text="Revisa el correo o pide el número que viene en el enlace de la reserva."
        />
      ) : (
        <ul className="flex flex-col gap-4">
          {answer.data.bookings.map((one) => (
            <li key={one.id}>
              <Found of={one} open={open === one.id} onOpen={(now) => setOpen(now ? one.id : undefined)} />
            </li>
          ))}
        </ul>
      )}
    </div>
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
