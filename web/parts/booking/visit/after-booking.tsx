import { DoorOpen, Video } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { AddToCalendar } from '#web/parts/booking/visit/add-to-calendar.tsx'
import { ClientNote } from '#web/parts/booking/summary/client-note.tsx'
import { entryText, WayLink } from '#web/parts/booking/visit/getting-there.tsx'
import { whereOf } from '#web/parts/booking/summary/calendar.ts'
import WalletLinks from '#web/parts/booking/visit/wallet-links.tsx'
import PlaceMap from '#web/parts/booking/visit/place-map.tsx'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { ShareButton } from '#web/ui/page/share-button.tsx'

/** For an active visit: the way there and one's calendar first, then how one gets in and where it is. */
export default function AfterBooking({
  booking: one,
  token,
}: {
  booking: Booking
  token: string | undefined
}) {
  const entry = entryText(one)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <WayLink place={one.place} />
        <AddToCalendar booked={one} token={token} />
        <WalletLinks id={one.id} token={token} />
        <ShareButton title={one.service.name} text={sharedText(one)} />
      </div>
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

/** What, with whom, when and where; never the link by which a visit is changed or cancelled. */
const sharedText = (one: Booking) =>
  [
    `${one.service.name} con ${one.professional.firstName} ${one.professional.lastName}`,
    `${dayOf(one.startsAt, one.zone)}, ${timeOf(one.startsAt, one.zone)} h`,
    whereOf(one),
  ].join('\n')
