import { CalendarPlus, DoorOpen, Video } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { entryText, WayLink } from '#web/parts/booking/visit/getting-there.tsx'
import { whereOf } from '#web/parts/booking/summary/calendar.ts'
import PlaceMap from '#web/parts/booking/visit/place-map.tsx'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { ShareButton } from '#web/ui/page/share-button.tsx'

const SaveVisit = lazy(() => import('#web/parts/booking/visit/save-visit.tsx'))

/** For an active visit: the calendar and the directions first, then the entry and the map. */
export default function AfterBooking({
  booking: one,
  token,
}: {
  booking: Booking
  token: string | undefined
}) {
  const entry = entryText(one)
  const [saves, setSaves] = useState(false)
  // Where a card is still required, that is the page's only primary button.
  const isOwed = one.upfront?.state === 'asked' || one.upfront?.state === 'due'
  return (
    <div className="flex flex-col gap-3">
      {/* One primary button; on a phone the others share one row below it. */}
      <div className="grid gap-2 max-sm:*:w-full sm:flex sm:flex-wrap">
        <Button tone={isOwed ? 'secondary' : 'primary'} size="small" onClick={() => setSaves(true)}>
          <CalendarPlus aria-hidden className="size-4.5" />
          Agregar a mi calendario
        </Button>
        <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
          <WayLink place={one.place} />
          <ShareButton title={one.service.name} text={sharedText(one)} />
        </div>
      </div>
      {saves ? (
        <Suspense fallback={<Opening />}>
          <SaveVisit booking={one} token={token} onClose={() => setSaves(false)} />
        </Suspense>
      ) : null}
      {entry === null ? null : (
        <p className="flex items-center gap-3 text-[0.9375rem]">
          <DoorOpen aria-hidden className="size-5 shrink-0 text-barro" />
          {entry}
        </p>
      )}
      {one.place.directions === null ? null : (
        <p className="text-[0.9375rem] whitespace-pre-line">
          <span className="font-semibold">
            {one.place.modality === 'home' ? 'Le dijiste cómo llegar: ' : 'Indicaciones: '}
          </span>
          {one.place.directions}
        </p>
      )}
      {one.place.modality === 'home' ? null : <PlaceMap place={one.place} />}
      {one.place.modality === 'online' && one.place.link === null ? (
        <p className="flex items-center gap-3 text-[0.9375rem]">
          <Video aria-hidden className="size-5 shrink-0 text-barro" />
          {one.professional.firstName} te manda el enlace por mensaje antes de la hora.
        </p>
      ) : null}
      <ClientNote note={one.note} as="client" />
    </div>
  )
}

/** Service, professional, time and place; never the link by which a visit is changed or cancelled. */
const sharedText = (one: Booking) =>
  [
    `${one.service.name} con ${one.professional.firstName} ${one.professional.lastName}`,
    `${dayOf(one.startsAt, one.zone)}, ${timeOf(one.startsAt, one.zone)} h`,
    whereOf(one),
  ].join('\n')
