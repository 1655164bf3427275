/** Damage: the host claims part of a deposit, the professional answers, and where they disagree an administrator decides. */
import type * as z from 'zod/mini'
import {
  answerHours,
  type contestedDeposits,
  type Deposit,
  depositVerdicts,
  type DepositMove,
  type DepositVerdict,
} from '#contract/booking/settlement/deposit.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { twoPersonsAboveCents } from '#contract/booking/settlement/dispute.ts'
import { releaseHold, present } from '#server/booking/settlement/deposit.ts'
import { useDepositPhotos } from '#server/booking/settlement/deposit-photo.ts'
import {
  findDeposit,
  lockDeposit,
  moveDeposit,
  partsOf,
  requireDepositMove,
  type DepositRow,
  type DepositSide,
  type Held,
} from '#server/booking/settlement/deposit-row.ts'
import { logAct, measured, rehearse } from '#server/booking/moves/money-act.ts'
import { keepUntilDecided, settleHold } from '#server/payment/charge/guarantee.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { constraintOf, Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

type View = z.input<typeof Deposit>

/** With a reason and evidence. Refuses deposit_not_movable, stale_version, invalid_input. */
export const claim = async (
  work: Work,
  rentId: string,
  said: { version: number; amountCents: number; reason: string; photos: readonly string[] },
): Promise<View> => {
  try {
    await inTransaction(work, async (work) => {
      const held = await lockFor(work, rentId, 'host', 'claim', said.version)
      const { row } = held
      if (said.amountCents > row.amount_cents)
        return refuse('invalid_input', {
          fields: [{ field: 'amountCents', message: 'No puede ser más que la garantía.' }],
        })
      await useDepositPhotos(work, row.id, 'host', said.photos)
      await moveDeposit(
        work,
        row,
        'claim',
        { party: 'host' },
        {
          claim_cents: said.amountCents,
          claim_reason: said.reason,
          claimed_at: work.now,
          contest_by: new Date(work.now.getTime() + answerHours * hourMs),
        },
      )
      await keepUntilDecided(work, {
        reference: row.id,
        amountCents: said.amountCents,
        heldAt: row.held_at,
      })
      crashPoint('inside-deposit-claim')
      await publish(work, 'deposit.changed', { depositId: row.id, move: 'claim' })
    })
  } catch (error) {
    if (constraintOf(error) === 'deposits_shown' || constraintOf(error) === 'deposits_claimed_in_time')
      return refuse('deposit_not_movable')
    throw error
  }
  return view(work, rentId, 'host')
}

/** The professional contests it: all of it stays frozen. Refuses deposit_not_movable after two days, stale_version. */
export const contest = async (
  work: Work,
  rentId: string,
  said: { version: number; text: string; photos: readonly string[] },
): Promise<View> => {
  await inTransaction(work, async (work) => {
    const { row } = await lockFor(work, rentId, 'professional', 'contest', said.version)
    await useDepositPhotos(work, row.id, 'professional', said.photos)
    await moveDeposit(
      work,
      row,
      'contest',
      { party: 'professional' },
      { contest_text: said.text, contested_at: work.now },
    )
    await publish(work, 'deposit.changed', { depositId: row.id, move: 'contest' })
  })
  return view(work, rentId, 'professional')
}

const sideOfMove = { accept: 'professional', release: 'host', withdraw: 'host' } as const

/** The claim is accepted or withdrawn, or there is no damage. Refuses deposit_not_movable, stale_version. */
export const settle = async (
  work: Work,
  rentId: string,
  { move, version }: { move: keyof typeof sideOfMove; version: number },
): Promise<View> => {
  const side = sideOfMove[move]
  const paymentId = await inTransaction(work, async (work) => {
    const { row } = await lockFor(work, rentId, side, move, version)
    return move === 'accept'
      ? keep(work, row, 'accept', { party: side })
      : releaseHold(work, row, move, { party: side })
  })
  await finish(work, paymentId)
  return view(work, rentId, side)
}

/**
 * An administrator decides between both. Above the limit the first only proposes to uphold the claim, and another decides it. Refuses
 * deposit_not_movable, stale_version, second_person_needed.
 */
export const decide = async (
  work: Work,
  rentId: string,
  { reason, ...decision }: Decision & { reason: string },
): Promise<{ proposed: boolean }> => {
  const { proposed, paymentId } = await inTransaction(work, async (work) => {
    const { result, amounts } = await measured(work, rentId, () => decideInside(work, rentId, decision))
    const what = depositVerdicts[decision.verdict]
    const step = result.proposed ? 'proposed' : 'done'
    await logAct(work, { act: 'deposit', step, bookingId: rentId, what, reason }, amounts)
    return result
  })
  await finish(work, paymentId)
  return { proposed }
}

type Decision = { version: number; verdict: DepositVerdict }

/** The amounts for each party, as if the second administrator decided. Refuses as `decide` does, except second_person_needed. */
export const rehearseDecision = (work: Work, rentId: string, decision: Decision) =>
  rehearse(work, rentId, (work) => decideInside(work, rentId, decision, true))

const decideInside = async (
  work: Work,
  rentId: string,
  { version, verdict }: Decision,
  isRehearsal = false,
): Promise<{ proposed: boolean; paymentId: string | null }> => {
  const found = await work.db
    .selectFrom('deposits')
    .select('id')
    .where('booking_id', '=', rentId)
    .where('contested_at', 'is not', null)
    .executeTakeFirst()
  const row = found === undefined ? undefined : await lockDeposit(work, found.id)
  if (row === undefined) return refuse('not_found')
  if (row.version !== version) return refuse('stale_version')
  if (row.state !== 'contested') return refuse('deposit_not_movable')
  const mover = { party: 'platform', reason: depositVerdicts[verdict] } as const
  if (verdict === 'falls') return { proposed: false, paymentId: await releaseHold(work, row, 'drop', mover) }
  const by = work.viewer.accountId
  if (isRehearsal) {
    const retainedCents = row.claim_cents ?? 0
    return {
      proposed: false,
      paymentId: await settleHold(work, { reference: row.id, retainedCents, hostId: row.host_id }),
    }
  }
  if ((row.claim_cents ?? 0) > twoPersonsAboveCents && row.proposed_by === null) {
    await moveDeposit(work, row, 'propose', mover, { proposed_by: by })
    return { proposed: true, paymentId: null }
  }
  if (row.proposed_by === by) return refuse('second_person_needed')
  return { proposed: false, paymentId: await keep(work, row, 'uphold', mover, { upheld_by: by }) }
}

/** Every minute: claims not answered in two days. */
export const upholdDue = async (work: Work): Promise<void> => {
  const due = await work.db
    .selectFrom('deposits')
    .select('id')
    .where('state', '=', 'claimed')
    .where('contest_by', '<=', work.now)
    .orderBy('contest_by')
    .limit(500)
    .execute()
  await runIsolated(work, due, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const row = await lockDeposit(work, id)
      if (row?.state !== 'claimed' || row.contest_by === null || row.contest_by > work.now) return null
      return keep(work, row, 'stand', { party: 'platform', reason: 'nobody answered' })
    })
    if (paymentId !== null) await execute(work, paymentId)
  })
}

/** Gives the claimed amount to the host: state, money and fact in the caller's transaction. */
const keep = async (
  work: Work,
  row: DepositRow,
  move: Extract<DepositMove, 'accept' | 'stand' | 'uphold'>,
  mover: Parameters<typeof moveDeposit>[3],
  changes: Parameters<typeof moveDeposit>[4] = {},
): Promise<string | null> => {
  const retainedCents = row.claim_cents ?? 0
  await moveDeposit(work, row, move, mover, {
    ...changes,
    retained_cents: retainedCents,
    decided_at: work.now,
  })
  const paymentId = await settleHold(work, {
    reference: row.id,
    retainedCents,
    hostId: row.host_id,
  })
  crashPoint('inside-deposit-end')
  await publish(work, 'deposit.changed', { depositId: row.id, move })
  return paymentId
}

const finish = async (work: Work, paymentId: string | null) => {
  crashPoint('committed-deposit-end')
  if (paymentId !== null) await execute(work, paymentId)
}

const lockFor = async (
  work: Work,
  rentId: string,
  side: DepositSide,
  move: DepositMove,
  version: number,
): Promise<Held & { row: DepositRow }> => {
  const held = (await findDeposit(work, rentId, side, { lock: true })) ?? refuse('not_found')
  if (held.row === null) throw new Refusal('deposit_not_movable')
  if (held.row.version !== version) return refuse('stale_version')
  requireDepositMove(held, move, side, work.now)
  return { ...held, row: held.row }
}

const view = async (work: Work, rentId: string, side: DepositSide): Promise<View> =>
  present(work, (await findDeposit(work, rentId, side)) ?? refuse('not_found'), side)

/** Claims that wait for an administrator, the oldest first. */
export const contested = async (work: Work): Promise<z.input<(typeof contestedDeposits)['reply']>> => {
  const rows = await work.db
    .selectFrom('deposits')
    .innerJoin('bookings as rent', 'rent.id', 'deposits.booking_id')
    .selectAll('deposits')
    .select(['rent.status', 'rent.paid_by', 'rent.starts_at', 'rent.ends_at', 'rent.zone'])
    .where('deposits.state', '=', 'contested')
    .orderBy('deposits.contested_at')
    .limit(100)
    .execute()
  const deposits = await Promise.all(
    rows.map(async (row) => ({
      ...(await partsOf(work, {
        row,
        rent: {
          id: row.booking_id,
          status: row.status,
          amount_cents: row.amount_cents,
          professional_id: row.professional_id,
          paid_by: row.paid_by,
          host_id: row.host_id,
          starts_at: row.starts_at,
          ends_at: row.ends_at,
          zone: row.zone,
        },
      })),
      proposal: row.proposed_by === null ? null : { mine: isOwn(work.viewer.accountId, row.proposed_by) },
    })),
  )
  return { deposits }
}
