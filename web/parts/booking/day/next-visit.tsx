import { lazy, Suspense } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { placeName } from '#contract/places/place-name.ts'
import { isRestDue } from '#web/parts/booking/day/needs.ts'
import { NeedsLine } from '#web/parts/booking/day/needs-line.tsx'
import { FormState } from '#web/parts/booking/contact/form-state.tsx'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { asksWhetherCame } from '#web/parts/booking/summary/whether-came.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { nameOf } from '#web/parts/booking/visit/appointment.tsx'
import { ArrivedBy } from '#web/parts/booking/visit/arrived-by.tsx'
import { WayLink } from '#web/parts/booking/visit/getting-there.tsx'
import { NextStep } from '#web/parts/booking/visit/next-step.tsx'
import { RegisteredOffline } from '#web/parts/offline/registered-offline.tsx'
import { OtherClock } from '#web/parts/time/other-clock.tsx'
import { durationText, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const Absence = lazy(() => import('#web/parts/booking/visit/absence.tsx'))
const Delay = lazy(() => import('#web/parts/booking/visit/delay.tsx'))
const TakeInPlace = lazy(() => import('#web/parts/booking/balance/take-in-place.tsx'))
const RestLine = lazy(() => import('#web/parts/booking/visit/rest-line.tsx'))

/** The visit under way, or the next one, open in its list: client, place, what is missing, and its one step. `onMore` opens all of it. */
export const NextVisit = ({
  booking: one,
  station = '',
  onMore,
}: {
  booking: Booking
  station?: string | undefined
  onMore: () => void
}) => {
  const isDue = isRestDue(one.upfront)
  const more = (
    <Button tone="quiet" size="small" aria-haspopup="dialog" onClick={onMore}>
      Más opciones
    </Button>
  )
  return (
    <Card className="flex flex-col gap-3 shadow-card">
      <NextHead one={one} />
      <NeedsLine booking={one} />
      <FormState booking={one} />
      <ClientNote note={one.note} as="professional" />
      <ArrivedBy booking={one} />
      <RegisteredOffline booking={one} />
      {isDue ? (
        <Suspense>
          <RestLine booking={one} />
        </Suspense>
      ) : null}
      {one.status === 'confirmed' ? (
        <>
          <NextStep booking={one} station={station} />
          {one.kind === 'rent' ? null : (
            <Suspense>
              {asksWhetherCame(one) ? <Absence booking={one} station={station} /> : null}
              <Delay booking={one} as="professional" />
            </Suspense>
          )}
          <div className="flex flex-wrap items-start gap-2">
            <WayLink place={one.place} toHome />
            {more}
          </div>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-3">
          {one.inPlace === null ? null : (
            <Suspense>
              <TakeInPlace booking={one} isMain />
            </Suspense>
          )}
          <NextStep booking={one} station={station} />
          {more}
        </div>
      )}
    </Card>
  )
}

const NextHead = ({ one }: { one: Booking }) => {
  const { place } = one
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="figures font-display text-lg font-semibold">
          {timeOf(one.startsAt, one.zone)}{' '}
          <span className="text-muted">– {timeOf(one.endsAt, one.zone)}</span>
        </p>
        <BookingBadge as="professional" status={one.status} rescue={one.rescue} />
      </div>
      <OtherClock instant={one.startsAt} zone={one.zone} className="text-sm text-muted" />
      <p className="font-display text-xl leading-tight font-semibold">{nameOf(one)}</p>
      <p className="text-[0.9375rem] text-muted">
        {one.service.name} · {durationText(one.service.durationMinutes)}
        {one.persons > 1 ? ` · ${one.persons} personas` : ''}
      </p>
      <p className="flex items-start gap-2 text-[0.9375rem]">
        <PlaceIcon modality={place.modality} className="mt-1 size-4 shrink-0 text-barro" />
        <span>
          {placeName(place)}
          {place.unitName === null ? null : <span className="font-semibold"> · {place.unitName}</span>}
          {place.modality === 'home' ? (
            <span className="text-muted">
              {' '}
              {[place.address, place.neighbourhood ?? place.city].filter(Boolean).join(', ')}
            </span>
          ) : null}
        </span>
      </p>
    </div>
  )
}
