import { useQuery } from '@tanstack/react-query'
import * as booking from '#contract/booking/booking.ts'
import { reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The viewer's own receipt: every line, its origin, and what is left. */
export const ReceiptDialog = ({
  id,
  as,
  token,
  open,
  onOpenChange,
}: {
  id: string
  as: 'client' | 'professional' | 'host'
  token?: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}) => {
  const answer = useQuery({
    ...reading(booking.receipt, {
      params: { id },
      query: { as, ...(token === undefined ? {} : { t: token }) },
    }),
    enabled: open,
    // Expected amounts may be settled while it is open.
    staleTime: 0,
  })
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={answer.data?.title ?? 'Recibo'}>
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">Cargando recibo…</span>
          <Skeleton className="h-6" />
          <Skeleton className="h-6" />
          <Skeleton className="h-8 w-1/2" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          <p>
            {answer.data.state === 'settled' ? (
              <Badge tone="agave">Liquidado</Badge>
            ) : (
              <Badge tone="maiz">Estimado: se liquida al terminar</Badge>
            )}
          </p>
          <MoneyLines
            lines={answer.data.lines.map(({ label, amountCents, explanation }) => ({
              label,
              amountCents,
              detail: explanation,
            }))}
            total={{ label: answer.data.netLabel, amountCents: answer.data.netCents }}
          />
          {answer.data.notes.length > 0 ? (
            <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-muted">
              {answer.data.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </Dialog>
  )
}
