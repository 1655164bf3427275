import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/booking/booking.ts'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import { reading } from '#web/api.ts'
import { ChangeDialog } from '#web/parts/booking/change/change-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Moves a visit of the agenda: first the consequences for each party, then the one button. */
export default function MoveVisit({
  entry,
  selection,
  onClose,
}: {
  entry: CalendarEntry
  /** Where it was dropped. */
  selection: string | undefined
  onClose: () => void
}) {
  const params = { id: entry.booking?.id ?? '' }
  const visit = useQuery(reading(contract.booking, { params, query: { as: 'professional' } }))
  const close = (open: boolean) => (open ? undefined : onClose())
  if (visit.data !== undefined)
    return (
      <ChangeDialog booking={visit.data} as="professional" selection={selection} open onOpenChange={close} />
    )
  return (
    <Dialog open onOpenChange={close} title="Cambiar de hora">
      {visit.isLoadingError ? (
        <ErrorState text={visit.error.message} onRetry={() => void visit.refetch()} />
      ) : (
        <div aria-busy="true">
          <span className="sr-only">Buscando tu cita…</span>
          <Skeleton className="h-40" />
        </div>
      )}
    </Dialog>
  )
}
