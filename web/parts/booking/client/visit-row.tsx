import { ChevronRight } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { attentionOf } from '#web/parts/booking/client/attention.ts'
import { dateIn, partsOfDate, timeOf } from '#web/parts/time/wall-clock.ts'

/** A client's visit in one row: when, who, where, its state and what it waits for. A press opens its sheet. */
export const VisitRow = ({ booking: one, onOpen }: { booking: Booking; onOpen: () => void }) => {
  const { weekday, day, month } = partsOfDate(dateIn(one.startsAt, one.zone))
  const attention = attentionOf(one)
  const { firstName, lastName } = one.professional
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex w-full items-center gap-4 px-4 py-2.5 text-left leading-snug transition-colors hover:bg-sunk"
    >
      <span className="flex w-11 shrink-0 flex-col items-center leading-tight">
        <span className="text-sm text-muted">{weekday} </span>
        <span className="figures font-display text-2xl font-semibold">{day} </span>
        <span className="text-sm text-muted">{month} </span>
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="figures font-semibold">{timeOf(one.startsAt, one.zone)} </span>
          <BookingBadge as="client" status={one.status} rescue={one.rescue} />
        </span>
        <span className="truncate">{one.service.name}</span>
        <span className="truncate text-[0.9375rem] text-muted">
          con {firstName} {lastName} · {whereOf(one)}
        </span>
        {attention === null ? null : (
          <span className="text-[0.9375rem] font-semibold text-maiz-ink">{attention}</span>
        )}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </button>
  )
}

/** "Casa Jacaranda", "Roma Norte" for a professional's own place, "a domicilio", "en línea". */
const whereOf = ({ place }: Booking) =>
  place.modality === 'online'
    ? 'en línea'
    : place.modality === 'home'
      ? 'a domicilio'
      : (place.businessName ?? place.neighbourhood ?? place.city)
