import { ShieldCheck } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { formatCents } from '#contract/platform/money.ts'
import { placeName } from '#contract/places/place-name.ts'
import { HourLine } from '#web/parts/booking/hours/hour-line.tsx'
import { PlaceIcon } from '#web/parts/booking/summary/place-icon.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { isIn } from '#web/parts/booking/request/decline-dialog.tsx'

export const RequestFacts = ({
  one,
  place,
  search,
  change,
}: {
  one: Booking
  place: Booking['place']
  search: Booking['request']
  change: Booking['change']
}) => (
  <ul className="flex flex-col gap-1.5 text-[0.9375rem]">
    <li className="flex items-start gap-2">
      <HourLine booking={one} />
    </li>
    <li className="flex items-start gap-2">
      <PlaceIcon modality={place.modality} className="mt-1 size-4 shrink-0 text-barro" />
      <span>
        {placeName(place)}
        {place.unitName === null ? null : <span className="font-semibold"> · {place.unitName}</span>}
        {place.modality === 'home' ? (
          <span className="block text-muted">
            {[...new Set([place.neighbourhood, place.city])].filter(Boolean).join(', ')}. Ves la dirección al
            aceptar.
          </span>
        ) : null}
      </span>
    </li>
    <li className="flex items-start gap-2">
      <ShieldCheck aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
      <span>
        {guaranteed(one)}
        {search === null || change !== null
          ? ''
          : ` Responde antes del ${shortOf(search.respondBy, one.zone)}.`}
      </span>
    </li>
  </ul>
)

/** What is paid, or held at the bank, until the answer, and what is due after the visit. */
const guaranteed = (one: Booking): string => {
  const { totalCents, upfront } = one
  if (isIn(one))
    return `Ya está pagada${totalCents === null ? '' : `: ${formatCents(totalCents)}`}. Si no aceptas, lo recupera todo.`
  if (upfront?.paidCents === 0)
    return `Su tarjeta está guardada: ${formatCents(upfront.balanceCents)} se cobran al terminar la cita.`
  const rest =
    upfront?.state === 'later' ? ` Otros ${formatCents(upfront.balanceCents)}, al terminar la cita.` : ''
  const held = upfront?.paidCents ?? totalCents
  return `${held === null ? '' : `${formatCents(held)} en garantía: `}se cobran solo si aceptas.${rest}`
}
