import { useState } from 'react'
import type { FoundProfessional, FoundSpace, FoundStay } from '#contract/search/search.ts'
import { formatCents } from '#contract/platform/money.ts'
import { dayText, HourFace, hourClass, hoursClass } from '#web/parts/booking/hours/hour-face.tsx'
import { HourLink, StayLink } from '#web/parts/booking/hours/hour-link.tsx'
import { timeOf, zoneLabel } from '#web/parts/time/wall-clock.ts'

/** "en Estudio Quetzal, Roma Norte · a 1.2 km", "va a tu casa", "en línea": the place where a search found a professional. */
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

type Hours = NonNullable<FoundProfessional['slots']>

/** The first hours in the searched window; a press holds one and opens checkout. If it was taken, the nearest free ones. */
export const FoundHours = ({
  professional: { id, user, place },
  slots,
}: {
  professional: Pick<FoundProfessional, 'id' | 'user' | 'place'>
  slots: Hours
}) => {
  const [instead, setInstead] = useState<{ message: string; slots: Hours }>()
  const shown = (instead?.slots ?? slots).flatMap(({ token, ...slot }) =>
    token === null ? [] : [{ ...slot, token }],
  )
  return shown.length === 0 ? null : (
    <div className="flex flex-col gap-2">
      {instead === undefined ? null : (
        <p role="alert" tabIndex={-1} ref={focusOn} className="text-[0.9375rem] font-semibold outline-none">
          {instead.message}
        </p>
      )}
      <ul aria-label={`Próximas horas de ${user.firstName}`} className={hoursClass}>
        {shown.map((slot) => (
          <li key={slot.token}>
            <HourLink
              visit={{
                professional: id,
                service: slot.serviceId,
                ...(place === null || place.how === 'place' ? {} : { how: place.how }),
              }}
              slot={slot}
              onTaken={(message, others) =>
                setInstead({
                  message,
                  slots: others.map((other) => ({ ...other, serviceId: slot.serviceId, zone: slot.zone })),
                })
              }
              className={hourClass}
            >
              <HourFace slot={slot} />
            </HourLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The pressed button is gone: focus moves to the message. */
const focusOn = (text: HTMLElement | null) => text?.focus()

/** A space's offers in the searched window: the whole window with its rent, and the first shorter stays. */
export const FoundStays = ({ space: { id, name, window = null, slots = [] } }: { space: FoundSpace }) => {
  const stays = window === null ? slots : [window, ...slots.filter((slot) => !isSame(slot, window))]
  return stays.length === 0 ? null : (
    <ul
      aria-label={`Horas libres de ${name}`}
      className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-2"
    >
      {stays.slice(0, 3).map((stay) => (
        <li key={`${stay.startsAt} ${stay.endsAt}`}>
          <StayLink space={id} stay={stay} className={hourClass}>
            <span className="text-sm">{dayText(stay.startsAt, stay.zone)}</span>
            <span className="figures font-semibold text-agave">
              {timeOf(stay.startsAt, stay.zone)}–{timeOf(stay.endsAt, stay.zone)}
            </span>
            <span className="figures text-sm text-muted">{formatCents(stay.totalCents)}</span>
            {zoneLabel(stay.zone) === null ? null : <span className="sr-only">, {zoneLabel(stay.zone)}</span>}
          </StayLink>
        </li>
      ))}
    </ul>
  )
}

const isSame = (one: FoundStay, other: FoundStay) =>
  one.startsAt === other.startsAt && one.endsAt === other.endsAt
