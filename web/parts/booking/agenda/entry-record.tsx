import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as booking from '#contract/booking/booking.ts'
import { bookingRecord } from '#contract/booking/record.ts'
import { reading } from '#web/api.ts'
import { NeedsLine } from '#web/parts/booking/day/needs-line.tsx'
import { AppointmentDetails } from '#web/parts/booking/visit/appointment.tsx'
import { howText } from '#web/parts/booking/summary/arrival-words.ts'
import { byWords, moveText } from '#web/parts/booking/summary/move-words.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/**
 * All of a booking as in the sheet of its day: client, telephone, next step, every action; then the professional's money and every move.
 * Loaded when its entry is opened. `meanwhile`: shown until then. `more`: what only the agenda knows.
 */
export const EntryRecord = ({
  id,
  hasMoney,
  zone,
  meanwhile,
  more,
}: {
  id: string
  hasMoney: boolean
  zone: string
  meanwhile: ReactNode
  more: ReactNode
}) => {
  const answer = useQuery({
    ...reading(booking.booking, { params: { id }, query: { as: 'professional' } }),
    staleTime: 0,
  })
  return (
    <>
      {answer.isLoadingError ? (
        <>
          {meanwhile}
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        </>
      ) : answer.data === undefined ? (
        meanwhile
      ) : (
        <>
          <NeedsLine booking={answer.data} />
          <AppointmentDetails booking={answer.data} movesElsewhere />
          {more}
        </>
      )}
      <div className="flex flex-col gap-5 border-t border-line pt-4">
        {hasMoney ? <Money id={id} /> : null}
        <Steps id={id} zone={zone} />
      </div>
    </>
  )
}

const headingClass = 'font-sans text-base font-semibold tracking-normal'

/** As lines of the receipt: what the client pays, the deductions, and what remains. */
const Money = ({ id }: { id: string }) => {
  const answer = useQuery({
    ...reading(booking.receipt, { params: { id }, query: { as: 'professional' } }),
    staleTime: 0,
  })
  return (
    <section aria-labelledby="dinero-de-la-cita" className="flex flex-col gap-2">
      <h3 id="dinero-de-la-cita" className={headingClass}>
        Dinero
      </h3>
      {answer.isPending ? (
        <Skeleton className="h-24" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <MoneyLines
          lines={answer.data.lines.map(({ label, amountCents }) => ({ label, amountCents }))}
          total={{ label: answer.data.netLabel, amountCents: answer.data.netCents }}
          {...(answer.data.state === 'settled' ? {} : { note: 'Estimado: se liquida al terminar.' })}
        />
      )}
    </section>
  )
}

const Steps = ({ id, zone }: { id: string; zone: string }) => {
  const answer = useQuery({ ...reading(bookingRecord, { params: { id } }), staleTime: 0 })
  return (
    <section aria-labelledby="historia-de-la-cita">
      {/* Its heading takes the focus, so that keyboard users can scroll down to it. */}
      <details open className="flex flex-col gap-2">
        <summary className="mb-2 min-h-11 cursor-pointer content-center">
          <h3 id="historia-de-la-cita" className={`inline ${headingClass}`}>
            Lo que ha pasado
          </h3>
        </summary>
        {answer.isPending ? (
          <Skeleton className="h-24" />
        ) : answer.isLoadingError ? (
          <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
        ) : (
          <ol className="flex flex-col gap-2 border-l-2 border-line pl-4">
            {answer.data.map((one, place) => (
              <li key={place}>
                <span className="block">
                  {moveText(one)}
                  {howText(one) === undefined ? '' : `, ${howText(one)}`}
                </span>
                <span className="figures block text-sm text-muted">
                  {shortOf(one.at, zone)} · {byWords[one.by]}
                </span>
              </li>
            ))}
          </ol>
        )}
      </details>
    </section>
  )
}
