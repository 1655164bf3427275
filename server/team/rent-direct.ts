/**
 * Rents paid to the business itself, in cash or by transfer. The member reports the payment; the business marks it as paid, which settles
 * it; both see who recorded what and when. A mistake is undone by an opposite record.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import type { payRentDirectly, RentReceipt, undoDirectPayment } from '#contract/team/rent.ts'
import { receiveRent, undoReceivedRent } from '#server/payment/payout/direct-rent.ts'
import { lockOwed, takeWaiting } from '#server/payment/payout/business-rent.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'
import { type Collecting, collecting } from '#server/team/business.ts'
import { stillOwed } from '#server/team/owed.ts'
import { isAt, receipt } from '#server/team/rent-receipt.ts'
import { settle } from '#server/team/rent-settle.ts'

type Charge = {
  id: string
  professionalId: number
  hostId: number
  isHere: boolean
  returnedCents: number
  owedCents: number
}

/** For the business itself, or for the member who collects in its name. */
const actingFor = (work: Work, membership: number | null): Promise<Collecting> =>
  membership === null ? Promise.resolve({ own: work, spaceId: null }) : collecting(work, membership)

/**
 * The rent, with all its professional's debts: their rents in order, then the debt, so that two transactions for one person wait for each
 * other.
 */
const lockRent = async (work: Work, id: string, spaceId: Collecting['spaceId']): Promise<Charge> => {
  await sql`
    select from rent_charges where professional_id = (select professional_id from rent_charges where id = ${id}::uuid)
      and (status = 'due' or id = ${id}::uuid) order by number for update`.execute(work.db)
  const of = await work.db
    .selectFrom('rent_charges')
    .select('professional_id')
    .where('id', '=', id)
    .executeTakeFirst()
  await lockOwed(work, of?.professional_id ?? refuse('not_found'))
  const { rows } = await sql<Charge>`
    select c.id, c.professional_id as "professionalId", c.host_id as "hostId", ${isAt(spaceId)} as "isHere",
      c.returned_cents::float8 as "returnedCents", ${stillOwed} as "owedCents"
    from rent_charges c join memberships m on m.id = c.membership_id where c.id = ${id}::uuid`.execute(
    work.db,
  )
  return rows[0] ?? refuse('not_found')
}

const isHosts = ({ viewer }: Work, { hostId, isHere }: Charge) => isOwn(viewer.hostId, hostId) && isHere

/** Refuses `not_found`, `member_may_not`, `rent_paid`, `rent_direct_not_owed`. */
export const payDirectly = async (
  work: Work,
  { params, body }: Input<typeof payRentDirectly>,
): Promise<RentReceipt> => {
  const { own, spaceId } = await actingFor(work, body.membership)
  const { professionalId } = work.viewer
  await inTransaction(own, async (work) => {
    const charge = await lockRent(work, params.id, spaceId)
    const isReceived = isHosts(work, charge)
    // A member who collects for the business may not mark their own rent as received.
    if (body.membership !== null && isOwn(professionalId, charge.professionalId)) refuse('member_may_not')
    if (!isReceived && !isOwn(work.viewer.professionalId, charge.professionalId)) refuse('not_found')
    if (charge.owedCents === 0) refuse('rent_paid')
    if (body.amountCents > charge.owedCents) refuse('rent_direct_not_owed')
    const id = randomUUID()
    const retainedCents = isReceived ? await takeWaiting(work, charge.id, body.amountCents) : 0
    await work.db
      .insertInto('rent_direct_payments')
      .values({
        id,
        charge_id: charge.id,
        kind: isReceived ? 'received' : 'reported',
        amount_cents: body.amountCents,
        method: body.method,
        recorded_by: work.viewer.accountId ?? refuse('not_found'),
        recorded_at: work.now,
        retained_cents: retainedCents,
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, { rent_direct_not_owed: 'rent_direct_not_owed' }))
    if (isReceived) {
      const { professionalId, hostId } = charge
      const paid = { id, reference: charge.id, professionalId, hostId, cents: body.amountCents }
      await receiveRent(work, { ...paid, retainedCents })
      await settle(work, professionalId)
    }
    await publish(work, 'rent_charge.changed', {
      chargeId: charge.id,
      move: isReceived ? 'direct_received' : 'direct_reported',
    })
  })
  return shown(work, params.id, body.membership)
}

/** Refuses `not_found`, `member_may_not`, `rent_direct_final`. */
export const undoDirect = async (
  work: Work,
  { params, body }: Input<typeof undoDirectPayment>,
): Promise<RentReceipt> => {
  const { own, spaceId } = await actingFor(work, body.membership)
  await inTransaction(own, async (work) => {
    const charge = await lockRent(work, params.id, spaceId)
    if (!isHosts(work, charge)) refuse('not_found')
    const payment = await work.db
      .selectFrom('rent_direct_payments')
      .selectAll()
      .where('id', '=', params.payment)
      .where('charge_id', '=', charge.id)
      .where('kind', '=', 'received')
      .executeTakeFirst()
    if (payment === undefined) return refuse('not_found')
    const undone = await work.db
      .selectFrom('rent_direct_payments')
      .select('id')
      .where('undoes_id', '=', payment.id)
      .executeTakeFirst()
    if (charge.returnedCents > 0 || undone !== undefined) refuse('rent_direct_final')
    await work.db
      .insertInto('rent_direct_payments')
      .values({
        id: randomUUID(),
        charge_id: charge.id,
        kind: 'undone',
        amount_cents: payment.amount_cents,
        method: payment.method,
        recorded_by: work.viewer.accountId ?? refuse('not_found'),
        recorded_at: work.now,
        undoes_id: payment.id,
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, { rent_direct_payments_undone: 'rent_direct_final' }))
    const isUndone = await undoReceivedRent(work, {
      id: payment.id,
      reference: charge.id,
      professionalId: charge.professionalId,
      hostId: charge.hostId,
      cents: payment.amount_cents,
      retainedCents: payment.retained_cents,
    })
    if (!isUndone) refuse('rent_direct_final')
    await publish(work, 'rent_charge.changed', { chargeId: charge.id, move: 'direct_undone' })
  })
  return shown(work, params.id, body.membership)
}

const shown = (work: Work, id: string, membership: number | null) =>
  receipt(work, {
    params: { id },
    query: membership === null ? {} : { membership },
    body: undefined,
  })

const remindAfterDays = 2
const maxAtOnce = 500

/** The day before an unpaid rent stops new appointments, once. */
export const remindOfRent = async (work: Work) => {
  await inTransaction(work, async (work) => {
    const { rows } = await sql<{ id: string }>`
      update rent_charges set reminded_at = ${work.now} where id in (
        select id from rent_charges where status = 'due' and blocked_at is null and reminded_at is null
          and charged_at <= ${work.now}::timestamptz - make_interval(days => ${remindAfterDays}::int)
        order by professional_id, number limit ${maxAtOnce} for update skip locked) returning id`.execute(
      work.db,
    )
    for (const { id } of rows) await publish(work, 'rent_charge.changed', { chargeId: id, move: 'remind' })
  })
}
