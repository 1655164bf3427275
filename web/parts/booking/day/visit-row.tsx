import { ChevronRight } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { statusFor } from '#contract/booking/status.ts'
import { needsOf } from '#web/parts/booking/day/needs.ts'
import { BookingBadge } from '#web/parts/booking/summary/status.tsx'
import { nameOf } from '#web/parts/booking/visit/appointment.tsx'
import { OtherClock } from '#web/parts/time/other-clock.tsx'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

/**
 * A professional's visit in one row: when, client, service, place and what it waits for. A press opens its sheet. `isShown`: a
 * notification led to it, so it is scrolled into view.
 */
export const VisitRow = ({
  booking: one,
  isShown = false,
  onOpen,
}: {
  booking: Booking
  isShown?: boolean
  onOpen: () => void
}) => {
  const due = needsOf(one)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      {...(isShown ? { ref: bringVisitIn, 'aria-current': 'true' as const } : {})}
      className={classNames(
        'flex min-h-16 w-full scroll-mt-24 items-center gap-3 px-3.5 py-2 text-left leading-snug -outline-offset-3 transition-colors hover:bg-sunk sm:gap-4 sm:px-4',
        isShown && 'bg-jacaranda-soft',
      )}
    >
      <span className="figures w-12 shrink-0 self-start pt-0.5 font-semibold">
        {timeOf(one.startsAt, one.zone)}{' '}
        <span className="block text-sm font-normal text-muted">{timeOf(one.endsAt, one.zone)} </span>
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <span className="max-w-full truncate font-semibold">{nameOf(one)} </span>
          <State booking={one} />
        </span>
        <span className="truncate text-[0.9375rem] text-muted">
          {one.service.name} · {whereOf(one)}
        </span>
        {due.length === 0 ? null : (
          <span className="truncate text-sm">
            {due.map(({ text, isDue }, at) => (
              <span key={text} className={isDue ? 'font-semibold text-maiz-ink' : 'text-muted'}>
                {at === 0 ? '' : ' · '}
                {text}
              </span>
            ))}
          </span>
        )}
        <OtherClock instant={one.startsAt} zone={one.zone} className="text-sm text-muted" />
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </button>
  )
}

/** Confirmed visits have no label, since almost all are; a lost place is listed under what is due, without "confirmed". */
const State = ({ booking: { status, rescue } }: { booking: Booking }) =>
  status === 'confirmed' && rescue !== null ? null : quiet.has(status) ? (
    <span className="sr-only">{statusFor(status, 'professional')} </span>
  ) : (
    <BookingBadge as="professional" status={status} />
  )

const quiet: ReadonlySet<Booking['status']> = new Set(['confirmed', 'completed', 'closed'])

/** "Silla 2, Casa Jacaranda", "a domicilio", "en línea", or the neighbourhood of a professional's own place. */
const whereOf = ({ place }: Booking) =>
  place.modality === 'online'
    ? 'en línea'
    : place.modality === 'home'
      ? `a domicilio${place.neighbourhood === null ? '' : ` en ${place.neighbourhood}`}`
      : [place.unitName, place.businessName ?? place.neighbourhood ?? place.city].filter(Boolean).join(', ')

const bringVisitIn = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' })
