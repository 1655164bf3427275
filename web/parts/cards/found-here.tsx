import { useState } from 'react'
import type { AlternativeSlot } from '#contract/availability/slot.ts'
import type { FoundProfessional, FoundSlot, FoundSpace, FoundStay } from '#contract/search/search.ts'
import { formatCents } from '#contract/platform/money.ts'
import { dayText, HourFace, hourClass, hoursClass } from '#web/parts/booking/hours/hour-face.tsx'
import { HourLink, StayLink } from '#web/parts/booking/hours/hour-link.tsx'
import { byService, ServiceLine } from '#web/parts/booking/hours/hours-of-service.tsx'
import { priceOfService } from '#web/parts/cards/from-price.ts'
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

type Found = Pick<FoundProfessional, 'id' | 'user' | 'place' | 'services'> &
  Partial<Pick<FoundProfessional, 'matched'>>
type Hour = FoundSlot & Pick<AlternativeSlot, 'placeName'>

/** The hours in place of a taken one: of the same service, each by the clock of its own place. */
export const hoursInstead = (
  { serviceId, zone }: Pick<Hour, 'serviceId' | 'zone'>,
  others: readonly AlternativeSlot[],
): Hour[] => others.map((other) => ({ ...other, serviceId, zone: other.zone ?? zone }))

/** The first hours in the searched window; a press holds one and opens checkout. If it was taken, the nearest free ones. */
export const FoundHours = ({ professional: one, slots }: { professional: Found; slots: readonly Hour[] }) => {
  const [instead, setInstead] = useState<{ message: string; hours: readonly Hour[] }>()
  const shown = instead?.hours ?? slots
  return shown.length === 0 ? null : (
    <div className="flex flex-col gap-2">
      {instead === undefined ? null : (
        <p role="alert" tabIndex={-1} ref={focusOn} className="text-[0.9375rem] font-semibold outline-none">
          {instead.message}
        </p>
      )}
      {byService(shown).map((hours) => (
        <HoursOfService
          key={hours[0]?.serviceId}
          of={one}
          hours={hours}
          onTaken={(taken, message, others) => setInstead({ message, hours: hoursInstead(taken, others) })}
        />
      ))}
    </div>
  )
}

/** The service that the hours hold, by name and list price; then the hours, with their own price where it may differ. */
const HoursOfService = ({
  of: { id, user, place, services, matched },
  hours,
  onTaken,
}: {
  of: Found
  hours: readonly Hour[]
  onTaken: (taken: Hour, message: string, others: readonly AlternativeSlot[]) => void
}) => {
  const serviceId = hours[0]?.serviceId
  const service = services.find((each) => each.id === serviceId)
  // A visit of several services has the name and the price of all.
  const visit = matched?.serviceId === serviceId && matched?.also.length ? matched : undefined
  const name =
    visit === undefined ? service?.name : [visit, ...visit.also].map((each) => each.name).join(' + ')
  const price =
    visit === undefined ? service && priceOfService(service) : { cents: visit.priceCents, isFrom: visit.from }
  const isListed = price !== undefined && hours.every(({ totalCents }) => totalCents === price.cents)
  return (
    <>
      {name === undefined ? null : <ServiceLine name={name} hours={hours} price={price} />}
      <ul
        aria-label={`Próximas horas de ${user.firstName}${name === undefined ? '' : `, ${name}`}`}
        className={hoursClass}
      >
        {hours.map((hour) => (
          <li key={`${hour.startsAt} ${hour.spaceId}`}>
            <HourLink
              visit={{
                professional: id,
                service: hour.serviceId,
                ...(visit === undefined ? {} : { more: visit.also.map((each) => each.serviceId).join() }),
                ...(place === null || place.how === 'place' ? {} : { how: place.how }),
              }}
              slot={hour}
              onTaken={(message, others) => onTaken(hour, message, others)}
              className={hourClass}
            >
              <HourFace
                slot={hour}
                hasPrice={!isListed || price.isFrom}
                where={hour.placeName}
                service={name}
              />
            </HourLink>
          </li>
        ))}
      </ul>
    </>
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
