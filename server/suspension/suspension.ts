/**
 * Suspending an account and lifting it again (product.md §4, B13): the decision, its log and the immediate effects, in one transaction.
 * Jobs end its bookings, one each (ending.ts); the preview is meaning.ts.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { liftSuspension, suspendAccount } from '#contract/suspension/suspension.ts'
import * as account from '#server/account/suspending.ts'
import { closeClassesOf, suspendedText, toComeOf } from '#server/booking/support/party-cancellation.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish, publishEach } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { AccountActs } from '#server/platform/database/tables.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import * as professional from '#server/professional/professional.ts'
import * as spaces from '#server/space/suspending.ts'
import { meaningOf, read } from '#server/suspension/meaning.ts'
import { partiesOf, type Parties } from '#server/suspension/parties.ts'

type Acted = { done: boolean; account: Awaited<ReturnType<typeof read>> }

/** Refuses not_found, account_not_suspendable, suspension_changed when there is more or less to cancel than was seen, second_person_needed. */
export const suspend = async (
  work: Work,
  id: number,
  { cause, fault, reason, seen }: Input<typeof suspendAccount>['body'],
): Promise<Acted> => {
  const done = await inTransaction(work, async (work) => {
    const { isSuspended } = await account.lockSuspendable(work, id)
    if (isSuspended) throw new Refusal('account_not_suspendable', undefined, 'Ya está suspendida.')
    const parties = await partiesOf(work, id)
    await lockAccountRows(work, parties)
    const { means } = await meaningOf(work, parties, fault)
    const bookings = means.visits + means.rents + means.pending
    if (bookings !== seen.bookings || means.refundCents !== seen.refundCents) refuse('suspension_changed')
    const order = { kind: 'suspend', cause, fault, amountCents: means.refundCents, bookings, reason } as const
    const act = await take(work, id, order)
    if (act === null) return false
    await account.suspend(work, id)
    if (parties.professionalId !== null) await professional.suspend(work, parties.professionalId)
    if (parties.hostId !== null) await spaces.suspendAll(work, parties.hostId)
    await closeClassesOf(work, parties, suspendedText)
    const ending = (await toComeOf(work, parties)).map((one) => ({ actId: act.id, bookingId: one.id }))
    await publishEach(work, 'suspension.ends_booking', ending)
    await publish(work, 'account.suspended', { actId: act.id })
    crashPoint('inside-suspend')
    return true
  })
  crashPoint('committed-suspend')
  return { done, account: await read(work, id, fault) }
}

/** Refuses not_found, account_not_suspendable when it is not suspended. */
export const lift = async (
  work: Work,
  id: number,
  { reason }: Input<typeof liftSuspension>['body'],
): Promise<Acted> => {
  await inTransaction(work, async (work) => {
    const { isSuspended } = await account.lockSuspendable(work, id)
    if (!isSuspended) throw new Refusal('account_not_suspendable', undefined, 'No está suspendida.')
    const parties = await partiesOf(work, id)
    await lockAccountRows(work, parties)
    const order = {
      kind: 'lift',
      cause: 'lifted',
      fault: 'nobody',
      amountCents: 0,
      bookings: 0,
      reason,
    } as const
    const act = (await take(work, id, order)) ?? refuse('not_found')
    await account.lift(work, id)
    if (parties.professionalId !== null) await professional.unsuspend(work, parties.professionalId)
    if (parties.hostId !== null) await spaces.unsuspendAll(work, parties.hostId)
    await publish(work, 'account.suspension_lifted', { actId: act.id })
  })
  return { done: true, account: await read(work, id, 'nobody') }
}

/** A concurrent booking holds these rows, or waits for us and is refused (`bookings_of_suspended`): in its own lock order. */
const lockAccountRows = async (work: Work, { professionalId, hostId, clientIds }: Parties) => {
  await sql`select 1 from professionals where id = ${professionalId} for update`.execute(work.db)
  await sql`select 1 from hosts where id = ${hostId} for update`.execute(work.db)
  await sql`select 1 from clients where id = any (${[...clientIds]}::bigint[]) order by id for update`.execute(
    work.db,
  )
}

type Order = {
  kind: 'suspend' | 'lift'
  cause: string
  fault: string
  amountCents: number
  bookings: number
  reason: string
}

/** As support's acts: null means that it is only proposed and waits for a second person. Refuses second_person_needed to the proposer. */
const take = async (work: Work, accountId: number, order: Order): Promise<Selectable<AccountActs> | null> => {
  const { kind, cause, fault, amountCents, bookings, reason } = order
  const who = work.viewer.accountId ?? refuse('not_found')
  const needsTwo = amountCents > twoPersonsAboveCents
  const proposed = await work.db
    .selectFrom('account_acts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('cause', '=', cause)
    .where('fault', '=', fault)
    .where('amount_cents', '=', amountCents)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  if (proposed !== undefined) {
    if (proposed.proposed_by === who)
      throw new Refusal(
        'second_person_needed',
        undefined,
        'Ya lo propusiste: lo hace otra persona del equipo.',
      )
    return work.db
      .updateTable('account_acts')
      .set({ done_by: who, done_at: work.now, second_reason: reason })
      .where('id', '=', proposed.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const act = await work.db
    .insertInto('account_acts')
    .values({
      id: randomUUIDv7(),
      account_id: accountId,
      kind,
      cause,
      fault,
      bookings,
      amount_cents: amountCents,
      reason,
      proposed_by: who,
      proposed_at: work.now,
      ...(needsTwo ? {} : { done_by: who, done_at: work.now }),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return needsTwo ? null : act
}
