import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import * as booking from '#contract/booking/booking.ts'
import { ApiError, reading } from '#web/api.ts'
import { Appointment } from '#web/parts/booking/visit/appointment.tsx'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** The appointment of a notification, whatever its day. */
export default function OneVisit({ id }: { id: string }) {
  const answer = useQuery({ ...reading(booking.booking, { params: { id }, query: {} }), retry: false })
  if (answer.isPending) return <Skeleton className="h-52 rounded-lg" />
  if (answer.isLoadingError)
    return answer.error instanceof ApiError && [400, 404].includes(answer.error.status) ? (
      <EmptyState
        icon={<UserX />}
        title="No encontramos esa cita"
        text="El enlace es de otra cuenta, o la cita ya no existe."
        action={
          <Link {...paths.appointments()} className={buttonClass({ tone: 'secondary' })}>
            Ver mis citas
          </Link>
        }
      />
    ) : (
      <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
    )
  const { startsAt, zone } = answer.data
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold first-letter:uppercase">
        {dayOf(startsAt, zone)} <span className="figures">{timeOf(startsAt, zone)}</span>
      </p>
      <Appointment booking={answer.data} />
    </div>
  )
}
