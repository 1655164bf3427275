/** The row of a payment as in the database, with its status typed by the contract. */
import { type Selectable, sql, type Updateable } from 'kysely'
import * as z from 'zod/mini'
import { PaymentStatus } from '#contract/payment/payment.ts'
import { publishing } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { questionOfOne } from '#server/platform/files/statement.ts'
import type { DB } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'

type Row = Selectable<DB['payments']>
export type Payment = Omit<Row, 'status'> & { status: PaymentStatus }

/** Waits for the transaction that is changing it, so that each change sees the one before. */
export const lock = async (work: Work, id: string): Promise<Payment> =>
  known((await locked(work.db, id)) ?? refuse('not_found'))
const locked = questionOfOne<Row>((db, id) =>
  db.selectFrom('payments').selectAll().where('id', '=', id).forUpdate(),
)

type Values = Omit<Updateable<DB['payments']>, 'status' | 'version'> & { status?: PaymentStatus }

/** Changes a payment that the caller has locked; returns its new state. */
export const change = async (work: Work, payment: Payment, values: Values): Promise<Payment> =>
  known(await changing(work, payment, values).executeTakeFirstOrThrow())

/** The same, publishing `payment.changed` in the same statement. */
export const changeAndPublish = async (work: Work, payment: Payment, values: Values): Promise<Payment> => {
  const fact = await publishing(work, 'payment.changed', {
    paymentId: payment.id,
    bookingId: payment.booking_id,
  })
  const { rows } = await sql<Row>`
    with changed as (${changing(work, payment, values)}), told as (${fact}) select * from changed`.execute(
    work.db,
  )
  return known(rows[0] ?? refuse('not_found'))
}

const changing = (work: Work, payment: Payment, values: Values) =>
  work.db
    .updateTable('payments')
    .set({ ...values, version: payment.version + 1 })
    .where('id', '=', payment.id)
    .returningAll()

/** What is needed to repeat an outside call. */
export type Call = Pick<
  Selectable<DB['payment_calls']>,
  | 'id'
  | 'kind'
  | 'amount_cents'
  | 'idem_key'
  | 'token'
  | 'is_present'
  | 'installments'
  | 'charge_ref'
  | 'tries'
  | 'chargeback_id'
> & { payment_id: string; requested_at: string }

/** The state of a payment, and the first of the pending outside calls. */
export type Waiting = { payment: Payment; call: Call | null }

/** The call `call` as one value, beside `payments.*` and under the name that `waitingOf` reads. */
export const asNext = sql<Call>`json_build_object('id', call.id, 'payment_id', call.payment_id, 'kind', call.kind,
  'amount_cents', call.amount_cents, 'idem_key', call.idem_key, 'token', call.token, 'charge_ref', call.charge_ref,
  'is_present', call.is_present, 'installments', call.installments, 'tries', call.tries, 'chargeback_id', call.chargeback_id, 'requested_at', call.created_at) as next`

export type WaitingRow = Row & { next: Call | null }

export const waitingOf = ({ next, ...payment }: WaitingRow): Waiting => ({
  payment: known(payment),
  call: next,
})

/** Null: there is no such payment. */
export const withNextCall = async (work: Work, id: string): Promise<Waiting | null> => {
  const { rows } = await sql<WaitingRow>`
    select payments.*, next from payments left join lateral (
      select ${asNext} from payment_calls as call
      where call.payment_id = payments.id and call.status = 'pending' order by call.id limit 1) as first on true
    where payments.id = ${id}`.execute(work.db)
  const [row] = rows
  return row === undefined ? null : waitingOf(row)
}

export const byId = async (work: Work, id: string): Promise<Payment | null> => {
  const row = await work.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : known(row)
}

export const ofBooking = async (work: Work, bookingId: string): Promise<Payment | null> => {
  const row = await work.db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  return row === undefined ? null : known(row)
}

const known = (row: Row): Payment => ({ ...row, status: z.parse(PaymentStatus, row.status) })
