import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { booking } from '#contract/booking/booking.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/booking/series/series.ts'
import { rhythms, type SeriesCancelQuote, seriesVisits } from '#contract/booking/series/series.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const MoreDialog = lazy(() => import('#web/parts/booking/series/more-dialog.tsx'))

type Of = {
  visit: Pick<Booking, 'id'>
  as: 'client' | 'professional'
  token?: string | undefined
  onClose: () => void
}

/** The visits of one series, and adding more; the client can also end it from here on, with the amount shown first. */
export default function SeriesDialog({ visit, as, token, onClose }: Of) {
  const [adds, setAdds] = useState(false)

  const cancellation = useCancelSeries(visit, token, onClose)
  const { quoted } = cancellation
  const answer = useQuery(reading(contract.readSeries, cancellation.at))
  const coming = answer.data?.coming ?? 0
  if (adds)
    return (
      <Suspense fallback={<Opening />}>
        <MoreDialog visit={visit} as={as} token={token} left={seriesVisits.most - coming} onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Citas de esta serie"
      {...(answer.data === undefined ? {} : { description: `${rhythms[answer.data.every]}.` })}
      actions={
        <SeriesActions as={as} cancellation={cancellation} coming={coming} onAdd={() => setAdds(true)} />
      }
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          {quoted === undefined ? (
            <VisitList visits={answer.data.visits} visit={visit} as={as} />
          ) : (
            <CancelCost quoted={quoted} />
          )}
          {cancellation.quoting.isError || cancellation.cancelling.isError ? (
            <p role="alert" className="font-medium text-chile">
              {(cancellation.cancelling.error ?? cancellation.quoting.error)?.message}
            </p>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}

const useCancelSeries = (visit: Of['visit'], token: Of['token'], onClose: Of['onClose']) => {
  const queryClient = useQueryClient()
  const refreshBookings = useRefreshBookings()
  const at = { params: { id: visit.id }, query: token === undefined ? {} : { t: token } }
  const quoting = useMutation({ mutationFn: () => call(contract.seriesCancelQuote, at) })
  const cancelling = useMutation({
    mutationFn: ({ visits }: SeriesCancelQuote) =>
      call(contract.cancelSeries, {
        ...at,
        body: { visits: visits.map(({ id, token }) => ({ id, token })) },
      }),
    onSuccess: async () => {
      toast('Citas canceladas', 'Avisamos a quien te atiende.', 'good')
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.readSeries) })
      await queryClient.invalidateQueries({ queryKey: keyOf(booking) })
      await refreshBookings()
    },
    onError: (problem) => {
      // All or none: quoted again.
      if (problem instanceof ApiError && ['quote_expired', 'quote_changed'].includes(problem.code))
        quoting.mutate()
    },
  })
  const quoted = quoting.data
  return { at, quoted, quoting, cancelling }
}

type SeriesCancellation = ReturnType<typeof useCancelSeries>

/** One component for both steps, so that the pressed button keeps the focus. */
const SeriesActions = ({
  as,
  cancellation,
  coming,
  onAdd,
}: {
  as: Of['as']
  cancellation: SeriesCancellation
  coming: number
  onAdd: () => void
}) => {
  const { quoted } = cancellation
  return quoted === undefined ? (
    <>
      {as === 'professional' ? null : (
        <Button
          tone="quiet"
          busy={cancellation.quoting.isPending}
          onClick={() => cancellation.quoting.mutate()}
        >
          Cancelar esta y las siguientes
        </Button>
      )}
      {coming === 0 ? null : (
        <Button
          tone="secondary"
          blocked={
            coming >= seriesVisits.most
              ? `Una serie tiene hasta ${seriesVisits.most} citas por venir.`
              : undefined
          }
          onClick={onAdd}
        >
          Agregar fechas
        </Button>
      )}
    </>
  ) : (
    <>
      <Button tone="quiet" onClick={() => cancellation.quoting.reset()}>
        Conservarlas
      </Button>
      <Button
        tone="danger"
        busy={cancellation.cancelling.isPending}
        onClick={() => cancellation.cancelling.mutate(quoted)}
      >
        {quoted.visits.length === 1 ? 'Cancelar 1 cita' : `Cancelar ${quoted.visits.length} citas`}
      </Button>
    </>
  )
}

const VisitList = ({
  visits,
  visit,
  as,
}: Pick<Of, 'visit' | 'as'> & { visits: contract.Series['visits'] }) => (
  <ol className="flex flex-col divide-y divide-line">
    {visits.map(({ id, position, startsAt, zone, status, totalCents }) => (
      <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2.5">
        <span className={id === visit.id ? 'font-semibold' : undefined}>
          {position}. {shortOf(startsAt, zone)}
          {id === visit.id ? ' (esta)' : ''}{' '}
          <span className="figures font-normal text-muted">· {formatCents(totalCents)}</span>
        </span>
        <BookingBadge as={as} status={status} />
      </li>
    ))}
  </ol>
)

const CancelCost = ({ quoted }: { quoted: SeriesCancelQuote }) => (
  <>
    <MoneyLines
      lines={quoted.visits.map(({ startsAt, zone, refundCents }) => ({
        label: shortOf(startsAt, zone),
        amountCents: refundCents,
      }))}
      total={{ label: 'Dejas de pagar o recibes de vuelta', amountCents: quoted.refundCents }}
    />
    <p className="text-[0.9375rem]">
      {quoted.feeCents === 0
        ? 'Cancelarlas no cuesta nada.'
        : `Cancelarlas cuesta ${formatCents(quoted.feeCents)} por la política de cancelación.`}
    </p>
  </>
)
