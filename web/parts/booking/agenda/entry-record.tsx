import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import * as booking from '#contract/booking/booking.ts'
import { bookingRecord } from '#contract/booking/record.ts'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { reading } from '#web/api.ts'
import { isRestDue } from '#web/parts/booking/day/needs.ts'
import { NeedsLine } from '#web/parts/booking/day/needs-line.tsx'
import { NextStep } from '#web/parts/booking/visit/next-step.tsx'
import { howText } from '#web/parts/booking/summary/arrival-words.ts'
import { byWords, moveText } from '#web/parts/booking/summary/move-words.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const Absence = lazy(() => import('#web/parts/booking/visit/absence.tsx'))
const RestLine = lazy(() => import('#web/parts/booking/visit/rest-line.tsx'))

/** The professional's money of a booking and every move of it; loaded when its entry is opened. */
export const EntryRecord = ({ id, hasMoney, zone }: { id: string; hasMoney: boolean; zone: string }) => (
  <div className="flex flex-col gap-5 border-t border-line pt-4">
    <Step id={id} />
    {hasMoney ? <Money id={id} /> : null}
    <Steps id={id} zone={zone} />
  </div>
)

/** The client's note, the amount due, and the next step, as on its day: no other screen is needed. */
const Step = ({ id }: { id: string }) => {
  const { data } = useQuery({
    ...reading(booking.booking, { params: { id }, query: { as: 'professional' } }),
    staleTime: 0,
  })
  if (data === undefined) return null
  const { kind, status, upfront, note } = data
  return (
    <>
      <NeedsLine booking={data} />
      <ClientNote note={note} as="professional" />
      <NextStep booking={data} station="" />
      {kind === 'rent' ? null : (
        <Suspense>
          {status === 'confirmed' ? <Absence booking={data} station="" /> : null}
          {isRestDue(upfront) ? <RestLine booking={data} /> : null}
        </Suspense>
      )}
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
