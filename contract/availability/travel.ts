/** Travel times of a professional between their places; slots allow for them (docs/availability/travel.md). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id } from '#contract/platform/shapes.ts'

/** Default time to leave and to find the next place, in addition to the trip itself. */
export const usualBaseMinutes = 20
const BaseMinutes = z.int().check(z.minimum(0), z.maximum(120))
const WayMinutes = z.int().check(z.minimum(0), z.maximum(240))

/** 0: the professional's own place. */
const Place = z.object({ id: z.int().check(z.minimum(0)), name: z.string() })

export const OwnTravel = z.object({
  baseMinutes: BaseMinutes,
  version: z.int(),
  ways: z.array(
    z.object({
      a: Place,
      b: Place,
      km: z.number(),
      minutes: WayMinutes,
      /** By distance; null where `minutes` is that. */
      usualMinutes: z.nullable(WayMinutes),
    }),
  ),
})
export type OwnTravel = z.output<typeof OwnTravel>

export const travel = endpoint({
  method: 'GET',
  path: '/api/professional/travel',
  summary: 'Get the travel times between own places',
  access: 'professional',
  reply: OwnTravel,
  refusals: ['not_found'],
})

export const saveTravel = endpoint({
  method: 'PUT',
  path: '/api/professional/travel',
  summary: 'Replace the travel times between own places; booked visits stay',
  access: 'professional',
  body: z.object({
    baseMinutes: BaseMinutes,
    /** Unlisted trips are computed by distance. */
    ways: z
      .array(z.object({ a: z.int().check(z.minimum(0)), b: Id, minutes: WayMinutes }))
      .check(z.maxLength(200)),
    version: z.int(),
  }),
  reply: OwnTravel,
  refusals: ['not_found', 'stale_version', 'invalid_input'],
})
