/** Pays for a visit with a session of a pack. */
import * as z from 'zod/mini'
import { packLabel } from '#contract/pricing/price-names.ts'
import {
  sessionsLeft,
  packProblem,
  type UsablePack,
  worthOfSession,
} from '#contract/booking/prepaid/session-pack.ts'
import { type BookingRow, lockById } from '#server/booking/moves/move.ts'
import { holdersOf } from '#server/booking/moves/party.ts'
import { leftOf } from '#server/booking/prepaid/pack-life.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { policyOf } from '#server/pricing/cancellation-policy.ts'
import { deltasOf, firstLineOf, margin, quote } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { lock, boughtOf, currentPack, change, type Row } from '#server/booking/prepaid/session-pack-row.ts'

/**
 * What a held visit becomes when a pack of its client pays it, and how much of the pack's money it takes; in the caller's transaction,
 * which has locked the visit and allocates the money. Refuses not_found, pack_over, session_pack_short, session_pack_not_here.
 */
export const takeSession = async (
  work: Work,
  { booking, clientId, packId }: { booking: BookingRow; clientId: number; packId: string },
) => {
  const pack = await lock(work, packId)
  if (pack === undefined || pack.client_id !== clientId) return refuse('not_found')
  const price = (await priceOf(work, pack, booking)) ?? refuse('session_pack_not_here')
  const left = sessionsLeft(boughtOf(pack), await leftOf(work, packId))
  const problem = packProblem(currentPack(pack, left), booking.starts_at.toISOString())
  if (problem !== null) return refuse(problem)
  const worthCents = worthOfSession(boughtOf(pack), left)
  if (!earns(booking, worthCents)) return refuse('session_pack_not_here')
  await change(work, pack, 'rent')
  const quoted = quotedWith(work, booking, { price, worthCents })
  return {
    worthCents,
    changes: {
      session_pack_id: packId,
      total_cents: worthCents,
      upfront_cents: null,
      balance_cents: 0,
      quote: JSON.stringify(quoted),
      quote_hash: quoted.hash,
    },
  }
}

const earns = ({ terms, rent_cents }: BookingRow, worthCents: number) =>
  margin(openTerms(terms), { serviceCents: worthCents, rentCents: rent_cents }).earns

/** Its price becomes the session's share of the pack's money. */
const quotedWith = (
  work: Work,
  booking: BookingRow,
  { price, worthCents }: { price: number; worthCents: number },
) =>
  quote(openTerms(booking.terms), {
    ...firstLineOf(booking.quote, booking.service_name),
    serviceCents: worthCents,
    rentCents: booking.rent_cents,
    deltas: [
      ...deltasOf(booking.quote),
      ...(worthCents === price ? [] : [{ label: packLabel, amountCents: worthCents - price }]),
    ],
    expiresAt: booking.hold_expires_at ?? work.now,
  })

/** What the visit costs without it; null: the pack does not apply. Travel to a home and add-ons are paid apart. */
const priceOf = async (work: Work, pack: Row, booking: BookingRow): Promise<number | null> => {
  const isOfIt = pack.service_id === booking.service_id && pack.professional_id === booking.professional_id
  const isPlain =
    booking.persons === 1 &&
    booking.coupon_id === null &&
    (booking.visit_place ?? 0) >= -1 &&
    !isDearer(booking)
  if (!isOfIt || !isPlain || booking.booked_by !== 'client') return null
  const more = await work.db
    .selectFrom('booking_segments')
    .select('position')
    .where('booking_id', '=', booking.id)
    .limit(1)
    .executeTakeFirst()
  return more === undefined ? booking.total_cents : null
}
const Added = z.array(z.object({ priceCents: z.int() }))
const isDearer = ({ add_ons }: BookingRow) =>
  add_ons !== null && z.parse(Added, add_ons).some(({ priceCents }) => priceCents > 0)

/** The viewer's packs that could pay their held visit. Refuses not_found. */
export const usable = async (work: Work, holdId: string): Promise<UsablePack[]> =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, holdId)
    if (booking?.kind !== 'visit' || !holdersOf(work.viewer).includes(booking.holder))
      return refuse('not_found')
    const { clientId } = work.viewer
    if (clientId === null || booking.status !== 'held') return []
    const rows = await work.db
      .selectFrom('session_packs')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('status', '=', 'active')
      .where('service_id', '=', booking.service_id ?? 0)
      .orderBy('valid_until')
      .execute()
    const found = await Promise.all(
      rows.map(async (pack) => {
        const price = await priceOf(work, pack, booking)
        if (price === null) return []
        const left = sessionsLeft(boughtOf(pack), await leftOf(work, pack.id))
        const current = currentPack(pack, left)
        if (packProblem(current, booking.starts_at.toISOString()) !== null) return []
        const worthCents = worthOfSession(boughtOf(pack), left)
        if (!earns(booking, worthCents)) return []
        const { goesTo } = quotedWith(work, booking, { price, worthCents })
        const { text: policy } = policyOf({
          terms: openTerms(booking.terms),
          totalCents: worthCents,
          startsAt: booking.starts_at,
          zone: booking.zone,
          now: work.now,
        })
        return [
          {
            id: pack.id,
            left,
            sessions: pack.sessions,
            validUntil: current.validUntil ?? '',
            worthCents,
            goesTo,
            policy,
          },
        ]
      }),
    )
    return found.flat()
  })
