import { useQuery } from '@tanstack/react-query'
import * as contract from '#contract/availability/outside-calendar.ts'
import { call, reading } from '#web/api.ts'
import { OwnCalendarAddress } from '#web/parts/connection/own-calendar-address.tsx'
import { OutsideCalendars } from '#web/parts/time/outside-calendars.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** The professional's connected calendars: what they mark as busy cannot be booked, and others see no more than that. */
export default function OwnCalendarsDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const answer = useQuery(reading(contract.ownOutsideCalendars))
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Calendarios conectados"
      description="Lleva tu agenda a tu otro calendario, o conéctalo aquí: lo que allá esté ocupado no se puede reservar. Solo leemos cuándo; de un evento que no se entienda te mostramos el título, solo a ti."
    >
      <div className="flex flex-col gap-6">
        <OwnCalendarAddress zone={zone} />
        <hr className="border-line" />
        {answer.isPending ? (
          <div aria-busy="true">
            <span className="sr-only">Cargando tus calendarios…</span>
            <Skeleton className="h-24" />
          </div>
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <OutsideCalendars
            calendars={answer.data}
            zone={zone}
            name={undefined}
            add={(address) => call(contract.addOwnOutsideCalendar, { body: { address } })}
          />
        )}
      </div>
    </Dialog>
  )
}
