/**
 * Chargebacks, for staff: each one's deadline, Kalli's evidence, and sending that once. Its money is handled by payment
 * (payment/chargeback.ts); who bears a lost one is in loss.ts.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  bearerOf,
  type Chargeback,
  ChargebackBearer,
  ChargebackReason,
  ChargebackState,
  Evidence,
  type answerChargeback,
  type chargebacks,
} from '#contract/payment/chargeback.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { aboutOf, type About } from '#server/chargeback/about.ts'
import { evidenceOf } from '#server/chargeback/evidence.ts'
import type { ChargebackRow } from '#server/payment/charge/chargeback-row.ts'
import { pendingOf, prepareEvidence } from '#server/payment/charge/chargeback-evidence.ts'
import { withheldFor } from '#server/payment/charge/chargeback-hold.ts'
import { execute } from '#server/payment/charge/payment.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const maxShown = 100

/** Open ones by their deadline, then those decided recently. */
export const queue = async (work: Work): Promise<z.input<(typeof chargebacks)['reply']>> => {
  const rows = await work.db
    .selectFrom('chargebacks')
    .selectAll()
    .orderBy((order) => order('state', '<>', 'open'))
    .orderBy('closed_at', 'desc')
    .orderBy('respond_by')
    .orderBy('opened_at')
    .limit(maxShown)
    .execute()
  const sending = await pendingOf(
    work,
    rows.map(({ id }) => id),
  )
  return { chargebacks: await Promise.all(rows.map((row) => present(work, row, sending.has(row.id)))) }
}

/** Sends the facts with what staff adds. Refuses as `prepareEvidence`. */
export const answer = async (
  work: Work,
  id: string,
  said: Input<typeof answerChargeback>['body'],
): Promise<z.input<(typeof answerChargeback)['reply']>> => {
  const row = (await byId(work, id)) ?? refuse('not_found')
  const { evidence } = await evidenceOf(work, await aboutOf(work, row), await paidOf(work, row))
  const paymentId = await inTransaction(work, (work) =>
    prepareEvidence(work, id, {
      version: said.version,
      reason: said.reason,
      evidence: said.note === '' ? evidence : { ...evidence, rest: `${evidence.rest} ${said.note}`.trim() },
    }),
  )
  await execute(work, paymentId)
  return { submitted: (await byId(work, id))?.submitted_at !== null }
}

const byId = (work: Work, id: string): Promise<ChargebackRow | undefined> =>
  work.db.selectFrom('chargebacks').selectAll().where('id', '=', id).executeTakeFirst()

const paidOf = async (
  work: Work,
  { payment_id }: ChargebackRow,
): Promise<{ cents: number; at: Date; refundedCents: number }> => {
  const row = await work.db
    .selectFrom('payments')
    .select(['captured_cents', 'refunded_cents', 'created_at'])
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  return { cents: row.captured_cents, at: row.created_at, refundedCents: row.refunded_cents }
}

const present = async (
  work: Work,
  row: ChargebackRow,
  isSending: boolean,
): Promise<z.input<typeof Chargeback>> => {
  const about = await aboutOf(work, row)
  const paid = await paidOf(work, row)
  const { evidence, proofs } = await evidenceOf(work, about, paid)
  const { booking } = about
  const sent = row.evidence === null ? null : z.parse(Evidence, row.evidence)
  return {
    id: row.id,
    bookingId: booking?.id ?? row.booking_id,
    version: row.version,
    kind: about.kind,
    state: z.parse(ChargebackState, row.state),
    reason: z.parse(ChargebackReason, row.reason),
    amountCents: row.amount_cents + row.beyond_cents,
    beyondCents: row.beyond_cents,
    paidCents: paid.cents,
    feeCents: row.fee_cents + row.fee_iva_cents,
    withheldCents: await withheldFor(work, row.id),
    openedAt: row.opened_at.toISOString(),
    respondBy: row.respond_by?.toISOString() ?? null,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    chargedTo: bearer(row, about),
    isPosted: row.posted_at !== null,
    service: booking?.service_name ?? (about.kind === 'gift' ? 'Tarjeta de regalo' : 'Compra en Kalli'),
    startsAt: booking?.starts_at.toISOString() ?? null,
    zone: booking?.zone ?? 'America/Mexico_City',
    ...(await namesOf(work, about)),
    evidence: sent ?? evidence,
    proofs,
    moves: await movesOf(work, row.id),
    may: mayAnswer(work, row, isSending),
  }
}

const bearer = (row: ChargebackRow, about: About): ChargebackBearer =>
  row.charged_to === null
    ? row.amount_cents === 0
      ? 'platform'
      : bearerOf({ ...about, reason: z.parse(ChargebackReason, row.reason) })
    : z.parse(ChargebackBearer, row.charged_to)

const mayAnswer = (work: Work, row: ChargebackRow, isSending: boolean) => {
  const no = (reason: string) => ({ allowed: false, reason })
  if (row.state !== 'open') return no('El banco ya decidió.')
  if (row.submitted_at !== null) return no('Ya se enviaron: el banco las recibe una sola vez.')
  if (isSending) return no('Se están enviando.')
  if (row.respond_by === null) return no('Este banco no recibe pruebas.')
  return row.respond_by <= work.now ? no('Ya pasó el plazo del banco.') : { allowed: true, reason: null }
}

type Names = Pick<z.input<typeof Chargeback>, 'place' | 'names'>

const namesOf = async (work: Work, { booking, payerId }: About): Promise<Names> => {
  const { rows } = await sql<{ place: string; client: string; professional: string; host: string }>`
    select coalesce(biz.name, '') as place, coalesce(b.contact ->> 'firstName', '') as client,
      concat_ws(' ', p.first_name, p.last_name) as professional, coalesce(biz.name, '') as host
    from professionals p left join bookings b on b.id = ${booking?.id ?? null}::uuid left join spaces s on s.id = b.space_id
    left join businesses biz on biz.id = s.business_id
    where p.id = ${booking?.professional_id ?? payerId}::bigint`.execute(work.db)
  const { place = '', client = '', professional = '', host = '' } = rows[0] ?? {}
  return { place, names: { client, professional, host } }
}

const movesOf = async (work: Work, id: string) => {
  const { rows } = await sql<{ move: string; at: Date; by: string; reason: string }>`
    select m.move, m.at, m.reason,
      case when m.actor = 'bank' then 'El banco' else coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), 'Kalli') end as by
    from chargeback_moves m left join accounts a on a.id = m.actor_account_id where m.chargeback_id = ${id} order by m.version`.execute(
    work.db,
  )
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))
}
