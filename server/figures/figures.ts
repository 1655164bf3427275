/**
 * A host's figures: income of spaces, pending tasks, and searches that found nothing. Reads what other modules wrote and writes nothing;
 * occupancy and the day are in booking.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { incomeDays, type Income, type IncomeAmounts } from '#contract/figures/figures.ts'
import { dateOf, dayOf } from '#server/availability/zone/zone.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { amountsOf, sumOf, type OwnLine } from '#server/figures/rules.ts'
import { isForAccount, waitingFor } from '#server/figures/waiting.ts'
import { owedBy } from '#server/payment/charge/by-hand.ts'
import { Settlement } from '#server/payment/charge/settlement.ts'
import { linesOf, settlementOfVisit } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

type Between = { from: string; to: string }

/** Refuses invalid_input for more than 92 days. */
export const income = async (work: Work, between: Between): Promise<Income> => {
  const lines = await incomeLines(work, between)
  const current = await payoutsOf(work, between)
  const settled = lines.filter(({ isSettled }) => isSettled)
  const expected = lines.filter(({ isSettled }) => !isSettled)
  const netOf = (some: readonly IncomeLine[]) => some.reduce((sum, { amounts }) => sum + amounts.netCents, 0)
  const partOf = (some: readonly IncomeLine[]) => ({
    settledCents: netOf(some.filter(({ isSettled }) => isSettled)),
    expectedCents: netOf(some.filter(({ isSettled }) => !isSettled)),
  })
  const byDate = Map.groupBy(lines, ({ date }) => date)
  const [first, last] = [dayOf(between.from), dayOf(between.to)]
  const days = Array.from({ length: last - first + 1 }, (_, place) => dateOf(first + place))
  const bySpace = Map.groupBy(lines, ({ spaceId }) => spaceId)
  return {
    ...between,
    settled: sumOf(settled.map(({ amounts }) => amounts)),
    expected: sumOf(expected.map(({ amounts }) => amounts)),
    ...usedIn(lines),
    days: days.map((date) => ({ date, ...partOf(byDate.get(date) ?? []) })),
    spaces: [...bySpace].map(([spaceId, some]) => ({
      spaceId,
      name: some[0]?.spaceName ?? '',
      ...usedIn(some),
      ...partOf(some),
    })),
    payouts: current,
  }
}

const usedIn = (lines: readonly IncomeLine[]) => {
  const visits = lines.filter(({ takesPlace }) => takesPlace)
  return { bookings: visits.length, bookedMinutes: visits.reduce((sum, { minutes }) => sum + minutes, 0) }
}

/** One booking's part of a host's income. */
export type IncomeLine = {
  date: string
  start: string
  end: string
  spaceId: number
  spaceName: string
  unitName: string
  professional: string
  status: string
  minutes: number
  /** Takes or took place: not cancelled, and no no-show. */
  takesPlace: boolean
  isSettled: boolean
  amounts: IncomeAmounts
}

/** Bookings by the date at the place, with their posted or expected amounts. */
export const incomeLines = async (work: Work, { from, to }: Between): Promise<IncomeLine[]> => {
  const [first, last] = [dayOf(from), dayOf(to)]
  if (last < first || last - first >= incomeDays) refuse('invalid_input')
  const rows = await readRows(work, { from, to, first, last })
  return rows.flatMap((row) => {
    const posted = row.posted ?? []
    const isSettled = posted.length > 0 || row.isOver
    const amounts = amountsOf(isSettled ? posted : expectedOf(row))
    const takesPlace = taking.has(row.status)
    if (!takesPlace && amounts.netCents === 0) return []
    return [{ ...row, takesPlace, isSettled, amounts }]
  })
}

const taking: ReadonlySet<string> = new Set(['confirmed', 'in_progress', 'to_settle', 'completed', 'closed'])

type Row = Omit<IncomeLine, 'takesPlace' | 'isSettled' | 'amounts'> & {
  hostId: number
  posted: OwnLine[] | null
  /** Only before it is posted. */
  terms: unknown
  settlement: unknown
  /** Its money is divided; without a line: a card refused the retained amount. */
  isOver: boolean
  professionalId: number
  clientId: number | null
  totalCents: number
  inPlaceCents: number
  rentCents: number
  moveFeeCents: number
  moveFeeRentCents: number
}

/** Through the index on the host's bookings; the ledger's lines through that of their booking. */
const readRows = async (
  work: Work,
  { from, to, first, last }: Between & { first: number; last: number },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select to_char(b.local_start, 'YYYY-MM-DD') as date, to_char(b.local_start, 'HH24:MI') as start,
      to_char(b.local_start + (b.ends_at - b.starts_at), 'HH24:MI') as "end",
      b.space_id as "spaceId", s.name as "spaceName", u.name as "unitName",
      p.first_name || ' ' || p.last_name as professional, b.status,
      (extract(epoch from b.ends_at - b.starts_at) / 60)::integer as minutes,
      b.host_id as "hostId", b.professional_id as "professionalId", b.client_id as "clientId",
      b.total_cents as "totalCents", b.in_place_cents as "inPlaceCents", b.rent_cents as "rentCents", b.move_fee_cents as "moveFeeCents",
      b.move_fee_rent_cents as "moveFeeRentCents", posted.lines as posted,
      case when posted.lines is null then b.terms end as terms,
      case when posted.lines is null then pay.settlement end as settlement, pay.settled_at is not null as "isOver"
    from bookings b
    join spaces s on s.id = b.space_id
    join units u on u.id = b.unit_id
    join professionals p on p.id = b.professional_id
    left join payments pay on pay.booking_id = b.id
    left join lateral (
      select json_agg(json_build_object('account', e.account, 'amountCents', e.amount_cents)) as lines
      from journals j join entries e on e.journal_id = j.id
      where j.booking_id = b.id and e.side = 'host' and j.kind <> 'rescue'
    ) posted on true
    where b.host_id = ${work.viewer.hostId ?? 0} and b.class_id is null
      and b.starts_at >= ${new Date((first - 1) * dayMs)} and b.starts_at < ${new Date((last + 2) * dayMs)}
      and b.local_start >= ${from}::date and b.local_start < ${to}::date + 1
      and b.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed', 'cancelled_by_client',
        'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform', 'client_no_show', 'professional_no_show')
    order by b.starts_at, b.id`.execute(work.db)
  return rows
}

/** The lines that settling will post: as decided already, or as if the visit takes place. */
const expectedOf = (row: Row): OwnLine[] => {
  const { totalCents: serviceCents, moveFeeCents, professionalId, hostId } = row
  if (!taking.has(row.status) && row.settlement === null) return []
  const settlement =
    row.settlement === null
      ? settlementOfVisit(
          { ...row, terms: openTerms(row.terms), serviceCents },
          { clientId: row.clientId ?? 0, professionalId, hostId },
        )
      : z.parse(Settlement, row.settlement)
  // Another host's share of this rent does not concern this one.
  const extras = settlement.extras.filter(({ kind }) => kind !== 'rescue')
  return linesOf({ ...settlement, extras }, serviceCents + moveFeeCents).filter(({ side }) => side === 'host')
}

const payoutsOf = async (work: Work, { from, to }: Between): Promise<Income['payouts']> => {
  const { rows } = await sql<Omit<Income['payouts'], 'inHandCents' | 'owedCents'>>`
    select coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status in ('accrued', 'releasable', 'failed') and not ${isForAccount}), 0)::bigint as "accruedCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where ${isForAccount}), 0)::bigint as "forAccountCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'in_process'), 0)::bigint as "inProcessCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'withheld'), 0)::bigint as "withheldCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'withheld' and bank.id is not null), 0)::bigint as "disputedCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'paid'
        and b.local_start >= ${from}::date and b.local_start < ${to}::date + 1), 0)::bigint as "paidCents"
    from payouts o ${waitingFor}
    left join overtimes extra on extra.id = coalesce(bank.booking_id, o.booking_id)
    left join booking_balances balance on balance.id = bank.booking_id
    join bookings b on b.id = coalesce(extra.booking_id, balance.booking_id, problem.booking_id, bank.booking_id, o.booking_id)
    where o.party = 'host' and o.party_id = ${work.viewer.hostId ?? 0}
      and (o.status <> 'paid' or o.release_at >= ${from}::date - 1)`.execute(work.db)
  const none = {
    accruedCents: 0,
    forAccountCents: 0,
    inProcessCents: 0,
    withheldCents: 0,
    disputedCents: 0,
    paidCents: 0,
  }
  return {
    ...(rows[0] ?? none),
    inHandCents: await inHandOf(work, { from, to }),
    owedCents: await owedBy(work, work.viewer.hostId ?? 0),
  }
}

/** A part that was handed over to another professional counts with its own hours. */
const inHandOf = async (work: Work, { from, to }: Between): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(pay.captured_cents - pay.moved_cents - pay.refunded_cents), 0)::bigint as cents
    from payments pay join bookings b on b.id = pay.booking_id
    where b.host_id = ${work.viewer.hostId ?? 0} and pay.cash_host_id = b.host_id
      and b.starts_at >= ${from}::date - 1 and b.starts_at < ${to}::date + 2
      and b.local_start >= ${from}::date and b.local_start < ${to}::date + 1`.execute(work.db)
  return rows[0]?.cents ?? 0
}
