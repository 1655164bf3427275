/**
 * Where a service is given: at a place (its professional's own, or a space), at the client's home, online. A booking
 * stores it as one number, the place number of travel times: a space by its id, 0 the own place, -1 online, below it a
 * client's home (docs/booking/modalities.md). No schema, so that pages can import it alone.
 */
export const modalities = ['place', 'home', 'online'] as const
export type Modality = (typeof modalities)[number]

export const online = -1
/** A home without a given address: used to show whether there is time at all. No booking is made there. */
export const someHome = -2

/** From the place number that a booking stores beside its space: null is a space or the professional's own place. */
export const modalityOf = (place: number | null): Modality =>
  place === null || place >= 0 ? 'place' : place === online ? 'online' : 'home'

/** Labels where no space has a name. */
export const placeNames = { place: 'Lugar propio', home: 'A domicilio', online: 'En línea' } as const
export const placeNameOf = (place: number | null) => placeNames[modalityOf(place)]

type Given = { atPlace: boolean; atHome: object | null; online: boolean }

/** Modalities of a service, in the order in which they are offered. */
export const modalitiesOf = ({ atPlace, atHome, online }: Given): Modality[] => [
  ...(atPlace ? (['place'] as const) : []),
  ...(atHome === null ? [] : (['home'] as const)),
  ...(online ? (['online'] as const) : []),
]

/** Modalities common to several services in one visit. */
export const modalitiesOfAll = (services: readonly Given[]): Modality[] =>
  modalities.filter((one) => services.every((service) => modalitiesOf(service).includes(one)))
