/**
 * Where a booking is, for each viewer: at a space, at the professional's place, at the client's home, or online. The client sees the home's
 * address, and the professional from when the visit is certain until it is closed; both see a meeting's link once it is.
 */
import { sql } from 'kysely'
import { modalityOf, placeNameOf } from '#contract/service/modality.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { placeName } from '#contract/places/place-name.ts'
import { servicesOfBooking } from '#server/booking/contact/companion.ts'
import type { Side } from '#server/booking/moves/party.ts'

/** Of an online `booking`: the meeting room of its first service that has one. */
export const onlineLinkOf = sql<string | null>`case when booking.visit_place = -1 then (
  select offered.online_link from services offered where offered.id = any(${servicesOfBooking}) and offered.online_link is not null
  order by offered.id = booking.service_id desc, offered.id limit 1) end`

/** The columns that determine the place, read by columns/place.ts. */
type Placeable = { status: string } & Record<
  'professional_first_name' | 'professional_last_name' | 'professional_city' | 'professional_state',
  string
> &
  Record<'professional_latitude' | 'professional_longitude', number> &
  Record<
    | 'professional_neighbourhood'
    | 'professional_address'
    | 'space_name'
    | 'space_neighbourhood'
    | 'space_city'
    | 'space_state'
    | 'space_address'
    | 'space_access'
    | 'space_directions'
    | 'business_name'
    | 'unit_name'
    | 'home_line'
    | 'home_details'
    | 'home_neighbourhood'
    | 'home_city'
    | 'home_state'
    | 'online_link',
    string | null
  > &
  Record<
    'visit_place' | 'space_id' | 'space_latitude' | 'space_longitude' | 'home_latitude' | 'home_longitude',
    number | null
  >

export type Reader = { side: Side; certain: boolean }

/** Exact for viewers with access; an area for all others. */
export const placeOf = (shown: Placeable, { side, certain }: Reader) => {
  const isHome = modalityOf(shown.visit_place) === 'home'
  // Once the visit is closed an area is enough for the professional to remember it.
  const isPast = isHome && side === 'professional' && shown.status === 'closed'
  const isExact =
    (certain && !isPast) || side === (isHome ? 'client' : 'professional') || (!isHome && side === 'host')
  return {
    ...(shown.space_id === null ? awayFromSpaces(shown) : atSpace(shown)),
    ...(isExact ? {} : { address: null, latitude: null, longitude: null, access: null, directions: null }),
    modality: modalityOf(shown.visit_place),
    link: certain && side !== 'host' ? shown.online_link : null,
    spaceId: shown.space_id,
    businessName: shown.business_name,
    unitName: shown.unit_name,
  }
}

/** The exact point, for internal use; never shown. */
export const pointOf = (shown: Placeable) => {
  const { latitude, longitude } = shown.space_id === null ? awayFromSpaces(shown) : atSpace(shown)
  return latitude === null || longitude === null ? undefined : { latitude, longitude }
}

const awayFromSpaces = (shown: Placeable) => {
  const modality = modalityOf(shown.visit_place)
  if (modality === 'online')
    return { ...nowhere, name: placeNameOf(shown.visit_place), neighbourhood: null, city: '', state: '' }
  if (modality === 'home')
    return {
      name: placeNameOf(shown.visit_place),
      neighbourhood: shown.home_neighbourhood,
      city: shown.home_city ?? '',
      state: shown.home_state ?? '',
      address: shown.home_line,
      latitude: shown.home_latitude,
      longitude: shown.home_longitude,
      access: null,
      directions: shown.home_details || null,
    }
  return {
    name: `Con ${shown.professional_first_name} ${shown.professional_last_name}`,
    neighbourhood: shown.professional_neighbourhood,
    city: shown.professional_city,
    state: shown.professional_state,
    address: shown.professional_address,
    latitude: shown.professional_latitude,
    longitude: shown.professional_longitude,
    access: null,
    directions: null,
  }
}

const nowhere = { address: null, latitude: null, longitude: null, access: null, directions: null }

const atSpace = (shown: Placeable) => ({
  name: shown.space_name ?? '',
  neighbourhood: shown.space_neighbourhood,
  city: shown.space_city ?? '',
  state: shown.space_state ?? '',
  address: shown.space_address,
  latitude: shown.space_latitude,
  longitude: shown.space_longitude,
  access: HouseRules.shape.access.parse(shown.space_access ?? undefined) ?? null,
  directions: shown.space_directions || null,
})

/** "Business · space"; empty away from spaces. */
export const spaceOf = (shown: Pick<Placeable, 'space_name' | 'business_name'>): string =>
  placeName({ name: shown.space_name, businessName: shown.business_name })

/** For an email about a certain visit, to its client or its professional. */
export const where = (shown: Placeable): string => {
  const modality = modalityOf(shown.visit_place)
  if (modality === 'online')
    return shown.online_link === null
      ? `En línea. ${shown.professional_first_name} manda el enlace por mensaje.`
      : `En línea: ${shown.online_link}`
  const parts =
    shown.space_id !== null
      ? [spaceOf(shown), shown.unit_name, shown.space_address, shown.space_neighbourhood, shown.space_city]
      : modality === 'home'
        ? ['A domicilio', shown.home_line, shown.home_details, shown.home_neighbourhood, shown.home_city]
        : [shown.professional_address, shown.professional_neighbourhood, shown.professional_city]
  return parts.filter(Boolean).join(', ')
}

/** Before the visit is certain: the neighbourhood only. */
export const areaOf = (shown: Placeable): string => {
  const parts =
    shown.space_id !== null
      ? [spaceOf(shown), shown.space_neighbourhood, shown.space_city]
      : modalityOf(shown.visit_place) === 'home'
        ? [placeNameOf(shown.visit_place), shown.home_neighbourhood, shown.home_city]
        : modalityOf(shown.visit_place) === 'online'
          ? [placeNameOf(shown.visit_place)]
          : [shown.professional_neighbourhood, shown.professional_city]
  return parts.filter(Boolean).join(', ')
}
