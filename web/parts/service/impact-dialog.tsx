import { lazy, Suspense, useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import type { ServiceImpact } from '#contract/service/service-impact.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const CancelDialog = lazy(async () => ({
  default: (await import('#web/parts/booking/cancellation/cancel-dialog.tsx')).CancelDialog,
}))

/** Before a change: the upcoming bookings that it leaves unchanged. Any of them can be cancelled here, with its cost shown first. */
export const ImpactDialog = ({
  impact,
  title,
  text,
  action,
  busy,
  onClose,
  onConfirm,
  onCancelled,
}: {
  impact: ServiceImpact | null
  title: string
  text: string
  action: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
  /** Called after one of them was cancelled. */
  onCancelled: () => void
}) => {
  const [leaving, setLeaving] = useState<string | null>(null)
  return (
    <Dialog
      open={impact !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={title}
      description={text}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {impact === null || impact.upcoming.length === 0 ? null : (
        <ul className="flex flex-col divide-y divide-line">
          {impact.upcoming.map((visit) => (
            <li key={visit.id} className="flex items-baseline justify-between gap-4 py-2.5">
              <span className="min-w-0">
                <span className="block font-semibold">{shortOf(visit.startsAt, visit.zone)}</span>
                <span className="block text-sm text-pretty text-muted">
                  {visit.clientName ?? 'Por confirmar'} · {visit.placeName}
                </span>
              </span>
              <span className="flex shrink-0 flex-col items-end">
                <span className="figures">{formatCents(visit.totalCents)}</span>
                {visit.cancellable ? (
                  <Button tone="quiet" size="small" onClick={() => setLeaving(visit.id)}>
                    Cancelarla<span className="sr-only">: {shortOf(visit.startsAt, visit.zone)}</span>
                  </Button>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
      {leaving === null ? null : (
        <Suspense fallback={<Opening />}>
          <CancelDialog
            booking={{ id: leaving, kind: 'visit' }}
            as="professional"
            open
            onOpenChange={() => setLeaving(null)}
            onCancelled={onCancelled}
          />
        </Suspense>
      )}
    </Dialog>
  )
}
