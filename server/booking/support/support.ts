/** A booking as an administrator sees it, with its parties, its money and its history. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import {
  Fault,
  reversibleKinds,
  SupportAct,
  type FoundBooking,
  type SupportBooking,
} from '#contract/booking/support/support.ts'
import { nameOfPlace } from '#server/availability/offer/home.ts'
import { mayMake, type BookingRow } from '#server/booking/moves/move.ts'
import { read as readPayment } from '#server/payment/charge/payment.ts'
import { methodOf } from '#server/payment/charge/voucher.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type Found = Omit<z.output<typeof FoundBooking>, 'startsAt' | 'status'> & {
  startsAt: Date
  status: string
  clientEmail: string
  professionalEmail: string
  hostEmail: string
}

export const columns = sql`b.id, b.kind, b.status, b.service_name as service, b.starts_at as "startsAt", b.zone, b.total_cents as "totalCents",
  coalesce(nullif(concat_ws(' · ', biz.name, u.name), ''), ${nameOfPlace(sql`b.visit_place`)}, '') as place,
  coalesce(nullif(concat_ws(' ', b.contact ->> 'firstName', b.contact ->> 'lastName'), ''), concat_ws(' ', c.first_name, c.last_name)) as client,
  concat_ws(' ', p.first_name, p.last_name) as professional, coalesce(biz.name, '') as host,
  coalesce(b.contact ->> 'email', c.email, '') as "clientEmail", pa.email as "professionalEmail", coalesce(ha.email, '') as "hostEmail"`
export const withPeople = sql`join professionals p on p.id = b.professional_id join accounts pa on pa.id = p.account_id
  left join clients c on c.id = b.client_id left join hosts h on h.id = b.host_id left join accounts ha on ha.id = h.account_id
  left join spaces s on s.id = b.space_id left join businesses biz on biz.id = s.business_id left join units u on u.id = b.unit_id`

export const shown = ({
  clientEmail: _client,
  professionalEmail: _professional,
  hostEmail: _host,
  ...row
}: Found): z.input<typeof FoundBooking> => ({
  ...row,
  status: z.parse(BookingStatus, row.status),
  startsAt: row.startsAt.toISOString(),
})

/** Refuses not_found. */
export const read = async (work: Work, id: string): Promise<z.input<typeof SupportBooking>> => {
  const { rows } =
    await sql<Found>`select ${columns} from bookings b ${withPeople} where b.id = ${id}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const booking = await work.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const payment = await readPayment(work, id)
  const answer = mayMake(booking, 'cancel_as_platform', 'platform', work.now)
  return {
    ...shown(row),
    version: booking.version,
    rentCents: booking.rent_cents,
    emails: { client: row.clientEmail, professional: row.professionalEmail, host: row.hostEmail },
    payment:
      payment === null
        ? null
        : {
            status: payment.status,
            method: methodOf(payment),
            capturedCents: payment.captured_cents + payment.added_cents,
            refundedCents: payment.refunded_cents,
            creditCents: payment.credit_cents,
            goodwillCents: payment.goodwill_cents,
          },
    payouts: await payoutsOf(work, id),
    moves: await movesOf(work, id),
    journals: await journalsOf(work, id),
    acts: await actsOf(work, id),
    cancelBlocked: answer.allowed ? null : answer.reason,
    goodwillBlocked: goodwillBlocked(booking, (payment?.captured_cents ?? 0) + (payment?.added_cents ?? 0)),
    faults: faultsOf(booking),
  }
}

/**
 * Why nothing is refunded at Kalli's cost. An unconfirmed booking waits for its money or is refunded in full: a partial refund would no
 * longer match the price, and the visit could neither be confirmed nor end.
 */
export const goodwillBlocked = (
  { client_id, confirmed_at }: Pick<BookingRow, 'client_id' | 'confirmed_at'>,
  paidCents: number,
): string | null =>
  client_id === null || paidCents === 0
    ? 'Todavía no se le cobró nada.'
    : confirmed_at === null
      ? 'Todavía no está confirmada: si no lo será, todo vuelve solo.'
      : null

/** No one is at fault for an unconfirmed booking; without a host the host is not. */
export const faultsOf = ({ confirmed_at, host_id }: BookingRow): Fault[] =>
  confirmed_at === null ? ['nobody'] : Fault.options.filter((fault) => fault !== 'host' || host_id !== null)

const payoutsOf = async (work: Work, id: string) => {
  const rows = await work.db
    .selectFrom('payouts')
    .select(['party', 'status', 'amount_cents as amountCents'])
    .where((db) => db.or([db('booking_id', '=', id), db('origin_booking_id', '=', id)]))
    .orderBy('id')
    .execute()
  return rows
}

const movesOf = async (work: Work, id: string) => {
  const rows = await work.db
    .selectFrom('booking_moves')
    .select(['move', 'actor', 'reason', 'to_status as to', 'at'])
    .where('booking_id', '=', id)
    .orderBy('version')
    .execute()
  return rows.map(({ at, ...move }) => ({ ...move, at: at.toISOString() }))
}

type JournalRow = {
  id: number
  kind: string
  at: Date
  reversesId: number | null
  isReversed: boolean
  lines: { account: number; name: string; amountCents: number }[]
}

/** Its postings, and which of them may be reversed. */
export const journalsOf = async (work: Work, id: string) => {
  const { rows } = await sql<JournalRow>`
    select j.id, j.kind, j.at, j.reverses_id as "reversesId",
      exists (select from journals undone where undone.reverses_id = j.id) as "isReversed",
      (select json_agg(json_build_object('account', e.account, 'name', a.name, 'amountCents', e.amount_cents) order by e.line)
        from entries e join ledger_accounts a on a.number = e.account where e.journal_id = j.id) as lines
    from journals j where j.booking_id = ${id} order by j.id`.execute(work.db)
  return rows.map(({ at, ...journal }) => ({
    ...journal,
    at: at.toISOString(),
    isReversible: isReversible(journal),
  }))
}

export const isReversible = (journal: { kind: string; reversesId: number | null; isReversed: boolean }) =>
  reversible.has(journal.kind) && journal.reversesId === null && !journal.isReversed
const reversible: ReadonlySet<string> = new Set(reversibleKinds)

type ActRow = Omit<z.output<typeof SupportAct>, 'at' | 'doneAt'> & { at: Date; doneAt: Date | null }

export const actsOf = async (work: Work, id: string): Promise<z.input<typeof SupportAct>[]> => {
  const { rows } = await sql<ActRow>`
    select act.id, act.kind, act.what, act.amount_cents as "amountCents", act.reason, act.second_reason as "secondReason",
      concat_ws(' ', first.first_name, first.last_name) as by, act.proposed_at as at,
      concat_ws(' ', second.first_name, second.last_name) as "doneBy", act.done_at as "doneAt",
      act.proposed_by = ${work.viewer.accountId} as "isMine"
    from support_acts act left join accounts first on first.id = act.proposed_by left join accounts second on second.id = act.done_by
    where act.booking_id = ${id} order by act.proposed_at, act.id`.execute(work.db)
  return rows.map(({ at, doneAt, doneBy, ...act }) => ({
    ...act,
    kind: z.parse(SupportAct.shape.kind, act.kind),
    at: at.toISOString(),
    doneBy: doneAt === null ? null : doneBy,
    doneAt: doneAt?.toISOString() ?? null,
  }))
}
