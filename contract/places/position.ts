/**
 * An arrival by position (product.md §4, B14): the professional sends their location once, and it is compared with the point of the
 * place. The location itself is not stored: only how far from the place, and how sure the device was of it (docs/booking/bookings.md).
 */
import * as z from 'zod/mini'

/** As the browser says it: degrees, and metres of which it is sure. */
export const Position = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  accuracy: z.number().check(z.nonnegative()),
})
export type Position = z.output<typeof Position>

/** A street front, its back yard and a hand-set pin. */
export const reachMeters = 150
/** What a device is unsure of counts for it, up to here: indoors it is off by a street. */
export const maxDoubtMeters = 100
/** Less sure than this it has seen no satellite, and says of which quarter it is. */
export const unclearMeters = 200

export const isClear = ({ accuracy }: Pick<Position, 'accuracy'>) => accuracy <= unclearMeters

export const isNear = (distance: number, { accuracy }: Pick<Position, 'accuracy'>) =>
  distance <= reachMeters + Math.min(accuracy, maxDoubtMeters)

/** "400 m", "1.2 km", "38 km": as exact as a person on the way needs it. */
export const distanceText = (meters: number) =>
  meters < 975
    ? `${Math.max(50, Math.round(meters / 50) * 50)} m`
    : meters < 9_950
      ? `${Math.round(meters / 100) / 10} km`
      : `${Math.round(meters / 1000)} km`

export const farText = (meters: number) =>
  `Tu equipo dice que estás a unos ${distanceText(meters)} del lugar. Acércate e inténtalo otra vez, o usa otra forma de registrar.`
export const unclearText = ({ accuracy }: Pick<Position, 'accuracy'>) =>
  `Tu equipo no sabe bien dónde está: se puede equivocar por ${distanceText(accuracy)}. Sal a donde se vea el cielo e inténtalo otra vez, o usa otra forma de registrar.`

/** Why a place is none that one can be near. */
export const noPositionReasons = {
  online: 'Por ubicación no: la cita es en línea.',
  vague: 'Por ubicación no: el mapa conoce la zona de este lugar, pero no su puerta.',
} as const

/** Of who serves, while the arrival is still to come. */
export const ByPosition = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) })
export type ByPosition = z.output<typeof ByPosition>
