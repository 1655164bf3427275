/** The content of a visit's pass, for Apple and Google alike: for confirmed visits, to the client's side. */
import { placeNames } from '#contract/service/modality.ts'
import { findShown, present, type Shown } from '#server/booking/summary/present.ts'
import { viewToken } from '#server/booking/moves/party.ts'
import { isActive } from '#server/booking/summary/calendar-copy.ts'
import type { Work } from '#server/platform/work.ts'

export type VisitPass = {
  id: string
  /** Counts up with every change of the booking. */
  version: number
  isVoid: boolean
  service: string
  professional: string
  startsAt: Date
  endsAt: Date
  zone: string
  place: string
  address: string
  /** How to find the entrance. */
  directions: string
  code: string
  position: { latitude: number; longitude: number } | null
  /** The page where the visit is seen and changed. */
  link: string
}

/** "jueves 26 de noviembre, 18:00", in the zone of the place. */
export const whenOf = ({ startsAt, zone }: Pick<VisitPass, 'startsAt' | 'zone'>) =>
  new Intl.DateTimeFormat('es-MX', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(startsAt)

/** Null: there is no such visit, or it never was confirmed. */
export const passOf = async (work: Work, id: string): Promise<VisitPass | null> => {
  const shown = await findShown(work, id)
  return shown === undefined ? null : passFrom(work, shown)
}

export const passFrom = (work: Work, shown: Shown): VisitPass | null => {
  if (shown.kind === 'rent' || shown.confirmed_at === null) return null
  const one = present(work, shown, 'client')
  const { place } = one
  const t = viewToken(work, { id: one.id, ends_at: shown.ends_at })
  return {
    id: one.id,
    version: one.version,
    isVoid: !isActive(shown),
    service: one.service.name,
    professional: `${one.professional.firstName} ${one.professional.lastName}`,
    startsAt: shown.starts_at,
    endsAt: shown.ends_at,
    zone: one.zone,
    place: place.modality === 'place' ? place.name : placeNames[place.modality],
    address: [place.address, place.neighbourhood, place.city].filter(Boolean).join(', '),
    directions: place.directions ?? '',
    code: one.arrivalCode ?? '',
    position:
      place.modality === 'place' && place.latitude !== null && place.longitude !== null
        ? { latitude: place.latitude, longitude: place.longitude }
        : null,
    link: `${work.config.publicUrl}/booking-success?id=${one.id}&t=${encodeURIComponent(t)}`,
  }
}
