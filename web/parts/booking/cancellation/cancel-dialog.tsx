import type { CancelQuote } from '#contract/booking/cancellation.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import {
  type As,
  useCancelReason,
  useCancellation,
  type Cancellation,
} from '#web/parts/booking/cancellation/use-cancellation.ts'
import { CancelTerms } from '#web/parts/booking/cancellation/cancel-terms.tsx'

/** Cancelling: first what it costs, in full; then the one button. The quote is what is charged. */
export const CancelDialog = ({
  booking: one,
  as,
  token,
  open,
  onOpenChange,
  onCancelled,
}: {
  booking: Pick<Booking, 'id' | 'kind'> & Partial<Pick<Booking, 'status'>>
  as: As
  token?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  onCancelled?: (() => void) | undefined
}) => {
  const given = useCancelReason(one, as)
  const cancellation = useCancellation({ one, as, token, given, onOpenChange, onCancelled, open })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        cancellation.over
          ? 'No queda nada que cancelar'
          : cancellation.isRequest
            ? '¿Retirar tu solicitud?'
            : `¿Cancelar esta ${cancellation.what}?`
      }
      description={
        cancellation.over
          ? undefined
          : cancellation.isRequest
            ? 'Todavía no la responden: retirarla no cuesta nada.'
            : cancellation.quoted?.reason
      }
      actions={<CancelActions onOpenChange={onOpenChange} cancellation={cancellation} as={as} />}
    >
      {cancellation.quoting.isPending ? (
        <QuoteLoading />
      ) : cancellation.over ? (
        <p role="status">{cancellation.quoting.error?.message}</p>
      ) : cancellation.quoting.isError ? (
        <ErrorState
          title={cancellation.isRequest ? 'No se puede retirar' : 'No se puede cancelar'}
          text={cancellation.quoting.error.message}
          onRetry={() => cancellation.quoting.mutate()}
        />
      ) : cancellation.quoted === undefined ? null : (
        <CancelTerms quoted={cancellation.quoted} as={as} cancellation={cancellation} given={given} />
      )}
    </Dialog>
  )
}

const CancelActions = ({
  onOpenChange,
  cancellation,
  as,
}: {
  onOpenChange: (open: boolean) => void
  cancellation: Cancellation
  as: As
}) => (
  <>
    <Button tone="quiet" onClick={() => onOpenChange(false)}>
      {cancellation.over ? 'Cerrar' : `Conservar la ${cancellation.what}`}
    </Button>
    {cancellation.over ? null : (
      <Button
        tone="danger"
        blocked={cancellation.blocked}
        busy={cancellation.cancelling.isPending}
        onClick={() =>
          cancellation.quoted !== undefined && cancellation.cancelling.mutate(cancellation.quoted)
        }
      >
        {cancellation.isRequest
          ? 'Retirar solicitud'
          : cancellation.quoted === undefined
            ? `Cancelar la ${cancellation.what}`
            : buttonText(cancellation.quoted, as, cancellation.what)}
      </Button>
    )}
  </>
)

const QuoteLoading = () => (
  <div aria-busy="true" className="flex flex-col gap-3">
    <span className="sr-only">Calculando…</span>
    <Skeleton className="h-6" />
    <Skeleton className="h-6 w-2/3" />
  </div>
)

const buttonText = ({ feeCents }: CancelQuote, as: As, what: string) => {
  if (as !== 'client') return `Cancelar la ${what}`
  return feeCents > 0 ? `Cancelar y pagar ${formatCents(feeCents)}` : 'Cancelar sin costo'
}
