import { distanceText } from '#contract/places/position.ts'

/** A distance as text; below one kilometre it is not said exactly. */
export const approximateDistance = (km: number): string =>
  km < 1 ? 'menos de 1 km' : distanceText(km * 1000)
