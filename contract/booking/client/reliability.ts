/** A professional's reliability: visits fulfilled against visits let down (product.md §4, B11 and B16). */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Uuid, Zone } from '#contract/platform/shapes.ts'

/** Period that counts, and the minimum number of visits for a share to be shown. */
export const reliability = { days: 365, minVisits: 5 } as const

export const Reliability = z.object({
  /** Visits of the last year that took place. */
  attended: z.int(),
  /** Visits that the professional cancelled, or whose no-show was settled against them. */
  letDown: z.int(),
  /** Share of fulfilled visits in basis points; null below five visits. */
  shareBp: z.nullable(z.int()),
  /** The latest twenty, newest first. */
  strikes: z.array(
    z.object({
      bookingId: Uuid,
      kind: z.enum(['cancelled', 'cancelled_late', 'absent']),
      service: z.string(),
      startsAt: Instant,
      zone: Zone,
      /** When it no longer counts. */
      until: Instant,
    }),
  ),
})
export type Reliability = z.output<typeof Reliability>

/** Target shares for a professional who lost some. */
const marksBp = [9000, 9500, 9800] as const

/** Number of consecutive fulfilled visits to the next target; null if nothing was let down, or above the last target. */
export const nextMark = ({
  attended,
  letDown,
}: Pick<Reliability, 'attended' | 'letDown'>): { shareBp: number; visits: number } | null => {
  const shareBp = marksBp.find((mark) => attended * 10_000 < mark * (attended + letDown))
  if (shareBp === undefined) return null
  return {
    shareBp,
    visits: Math.ceil((shareBp * (attended + letDown) - 10_000 * attended) / (10_000 - shareBp)),
  }
}

/** When the oldest strike expires; null if there is none, or more than are listed. */
export const nextForgotten = ({ strikes, letDown }: Pick<Reliability, 'strikes' | 'letDown'>) =>
  strikes.length < letDown ? null : (strikes.toSorted((a, b) => (a.until < b.until ? -1 : 1))[0] ?? null)

export const ownReliability = endpoint({
  method: 'GET',
  path: '/api/professional/reliability',
  summary: 'Get how many visits of the last year were kept, and which were not',
  access: 'professional',
  reply: Reliability,
})
