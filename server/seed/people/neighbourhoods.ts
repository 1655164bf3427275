// The neighbourhoods where the demo data's people work; `weight` is the share of activity there.
import { neighbourhoodRows } from '#server/places/neighbourhood.ts'
import { municipality } from '#server/places/places.ts'

export type Neighbourhood = {
  name: string
  postalCode: string
  latitude: number
  longitude: number
  weight: number
  municipalityId: number
  municipality: string
  city: string
  state: string
  zone: string
}

/** Every neighbourhood of the demo data, with the names and the zone of its municipality. */
export const neighbourhoods: readonly Neighbourhood[] = Object.entries(neighbourhoodRows).flatMap(
  ([id, list]) => {
    const home = municipality(Number(id))
    if (!home) throw new Error(`No municipality ${id} for ${list.map(([name]) => name).join(', ')}`)
    return list.map(([name, postalCode, latitude, longitude, weight]) => ({
      name,
      postalCode,
      latitude,
      longitude,
      weight,
      municipalityId: home.id,
      municipality: home.name,
      city: home.city,
      state: home.state,
      zone: home.zone,
    }))
  },
)
