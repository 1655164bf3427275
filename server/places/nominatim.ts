/**
 * Addresses by a Nominatim-compatible server (OpenStreetMap's geocoder; `/search`, format jsonv2). Its usage policy asks for one call a
 * second at most, a contact address, cached results, and backing off when it refuses.
 */
import { roundedDegrees } from '#contract/platform/degrees.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { AddressQuestion, FoundAddress } from '#contract/search/address.ts'
import type { GeocoderSettings } from '#server/platform/config-providers.ts'
import type { Geocoder } from '#server/places/geocoding.ts'

/** No answer now: it timed out, refused, or is paused. */
export class GeocoderUnavailable extends Error {}

const gapMs = 1_000
/** With a longer queue, addresses are answered without streets. */
const maxQueueMs = 3_000
const firstPauseMs = 2_000
const maxPauseMs = 300_000
const maxRemembered = 500

/** About three kilometres around the pin. */
const nearDegrees = 0.03

export const nominatim = ({ url, patienceMs }: GeocoderSettings, publicUrl: string): Geocoder => {
  const remembered = new Map<string, FoundAddress | null>()
  let nextTurnAt = 0
  let quietUntil = 0
  let failures = 0

  const fail = (what: string, afterMs = 0): never => {
    failures += 1
    const pause = Math.min(maxPauseMs, Math.max(afterMs, firstPauseMs * 2 ** (failures - 1)))
    quietUntil = performance.now() + pause
    throw new GeocoderUnavailable(`the geocoder ${what}; it is left alone for ${Math.round(pause / 1000)} s`)
  }

  const call = async (query: string): Promise<FoundAddress | null> => {
    const now = performance.now()
    if (now < quietUntil) throw new GeocoderUnavailable('the geocoder is left alone for a while')
    const wait = Math.max(0, nextTurnAt - now)
    if (wait > maxQueueMs) throw new GeocoderUnavailable('too many addresses at once')
    nextTurnAt = now + wait + gapMs
    if (wait > 0) await sleep(wait)
    const response = await fetch(`${url}/search?${query}`, {
      headers: { 'user-agent': `Kalli (${publicUrl})`, accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    }).catch((error: unknown) => fail(`did not answer (${error instanceof Error ? error.name : 'unknown'})`))
    if (!response.ok) {
      await response.body?.cancel()
      return fail(`answered ${response.status}`, Number(response.headers.get('retry-after') ?? 0) * 1000 || 0)
    }
    const parsed = z.safeParse(Reply, await response.json().catch(() => null))
    if (!parsed.success) return fail('answered in an unknown shape')
    failures = 0
    const [first] = parsed.data
    return first === undefined ? null : present(first)
  }

  return {
    source: 'geocoder',
    find: async (question) => {
      const query = queryOf(question)
      const known = remembered.get(query)
      if (known !== undefined) return known
      const found = await call(query)
      if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
      remembered.set(query, found)
      return found
    },
  }
}

const queryOf = ({ address, neighbourhood, postalCode, city, state, near }: AddressQuestion) => {
  // A map does not know what is inside a building, and a geocoder finds nothing with it.
  const street = address.replace(/,?\s*\b(int(erior)?|depto|departamento|piso|local|consultorio)\b.*$/i, '')
  const parts = [street, neighbourhood, [postalCode, city].filter(Boolean).join(' '), state, 'México']
  return new URLSearchParams({
    q: parts.filter(Boolean).join(', '),
    format: 'jsonv2',
    addressdetails: '1',
    countrycodes: 'mx',
    layer: 'address',
    limit: '1',
    'accept-language': 'es',
    ...(near === undefined
      ? {}
      : {
          // left,top,right,bottom: results inside are preferred.
          viewbox: [
            near.longitude - nearDegrees,
            near.latitude + nearDegrees,
            near.longitude + nearDegrees,
            near.latitude - nearDegrees,
          ]
            .map((degrees) => degrees.toFixed(2))
            .join(','),
        }),
  }).toString()
}

const Degrees = z.string().check(z.regex(/^-?\d+(\.\d+)?$/))
const Text = z.optional(z.string())

/** The fields that we read of `/search?format=jsonv2&addressdetails=1`. */
const Reply = z.array(
  z.object({
    lat: Degrees,
    lon: Degrees,
    display_name: z.string(),
    address: z.object({
      house_number: Text,
      road: Text,
      pedestrian: Text,
      neighbourhood: Text,
      quarter: Text,
      suburb: Text,
      postcode: Text,
    }),
  }),
)

const present = ({ lat, lon, display_name, address }: z.output<typeof Reply>[number]): FoundAddress => {
  const road = address.road ?? address.pedestrian
  const neighbourhood = address.neighbourhood ?? address.quarter ?? address.suburb ?? ''
  const line = [[road, address.house_number].filter(Boolean).join(' '), neighbourhood]
  return {
    latitude: roundedDegrees(Number(lat)),
    longitude: roundedDegrees(Number(lon)),
    precision: road === undefined ? 'area' : address.house_number === undefined ? 'street' : 'door',
    label: line.filter(Boolean).join(', ') || display_name,
    neighbourhood: neighbourhood.slice(0, 80),
    postalCode: /^\d{5}$/.test(address.postcode ?? '') ? (address.postcode ?? null) : null,
  }
}
