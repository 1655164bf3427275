import type { Booking } from '#contract/booking/booking.ts'
import { peopleText } from '#contract/platform/persons.ts'
import {
  calendarText,
  googleCalendarAddress,
  visitAlarmMinutes,
  visitNote,
} from '#contract/platform/calendar-file.ts'
import { placeName } from '#contract/places/place-name.ts'

type Dated = Pick<
  Booking,
  'id' | 'version' | 'startsAt' | 'endsAt' | 'service' | 'professional' | 'place' | 'people' | 'arrivalCode'
>

const titleOf = ({ service, professional }: Dated) => `${service.name} con ${professional.firstName}`
/** A place in one line. */
export const whereOf = ({ place }: Dated) =>
  [placeName(place), place.address, place.city, place.link].filter(Boolean).join(', ')

/** `url`: where the visit is shown and changed; in the client's own calendar it is as private as in the email. */
const eventOf = (booking: Dated, url: string) => ({
  startsAt: new Date(booking.startsAt),
  endsAt: new Date(booking.endsAt),
  title: titleOf(booking),
  place: whereOf(booking),
  note: visitNote({
    people: booking.people === null ? '' : peopleText(booking.people.map(({ firstName }) => firstName)),
    code: booking.arrivalCode,
    url,
  }),
})

/** The appointment as an iCalendar file; `domain` is the installation's. */
export const calendarFile = (booking: Dated, domain: string, url: string) => {
  const text = calendarText({
    ...eventOf(booking, url),
    id: booking.id,
    version: booking.version,
    url,
    alarmMinutes: visitAlarmMinutes,
    at: new Date(),
    domain,
  })
  return `data:text/calendar;charset=utf-8,${encodeURIComponent(text)}`
}

export const googleCalendarUrl = (booking: Dated, url: string) => googleCalendarAddress(eventOf(booking, url))
