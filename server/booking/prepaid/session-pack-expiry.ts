/** Session packs that expire or whose charge failed. */
import { sql } from 'kysely'
import { backAtEnd } from '#contract/booking/prepaid/session-pack.ts'
import {
  dropAbandoned,
  endEach,
  inTurn,
  isOutOfUse,
  type Kind,
  leftOf,
  overdue,
  remind,
} from '#server/booking/prepaid/pack-life.ts'
import { isLookedAt } from '#server/payment/charge/chargeback-evidence.ts'
import { settle } from '#server/payment/charge/payment.ts'
import { refundAmount } from '#server/payment/charge/refund.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { settlementOfVisit } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { lock, change, boughtOf } from '#server/booking/prepaid/session-pack-row.ts'
import { followSessionPack } from '#server/booking/prepaid/session-pack.ts'

const kind: Kind = {
  table: 'session_packs',
  endsSoon: 'session_pack.ends_soon',
  uses: 'session_pack_id',
  seller: sql`(select account_id from professionals where id = pack.professional_id)`,
}

const fail = async (work: Work, id: string): Promise<boolean> => {
  const pack = await lock(work, id)
  if (pack?.status !== 'awaiting_payment') return false
  await change(work, pack, 'fail')
  return true
}

/** Every five minutes: unfinished purchases, packs of services no longer offered, reminders, and expired packs. */
export const keepSessionPackTimes = (work: Work): Promise<number> =>
  inTurn(work, [
    (work) => dropAbandoned(work, kind, { follow: followSessionPack, fail }),
    refundLost,
    (work) => remind(work, kind),
    expireDue,
  ])

/**
 * The service was archived, or its professional is suspended: what is left cannot be used, so it is refunded; existing bookings remain
 * valid.
 */
const refundLost = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select pack.id from session_packs pack join services s on s.id = pack.service_id
    where pack.status = 'active' and (s.archived_at is not null or ${isOutOfUse(work, kind)}) order by pack.id limit 200`.execute(
    work.db,
  )
  await endEach(work, rows, async (work, id) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'active') return null
    await change(work, pack, 'refund')
    await publish(work, 'session_pack.refunded', { packId: id, refundCents: await leftOf(work, id) })
    return refundAmount(work, id)
  })
}

/** Waits for visits booked with the pack, whose returned sessions still belong to it, and for a chargeback of its charge. */
const expireDue = async (work: Work) =>
  endEach(work, await overdue(work, kind), async (work, id) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'active' || (await isLookedAt(work, id))) return null
    const terms = openTerms(pack.terms)
    const leftCents = await leftOf(work, id)
    const refundCents = backAtEnd(boughtOf(pack), leftCents)
    const retainedCents = leftCents - refundCents
    await change(work, pack, 'expire')
    await publish(work, 'session_pack.expired', { packId: id, refundCents, retainedCents })
    if (retainedCents === 0) return leftCents === 0 ? null : refundAmount(work, id)
    const sold = {
      terms,
      serviceCents: retainedCents,
      inPlaceCents: 0,
      rentCents: 0,
      moveFeeCents: 0,
      moveFeeRentCents: 0,
    }
    return settle(work, {
      bookingId: id,
      settlement: settlementOfVisit(sold, {
        clientId: pack.client_id,
        professionalId: pack.professional_id,
        hostId: null,
      }),
      releaseAt: releaseAt(terms, work.now),
    })
  })
