import type { Booking } from '#contract/booking/booking.ts'
import { peopleText } from '#contract/platform/persons.ts'
import { calendarInstant, calendarText } from '#contract/platform/calendar-file.ts'
import { placeName } from '#contract/places/place-name.ts'

type Dated = Pick<
  Booking,
  'id' | 'version' | 'startsAt' | 'endsAt' | 'service' | 'professional' | 'place' | 'people'
>

const titleOf = ({ service, professional }: Dated) => `${service.name} con ${professional.firstName}`
/** A place in one line. */
export const whereOf = ({ place }: Dated) =>
  [placeName(place), place.address, place.city, place.link].filter(Boolean).join(', ')

const noteOf = ({ people }: Dated) =>
  people === null ? '' : peopleText(people.map(({ firstName }) => firstName))

/** The appointment as a file that every calendar takes; `domain` is the installation's. */
export const calendarFile = (booking: Dated, domain: string) => {
  const text = calendarText({
    id: booking.id,
    version: booking.version,
    startsAt: new Date(booking.startsAt),
    endsAt: new Date(booking.endsAt),
    title: titleOf(booking),
    place: whereOf(booking),
    note: noteOf(booking),
    at: new Date(),
    domain,
  })
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(text)}`
}

export const googleCalendarUrl = (booking: Dated) => {
  const search = new URLSearchParams({
    action: 'TEMPLATE',
    text: titleOf(booking),
    dates: `${calendarInstant(new Date(booking.startsAt))}/${calendarInstant(new Date(booking.endsAt))}`,
    location: whereOf(booking),
    details: noteOf(booking),
  })
  return `https://calendar.google.com/calendar/render?${search}`
}
