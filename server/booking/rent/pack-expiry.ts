/** Hour packs that expire, become unusable or whose charge failed. */
import { sql } from 'kysely'
import { backAtEnd } from '#contract/booking/rent/hour-pack.ts'
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
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import type { Work } from '#server/platform/work.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { settlementOfRent } from '#server/pricing/rent-cancellation.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { lock, change, boughtOf } from '#server/booking/rent/pack-row.ts'
import { followPack } from '#server/booking/rent/pack.ts'

const kind: Kind = {
  table: 'hour_packs',
  endsSoon: 'hour_pack.ends_soon',
  uses: 'pack_id',
  seller: sql`(select account_id from hosts where id = pack.host_id)`,
}

const fail = async (work: Work, id: string): Promise<boolean> => {
  const pack = await lock(work, id)
  if (pack?.status !== 'awaiting_payment') return false
  await change(work, pack, 'fail')
  return true
}

/** Every five minutes: unfinished purchases, packs that can no longer be used, reminders, and expired packs. */
export const keepPackTimes = (work: Work): Promise<number> =>
  inTurn(work, [
    (work) => dropAbandoned(work, kind, { follow: followPack, fail }),
    refundUnusable,
    (work) => remind(work, kind),
    expireDue,
  ])

/** Waits for hours rented with the pack, whose returned hours still belong to it, and for a chargeback of its charge. */
const expireDue = async (work: Work) =>
  endEach(work, await overdue(work, kind), async (work, id) => {
    const pack = await lock(work, id)
    if (pack?.status !== 'active' || (await isLookedAt(work, id))) return null
    const terms = openTerms(pack.terms)
    const leftCents = await leftOf(work, id)
    const refundCents = backAtEnd(boughtOf(pack), leftCents)
    const retainedCents = leftCents - refundCents
    await change(work, pack, 'expire')
    await publish(work, 'hour_pack.expired', { packId: id, refundCents, retainedCents })
    if (retainedCents === 0) return refundAmount(work, id)
    return settle(work, {
      bookingId: id,
      settlement: settlementOfRent({ terms, rentCents: retainedCents }, { hostId: pack.host_id }),
      releaseAt: releaseAt(terms, work.now),
    })
  })

/** A8: the agreement has ended, so the unused part of the packs of these two is refunded to the card. */
export const refundPacks = async (work: Work, agreementId: number): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select pack.id from hour_packs pack join agreements a on a.professional_id = pack.professional_id and a.space_id = pack.space_id
    where a.id = ${agreementId} and a.status in ('ended', 'expired') and pack.status = 'active'
      and not exists (select from agreements other where other.professional_id = a.professional_id
        and other.space_id = a.space_id and other.status in ('active', 'paused', 'expiring', 'suspended'))
    order by pack.id`.execute(work.db)
  await endEach(work, rows, refund)
}

/**
 * The agreement has come to include the hours, which are no longer rented, or the host is suspended: a pack bought before is refunded to
 * the card.
 */
const refundUnusable = async (work: Work) => {
  const { rows } = await sql<{ id: string }>`
    select pack.id from hour_packs pack where pack.status = 'active' and (${isOutOfUse(work, kind)} or exists (select from agreements a
      where a.professional_id = pack.professional_id and a.space_id = pack.space_id and a.rate_per_hour_cents = 0
        and a.status in ('active', 'paused', 'expiring', 'suspended')))
    order by pack.id limit 200`.execute(work.db)
  await endEach(work, rows, refund)
}

/** Refunds the unused part; what was rented remains valid. */
const refund = async (work: Work, id: string): Promise<string | null> => {
  const pack = await lock(work, id)
  if (pack?.status !== 'active') return null
  await change(work, pack, 'refund')
  crashPoint('inside-pack')
  await publish(work, 'hour_pack.refunded', { packId: id, refundCents: await leftOf(work, id) })
  return refundAmount(work, id)
}
