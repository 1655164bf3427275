/**
 * Arrival by position (product.md §4, B14): the professional sends their location once, and it is compared with the place. The
 * location itself is not stored: only the distance from the place, and the device's accuracy (docs/booking/bookings.md).
 */
import * as z from 'zod/mini'

/** As reported by the browser: degrees, and accuracy in metres. */
export const Position = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  accuracy: z.number().check(z.nonnegative()),
})
export type Position = z.output<typeof Position>

/** Covers a street front, its back yard and an imprecise pin. */
export const reachMeters = 150
/** The accuracy is added to the reach, up to this limit: indoors it is off by a street. */
export const maxDoubtMeters = 100
/** Above this the device had no satellite fix, and only knows the area. */
export const unclearMeters = 200

export const isClear = ({ accuracy }: Pick<Position, 'accuracy'>) => accuracy <= unclearMeters

export const isNear = (distance: number, { accuracy }: Pick<Position, 'accuracy'>) =>
  distance <= reachMeters + Math.min(accuracy, maxDoubtMeters)

/** "400 m", "1.2 km", "38 km": rounded for a person on the way. */
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

/** Why an arrival cannot be registered by position there. */
export const noPositionReasons = {
  online: 'Por ubicación no: la cita es en línea.',
  vague: 'Por ubicación no: el mapa conoce la zona de este lugar, pero no su puerta.',
} as const

/** For the professional, before the arrival. */
export const ByPosition = z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) })
export type ByPosition = z.output<typeof ByPosition>
