import type { FoundProfessional } from '#contract/search/search.ts'
import { HourFace, hourClass, hoursClass } from '#web/parts/booking/hours/hour-face.tsx'
import { HourLink } from '#web/parts/booking/hours/hour-link.tsx'

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
    <ul aria-label={`Próximas horas de ${user.firstName}`} className={hoursClass}>
      {slots.map((slot) => (
        <li key={slot.startsAt}>
          <HourLink
            visit={{
              professional: id,
              service: slot.serviceId,
              ...(place === null || place.how === 'place' ? {} : { how: place.how }),
            }}
            slot={slot}
            className={hourClass}
          >
            <HourFace slot={slot} />
          </HourLink>
        </li>
      ))}
    </ul>
  )
