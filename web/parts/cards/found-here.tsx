import type { FoundProfessional } from '#contract/search/search.ts'
import { formatCents } from '#contract/platform/money.ts'
import { shownHour } from '#contract/pricing/shown-price.ts'
import { HourLink } from '#web/parts/booking/hours/hour-link.tsx'
import { dateIn, partsOfDate, timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'
import { serverNow } from '#web/server-clock.ts'

/** "en Estudio Quetzal, Roma Norte · a 1.2 km", "va a tu casa", "en línea": where a search found a professional. */
export const placeFoundText = ({
  how,
  name,
  neighbourhood,
  city,
  distanceKm,
}: NonNullable<FoundProfessional['place']>): string => {
  if (how === 'home') return 'va a tu casa'
  if (how === 'online') return 'en línea'
  const area = neighbourhood ?? city
  const where = name === null ? `en su propio lugar, ${area}` : `en ${name}, ${area}`
  return distanceKm === null ? where : `${where} · a ${distanceKm.toFixed(1)} km`
}

/** The first hours there in the searched window; one press holds one and opens checkout. */
export const FoundHours = ({
  professional: { id, user, place },
  slots,
}: {
  professional: Pick<FoundProfessional, 'id' | 'user' | 'place'>
  slots: NonNullable<FoundProfessional['slots']>
}) =>
  slots.length === 0 ? null : (
    <ul
      aria-label={`Próximas horas de ${user.firstName}`}
      className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-2"
    >
      {slots.map((slot) => {
        const { cents, difference } = shownHour(slot)
        return (
          <li key={slot.startsAt}>
            <HourLink
              visit={{
                professional: id,
                service: slot.serviceId,
                ...(place === null || place.how === 'place' ? {} : { how: place.how }),
              }}
              slot={slot}
              className="flex min-h-14 flex-col items-center justify-center rounded-md border border-agave/60 px-2 py-1.5 text-center hover:border-agave hover:bg-agave-soft"
            >
              <span className="text-sm">{dayText(slot.startsAt, slot.zone)}</span>
              <span className="figures font-semibold text-agave">{timeOf(slot.startsAt, slot.zone)}</span>
              <span className="figures text-sm text-muted">{formatCents(cents)}</span>
              {difference === null ? null : <span className="text-xs text-muted">{difference.text}</span>}
              {zoneLabel(slot.zone) === null ? null : (
                <span className="sr-only">, {zoneLabel(slot.zone)}</span>
              )}
            </HourLink>
          </li>
        )
      })}
    </ul>
  )

const dayText = (instant: string, zone: string) => {
  const date = dateIn(instant, zone)
  if (date === dateIn(serverNow(), zone)) return 'Hoy'
  const { weekday, day } = partsOfDate(date)
  return `${weekday} ${day}`
}
