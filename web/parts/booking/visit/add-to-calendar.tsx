import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { calendarFile, googleCalendarUrl } from '#web/parts/booking/summary/calendar.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The visit in the client's own calendar: as a file, made on request, or at Google's. */
export const AddToCalendar = ({ booked }: { booked: Booking }) => {
  const [file, setFile] = useState<string>()
  const make = () => setFile(calendarFile(booked, location.hostname))
  return (
    <>
      <a
        href={file ?? '#'}
        download="cita-kalli.ics"
        onPointerDown={make}
        onFocus={make}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        <CalendarPlus aria-hidden className="size-4.5" />
        Agregar a mi calendario
      </a>
      <a
        href={googleCalendarUrl(booked)}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ tone: 'quiet', size: 'small' })}
      >
        Google Calendar
      </a>
    </>
  )
}
