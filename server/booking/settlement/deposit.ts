/**
 * The deposit of hours at a space (docs/booking/deposits.md): held on a card on arrival by a payment of its own, released three days after
 * the end unless the host shows damage. Claims are in deposit-claim.ts.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Deposit, depositMoves, type deposit as endpoint } from '#contract/booking/settlement/deposit.ts'
import {
  findDeposit,
  holdAtOf,
  lockDeposit,
  moveDeposit,
  movesFor,
  partsOf,
  recordDepositMove,
  requireDepositMove,
  stateOf,
  type DepositRow,
  type DepositSide,
  type Held,
} from '#server/booking/settlement/deposit-row.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { isSecured, savedCardOf, prepareHold, settleHold } from '#server/payment/charge/guarantee.ts'
import { execute, read as readPayment, refresh } from '#server/payment/charge/payment.ts'
import type { SavedCard } from '#server/payment/charge/card.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

type View = z.input<typeof Deposit>

/** Of one rent; null where none is required. Refuses not_found to strangers. */
export const read = async (
  work: Work,
  rentId: string,
  side: DepositSide,
): Promise<z.input<(typeof endpoint)['reply']>> => {
  const held = await findDeposit(work, rentId, side)
  return { deposit: held === null ? null : await present(work, held, side) }
}

export const present = async (work: Work, held: Held, side: DepositSide): Promise<View> => {
  const parts = await partsOf(work, held)
  const payment = held.row === null ? null : await readPayment(work, held.row.id)
  const mine = side === 'professional'
  const card = payment === null ? await ownCardOf(work, held) : cardOf(payment)
  return {
    ...parts,
    side,
    card: mine && card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null,
    actionUrl: mine ? (payment?.action_url ?? null) : null,
    holdAt: payment?.status === 'card_saved' ? (payment.authorize_at?.toISOString() ?? null) : null,
    moves: movesFor(held, side, work.now),
  }
}

const cardOf = (payment: { card_brand: string | null; card_last4: string | null }) => ({
  brand: payment.card_brand,
  last4: payment.card_last4,
})

/** The card that paid for the hours is charged only for the person who paid with it. */
const ownCardOf = async (work: Work, { rent }: Held): Promise<SavedCard | null> =>
  rent.paid_by === rent.professional_id ? savedCardOf(work, rent.id) : null

/** Those that are held or contested. */
export const list = async (work: Work, side: DepositSide): Promise<View[]> => {
  const { professionalId, hostId } = work.viewer
  const { rows } = await sql<{ id: string }>`
    select d.booking_id as id from deposits d join bookings b on b.id = d.booking_id
    where d.state in ('held', 'claimed', 'contested')
      and ${side === 'host' ? sql`d.host_id = ${hostId}::bigint` : sql`d.professional_id = ${professionalId}::bigint`}
    order by b.ends_at, d.id limit 50`.execute(work.db)
  const found = await Promise.all(rows.map(({ id }) => findDeposit(work, id, side)))
  return Promise.all(found.flatMap((held) => (held === null ? [] : [present(work, held, side)])))
}

/** Holds it on a card of the viewer. Refuses deposit_not_movable, deposit_declined, deposit_needed, payment_in_progress. */
export const hold = async (work: Work, rentId: string, cardToken: string | undefined): Promise<View> => {
  await secure(work, rentId, cardToken)
  const held = (await findDeposit(work, rentId, 'professional')) ?? refuse('not_found')
  return present(work, held, 'professional')
}

/**
 * Before the renter enters: the bank holds the deposit, or the card is saved until then. Does nothing where none is required, or it is held
 * already. Refuses deposit_needed (a card is missing, or the bank requires authentication or does not answer), deposit_declined.
 */
export const secure = async (work: Work, rentId: string, cardToken?: string): Promise<void> => {
  const request = await inTransaction(work, (work) => ask(work, rentId, cardToken))
  if (request === null) return
  crashPoint('committed-deposit')
  await execute(work, request.paymentId)
  const payment = await refresh(work, request.paymentId)
  await followDeposit(work, request.id)
  if (payment.status === 'failed') refuse('deposit_declined', { failure: payment.failure })
  if (payment.status === 'requires_action' && cardToken !== undefined) return
  if (!isSecured(payment)) throw needed(payment.status === 'requires_action' ? 'bank' : 'silence')
}

const reasons = {
  card: 'Antes de entrar falta la garantía: aparta el importe en una tarjeta y registra tu llegada.',
  bank: 'Tu banco pide que apruebes la garantía. Apruébala y vuelve a registrar tu llegada.',
  silence: 'Tu banco todavía no responde por la garantía. Espera unos segundos y vuelve a intentarlo.',
} as const
const needed = (why: keyof typeof reasons) => new Refusal('deposit_needed', { why }, reasons[why])

/** Records the payment attempt in the caller's transaction; null: nothing to do. */
const ask = async (
  work: Work,
  rentId: string,
  cardToken: string | undefined,
): Promise<{ id: string; paymentId: string } | null> => {
  // Serialized, so that two presses are one hold.
  const booking = await lockById(work, rentId)
  if (booking === undefined || !isOwn(work.viewer.professionalId, booking.professional_id))
    return refuse('not_found')
  const held = await findDeposit(work, rentId, 'professional', { lock: true })
  if (held === null) return null
  const { row, rent } = held
  const isDone = row !== null && !['asked', 'refused'].includes(row.state)
  if (isDone && cardToken === undefined) return null
  requireDepositMove(held, 'ask', 'professional', work.now)
  if (!['confirmed', 'in_progress'].includes(rent.status) || rent.ends_at <= work.now)
    return refuse('deposit_not_movable')
  const payment = row === null ? null : await readPayment(work, row.id)
  // Unfinished: retry the same attempt.
  if (row?.state === 'asked' && payment !== null && cardToken === undefined)
    return { id: row.id, paymentId: payment.id }
  const saved = row === null ? await ownCardOf(work, held) : null
  const card = cardToken === undefined ? (saved ?? refuseCard()) : { token: cardToken }
  const id = row?.id ?? randomUUIDv7()
  if (row === null) await releaseOthers(work, held)
  const at = { deposit: row === null ? await insert(work, held, id) : row }
  if (row !== null) await moveDeposit(work, at.deposit, 'ask', { party: 'professional' })
  const paymentId = await prepareHold(work, {
    reference: id,
    amountCents: at.deposit.amount_cents,
    authorizeAt: holdAtOf(rent),
    card,
    returnPath: `/professional-appointments?tab=rents&rent=${rentId}`,
  })
  crashPoint('inside-deposit')
  return { id, paymentId }
}

const refuseCard = (): never => {
  throw needed('card')
}

/** After a transfer of the hours the previous holder owes no deposit any more. */
const releaseOthers = async (work: Work, { rent }: Held) => {
  const others = await work.db
    .selectFrom('deposits')
    .selectAll()
    .where('booking_id', '=', rent.id)
    .where('professional_id', '<>', rent.professional_id)
    .where('state', 'in', ['asked', 'held'])
    .forUpdate()
    .execute()
  for (const other of others)
    await releaseHold(work, other, 'release', { party: 'platform', reason: 'the hours changed hands' })
}

const insert = async (work: Work, { rent }: Held, id: string): Promise<DepositRow> => {
  const row = await work.db
    .insertInto('deposits')
    .values({
      id,
      booking_id: rent.id,
      professional_id: rent.professional_id,
      host_id: rent.host_id,
      amount_cents: rent.amount_cents,
      state: 'asked',
      requested_at: work.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordDepositMove(work, id, {
    version: 1,
    move: 'ask',
    from: null,
    to: depositMoves.ask.to,
    party: 'professional',
  })
  return row
}

/** Brings a deposit in line with its payment; ignores other payments. Also what the job on `payment.changed` does. */
export const followDeposit = (work: Work, id: string): Promise<void> =>
  inTransaction(work, async (work) => {
    const row = await lockDeposit(work, id)
    const payment = row === undefined ? null : await readPayment(work, id)
    if (row === undefined || payment === null) return
    const state = stateOf(row)
    const by = { party: 'platform' } as const
    if (payment.status === 'failed') {
      if (state === 'asked') return moveDeposit(work, row, 'refuse', by)
      if (state === 'held') {
        await moveDeposit(work, row, 'refuse', by, { held_at: null })
        return publish(work, 'deposit.changed', { depositId: id, move: 'refuse' })
      }
      if (!['claimed', 'contested', 'kept'].includes(state)) return
      await moveDeposit(work, row, 'lose', by, { retained_cents: 0, decided_at: row.decided_at ?? work.now })
      return publish(work, 'deposit.changed', { depositId: id, move: 'lose' })
    }
    if (!isSecured(payment)) return
    const isHeld = payment.status !== 'card_saved'
    if (state !== 'asked' && !(state === 'held' && isHeld && row.held_at === null)) return
    await moveDeposit(work, row, 'hold', by, { held_at: isHeld ? work.now : null })
    if (state === 'asked') await publish(work, 'deposit.changed', { depositId: id, move: 'hold' })
  })

/** Every minute: releases deposits whose three days are over, and those of hours that were transferred or not used. */
export const releaseDue = async (work: Work): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select d.id from deposits d join bookings b on b.id = d.booking_id
    where d.state in ('asked', 'held') and (b.ends_at <= ${work.now}::timestamptz - interval '72 hours'
      or (d.state = 'asked' and b.ends_at <= ${work.now}) or b.professional_id <> d.professional_id
      or b.status in ('cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform'))
    order by b.ends_at limit 500`.execute(work.db)
  await runIsolated(work, rows, async ({ id }) => {
    const paymentId = await inTransaction(work, async (work) => {
      const row = await lockDeposit(work, id)
      if (row === undefined || !['asked', 'held'].includes(row.state)) return null
      return releaseHold(work, row, 'release', { party: 'platform', reason: 'nothing was claimed' })
    })
    if (paymentId !== null) await execute(work, paymentId)
  })
}

/** Releases all of it: state, money and fact in the caller's transaction. */
export const releaseHold = async (
  work: Work,
  row: DepositRow,
  move: 'release' | 'withdraw' | 'drop',
  mover: Parameters<typeof moveDeposit>[3],
): Promise<string | null> => {
  await moveDeposit(work, row, move, mover, { decided_at: work.now })
  const paymentId = await settleHold(work, { reference: row.id, retainedCents: 0, hostId: row.host_id })
  crashPoint('inside-deposit-end')
  await publish(work, 'deposit.changed', { depositId: row.id, move })
  return paymentId
}
