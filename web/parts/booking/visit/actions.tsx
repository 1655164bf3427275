import { lazy, startTransition, Suspense, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Booking } from '#contract/booking/booking.ts'
import { mayAskInvoice } from '#contract/payment/invoice-when.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const InvoiceButton = lazy(() => import('#web/parts/booking/visit/invoice-button.tsx'))
const CancelDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/cancellation/cancel-dialog.tsx')).CancelDialog,
}))
const ChangeDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/change/change-dialog.tsx')).ChangeDialog,
}))
const Problem = lazy(() => import('#web/parts/booking/settlement/problem.tsx'))
const WhatChanged = lazy(() => import('#web/parts/booking/change/what-changed.tsx'))
const SeriesButtons = lazy(() => import('#web/parts/booking/series/series-buttons.tsx'))
const ReviewButton = lazy(() => import('#web/parts/review/review-button.tsx'))
const RescueCard = lazy(() => import('#web/parts/booking/visit/rescue-card.tsx'))
const ReceiptDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/visit/receipt-dialog.tsx')).ReceiptDialog,
}))

/**
 * Where a page shows pending questions (`askIn`), and the `ref` of that place. It is set in a transition: at once, React would draw parts
 * anew whose scripts are still loading, and a press under way on one of them would be lost.
 */
export const useAskIn = () => {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const ref = useCallback((found: HTMLElement | null) => startTransition(() => setPlace(found)), [])
  return [place, ref] as const
}

type Props = {
  booking: Pick<Booking, 'id' | 'kind' | 'status' | 'moves' | 'hasReceipt'>
  /** The same booking, if it is a visit that may be moved. */
  visit?: Booking
  as: 'client' | 'professional' | 'host'
  token?: string | undefined
  /** Placed among the buttons of the parent component. */
  inRow?: boolean
  /** Only the most frequent actions: messages and another hour. The rest is in the visit's sheet. */
  usual?: boolean
  /** Where pending questions are shown, before the facts of the visit; by default among the buttons. */
  askIn?: HTMLElement | null
}

/**
 * Receipt and cancellation of a booking, for the viewer's side. A move that is not possible now is shown with its reason, from the same
 * table of moves by which the server refuses.
 */
export const BookingActions = ({ booking, visit, as, token, inRow = false, usual = false, askIn }: Props) => {
  const [shown, setShown] = useState<'cancel' | 'change' | 'receipt'>()
  const cancel = booking.moves.find(({ move }) => move === `cancel_as_${as}`)
  const change = booking.moves.find(({ move }) => move === 'propose_change')
  const search = booking.status === 'requested' && as === 'client'
  const coming = booking.status === 'confirmed' || search
  // For a request, its recipient proposes another hour.
  const changeable = visit?.status === 'confirmed' || (visit?.status === 'requested' && as === 'professional')
  const close = (open: boolean) => setShown(open ? shown : undefined)
  const asks = (
    <>
      {visit?.rescue ? (
        <Suspense>
          <div className="w-full">
            <RescueCard booking={visit} rescue={visit.rescue} as={as} token={token} />
          </div>
        </Suspense>
      ) : null}
      {visit?.change || visit?.class?.movedFrom ? (
        <Suspense>
          <WhatChanged booking={visit} as={as} token={token} onShow={setShown} />
        </Suspense>
      ) : null}
    </>
  )
  return (
    <div className={inRow ? 'contents' : 'flex flex-wrap items-start gap-3'}>
      {askIn === undefined ? asks : askIn === null ? null : createPortal(asks, askIn)}
      {booking.hasReceipt && !usual ? (
        <Button tone="secondary" size="small" onClick={() => setShown('receipt')}>
          Ver recibo
        </Button>
      ) : null}
      {visit !== undefined && as === 'client' && !usual && mayAskInvoice(visit) ? (
        <Suspense>
          <InvoiceButton booking={visit} token={token} />
        </Suspense>
      ) : null}
      {mayTalk({ ...booking, request: visit?.request }, as) ? (
        <TalkButton
          where={{ kind: 'booking', about: booking.id, as, t: token }}
          with={counterparts[booking.kind][as]}
        />
      ) : null}
      {change !== undefined && visit?.kind === 'visit' && changeable ? (
        <Button
          tone="secondary"
          size="small"
          blocked={change.allowed ? undefined : change.reason}
          onClick={() => setShown('change')}
        >
          {as === 'client' ? 'Cambiar hora' : 'Proponer otra hora'}
        </Button>
      ) : null}
      {!usual && visit?.kind === 'visit' && as !== 'host' && (visit.series !== null || coming) ? (
        <Suspense>
          <SeriesButtons visit={visit} as={as} token={token} />
        </Suspense>
      ) : null}
      {cancel !== undefined && coming && !usual ? (
        <Button
          tone="quiet"
          size="small"
          blocked={cancel.allowed ? undefined : cancel.reason}
          onClick={() => setShown('cancel')}
        >
          {search ? 'Retirar solicitud' : booking.kind === 'rent' ? 'Cancelar renta' : 'Cancelar cita'}
        </Button>
      ) : null}
      {!usual && visit !== undefined && (isReviewable.has(visit.status) || visit.reviewed) ? (
        <Suspense>
          <ReviewButton booking={visit} as={as} token={token} />
        </Suspense>
      ) : null}
      {!usual &&
      visit?.kind === 'visit' &&
      (visit.dispute !== null || mayBeProblem.includes(visit.status)) ? (
        <Suspense>
          <Problem booking={visit} as={as} token={token} />
        </Suspense>
      ) : null}
      {shown === undefined ? null : (
        <Suspense fallback={<Opening />}>
          {shown === 'cancel' ? (
            <CancelDialog booking={booking} as={as} token={token} open onOpenChange={close} />
          ) : shown === 'receipt' ? (
            <ReceiptDialog id={booking.id} as={as} token={token} open onOpenChange={close} />
          ) : visit === undefined ? null : (
            <ChangeDialog booking={visit} as={as} token={token} open onOpenChange={close} />
          )}
        </Suspense>
      )}
    </div>
  )
}

/** A review is possible, or will be soon: the button shows from when. */
const isReviewable: ReadonlySet<Booking['status']> = new Set(['to_settle', 'completed'])

/** In these a problem may be reported; `Problem` checks by the clock whether a confirmed visit has started. */
const mayBeProblem: readonly Booking['status'][] = [
  'confirmed',
  'in_progress',
  'to_settle',
  'completed',
  'closed',
]

/** A visit is between client and professional, a rent between professional and host. */
const counterparts = {
  visit: { client: 'quien te atiende', professional: 'tu cliente', host: '' },
  rent: { client: '', professional: 'el espacio', host: 'quien renta' },
} as const

/** A booking never paid nor requested has no conversation; an unanswered request or a past booking may have one. */
const mayTalk = (
  { kind, status, request }: Pick<Booking, 'kind' | 'status'> & { request?: Booking['request'] | undefined },
  as: 'client' | 'professional' | 'host',
) =>
  counterparts[kind][as] !== '' &&
  !['held', 'awaiting_payment'].includes(status) &&
  (status !== 'expired' || Boolean(request))
