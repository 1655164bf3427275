import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import {
  disputeUntil,
  hasStarted,
  mayDispute,
  subjectsOf,
} from '#contract/booking/settlement/dispute-moves.ts'
import type { DisputeSide } from '#contract/booking/settlement/dispute-subject.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useMinute } from '#web/ui/minute.ts'
import { Opening } from '#web/ui/page/opening.tsx'

const ReportDialog = lazy(() => import('#web/parts/booking/settlement/report-dialog.tsx'))

type Props = { booking: Booking; as: DisputeSide; token?: string | undefined }

/** "It did not go as agreed": possible until the shown deadline; afterwards its outcome. */
export default function Problem({ booking: one, as, token }: Props) {
  // Deadlines are computed in the browser, and advance while the page is open.
  const now = useMinute()
  const [reports, setReports] = useState(false)
  if (one.dispute !== null) {
    const label = one.dispute.isOpen ? 'Ver el problema' : 'Ver cómo se resolvió'
    const look = buttonClass({ tone: 'secondary', size: 'small' })
    if (as === 'professional')
      return (
        <Link {...paths.problem(one.id)} className={look}>
          {label}
        </Link>
      )
    return as === 'host' ? (
      <Link {...paths.hostAvailability({ problem: one.id })} className={look}>
        {label}
      </Link>
    ) : (
      <Link {...paths.bookingSuccess(one.id, token)} className={look}>
        {label}
      </Link>
    )
  }
  if (now === 0 || !hasStarted(one, now)) return null
  const where = { atSpace: one.place.spaceId !== null }
  const answer = mayDispute(as, { ...one, ...where }, new Date(now))
  const untils = subjectsOf(as, where).map((subject) => disputeUntil(one.endsAt, subject).getTime())
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        tone="quiet"
        size="small"
        blocked={answer.allowed ? undefined : answer.reason}
        onClick={() => setReports(true)}
      >
        Reportar un problema
      </Button>
      {answer.allowed ? (
        <span className="text-sm text-muted">
          Hasta el {shortOf(new Date(Math.max(...untils)).toISOString(), one.zone)}
        </span>
      ) : null}
      {reports ? (
        <Suspense fallback={<Opening />}>
          <ReportDialog
            booking={one}
            as={as}
            token={token}
            {...(as === 'host' ? { absenceOf: one } : {})}
            onClose={() => setReports(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
