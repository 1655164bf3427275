/**
 * The stand-in for a geocoder: the streets of the demo data, in any neighbourhood that Kalli knows, each a straight line that is always the
 * same, with its numbers along it. It calls no server, and its positions are invented.
 */
import { roundedDegrees } from '#contract/platform/degrees.ts'
import { createHash } from 'node:crypto'
import type { AddressQuestion } from '#contract/search/address.ts'
import { demoStreets } from '#server/places/demo-streets.ts'
import type { Geocoder } from '#server/places/geocoding.ts'
import { areaOf } from '#server/places/area.ts'
import { fold } from '#server/places/rules.ts'

const streetByName = new Map<string, string>(demoStreets.map((name) => [fold(name), name]))

/** "Av. Álvaro Obregón #120, int. 4" is the street Álvaro Obregón and the number 120; null where no such street is known. */
const streetOf = (address: string): { name: string; number: number | null } | null => {
  const line = fold(address.split(',')[0] ?? '').replace(
    /^(calle|c|avenida|av|ave|calz|calzada|blvd|privada) /,
    '',
  )
  const whole = streetByName.get(line)
  if (whole !== undefined) return { name: whole, number: null }
  const [, street = '', , number] = /^(.+?)( no| num| numero)? (\d{1,5})[a-z]?$/.exec(line) ?? []
  const name = streetByName.get(street)
  return name === undefined || number === undefined ? null : { name, number: Number(number) }
}

/** From the middle of a neighbourhood to its edge, in degrees: some 500 m. */
const reach = 0.0045
/** The numbers of a street start again after this one. */
const lastNumber = 500

export const streetStandin: Geocoder = {
  source: 'standin',
  find: async (question: AddressQuestion) => {
    const street = streetOf(question.address)
    const area = areaOf(question)
    if (street === null || area === null) return null
    const hash = createHash('sha256').update(`${area.label}|${street.name}`).digest()
    const aside = ((hash[0] ?? 0) / 255) * 1.6 - 0.8
    const along = street.number === null ? 0.05 : ((street.number % lastNumber) / lastNumber) * 2 - 1
    const [north, east] = (hash[1] ?? 0) % 2 === 0 ? [aside, along] : [along, aside]
    return {
      latitude: roundedDegrees(area.latitude + north * reach),
      longitude: roundedDegrees(area.longitude + east * reach),
      precision: street.number === null ? 'street' : 'door',
      label: [street.number === null ? street.name : `${street.name} ${street.number}`, area.label].join(
        ', ',
      ),
      neighbourhood: area.neighbourhood,
      postalCode: area.postalCode,
    }
  },
}
