import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/outside-calendar.ts'
import { call, reading } from '#web/api.ts'
import { OutsideCalendars } from '#web/parts/calendar/outside-calendars.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState, Skeleton } from '#web/ui/states.tsx'

/** Other calendars of mine: what they say is busy cannot be booked here, and nobody reads of it more than that. */
export default function OwnCalendarsDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const answer = useQuery(reading(contract.ownOutsideCalendars))
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Calendarios conectados"
      description="Lo ocupado en tu otro calendario no se puede reservar aquí. Solo leemos cuándo, nunca qué."
    >
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando tus calendarios…</span>
          <Skeleton className="h-24" />
        </div>
      ) : answer.isError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <OutsideCalendars
          calendars={answer.data}
          zone={zone}
          name={undefined}
          add={(address) => call(contract.addOwnOutsideCalendar, { body: { address } })}
        />
      )}
    </Dialog>
  )
}
