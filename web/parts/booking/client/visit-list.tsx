import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { NextVisit } from '#web/parts/booking/visit/booking-card.tsx'
import { VisitRow } from '#web/parts/booking/client/visit-row.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Opening } from '#web/ui/page/opening.tsx'

const VisitSheet = lazy(() => import('#web/parts/booking/client/visit-sheet.tsx'))

/** `token`: for a client without an account. */
type Visit = { booking: Booking; token?: string | undefined }

/** A client's visits, a row each; the actions on one are in its sheet. `firstOpen`: the next one is open in the list. */
export const ClientVisits = ({ visits, firstOpen }: { visits: readonly Visit[]; firstOpen: boolean }) => {
  const [opened, setOpened] = useState<Visit>()
  const [first, ...others] = visits
  const rows = firstOpen ? others : visits
  const listed = visits.find(({ booking }) => booking.id === opened?.booking.id)?.booking
  return (
    <>
      <ul className="flex w-full flex-col">
        {firstOpen && first !== undefined ? (
          <li key={first.booking.id} className="mb-4">
            <NextVisit booking={first.booking} token={first.token} onMore={() => setOpened(first)} />
          </li>
        ) : null}
        {rows.map((visit, at) => (
          <li
            key={visit.booking.id}
            className={classNames(
              'overflow-hidden border-x border-b border-line bg-surface',
              at === 0 && 'rounded-t-lg border-t',
              at === rows.length - 1 && 'rounded-b-lg',
            )}
          >
            <VisitRow booking={visit.booking} onOpen={() => setOpened(visit)} />
          </li>
        ))}
      </ul>
      {opened === undefined ? null : (
        <Suspense fallback={<Opening />}>
          <VisitSheet
            opened={opened.booking}
            listed={listed}
            token={opened.token}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
