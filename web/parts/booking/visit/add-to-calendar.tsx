import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { calendarFile, googleCalendarUrl } from '#web/parts/booking/summary/calendar.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The visit in the client's own calendar: as a file, made on request, or at Google's. */
export const AddToCalendar = ({ booked, token }: { booked: Booking; token: string | undefined }) => {
  const [made, setMade] = useState<{ file: string; google: string }>()
  const make = () => {
    // The client's file contains the link with its token; Google's address leaves this page and contains the arrival code only.
    const open = `${location.origin}/booking-success?id=${booked.id}`
    setMade({
      file: calendarFile(
        booked,
        location.hostname,
        token === undefined ? open : `${open}&t=${encodeURIComponent(token)}`,
      ),
      google: googleCalendarUrl(booked, open),
    })
  }
  return (
    <>
      <a
        href={made?.file ?? '#'}
        download="cita-kalli.ics"
        onPointerDown={make}
        onFocus={make}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        <CalendarPlus aria-hidden className="size-4.5" />
        Agregar a mi calendario
      </a>
      <a
        href={made?.google ?? '#'}
        onPointerDown={make}
        onFocus={make}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ tone: 'quiet', size: 'small' })}
      >
        Google Calendar
      </a>
    </>
  )
}
