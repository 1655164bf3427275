/**
 * A professional's figures, from the same ledger as their receipts. Reads what other modules wrote and writes nothing; the day is in
 * booking.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { incomeDays } from '#contract/figures/figures.ts'
import type { InvoiceData } from '#contract/payment/invoice.ts'
import type { OwnAmounts, OwnFigures } from '#contract/figures/own-figures.ts'
import { nameOfPlace } from '#server/availability/offer/home.ts'
import {
  openDuring,
  stretches,
  type HoursException,
  type WeeklyWindow,
} from '#server/availability/hours/hours.ts'
import { lengthOf } from '#server/availability/slots/spare.ts'
import { dateOf, dayOf, zoneTable } from '#server/availability/zone/zone.ts'
import { ownAmountsOf, type SideLine } from '#server/figures/rules.ts'
import { isForAccount, waitingFor } from '#server/figures/waiting.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { balanceOf } from '#server/payment/ledger/ledger.ts'
import { Settlement } from '#server/payment/charge/settlement.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { linesOf, settlementOfVisit } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'

type Between = { from: string; to: string }

/** Refuses no_profile, and invalid_input for more than 92 days. */
export const ownFigures = async (work: Work, between: Between): Promise<OwnFigures> => {
  const lines = await visitLines(work, between)
  const settled = lines.filter(({ isSettled }) => isSettled)
  const expected = lines.filter(({ isSettled }) => !isSettled)
  const [first, last] = [dayOf(between.from), dayOf(between.to)]
  const byDate = Map.groupBy(lines, ({ date }) => date)
  const netOf = (some: readonly VisitLine[], isSettled: boolean) =>
    some.reduce((sum, line) => (line.isSettled === isSettled ? sum + line.amounts.netCents : sum), 0)
  const visits = lines.filter(({ takesPlace }) => takesPlace)
  const given = visits.filter(({ status }) => givenStatuses.has(status))
  const came = Map.groupBy(given, ({ clientId }) => clientId)
  return {
    ...between,
    settled: sumOf(settled),
    expected: sumOf(expected),
    days: Array.from({ length: last - first + 1 }, (_, place) => {
      const date = dateOf(first + place)
      const some = byDate.get(date) ?? []
      return { date, settledCents: netOf(some, true), expectedCents: netOf(some, false) }
    }),
    visits: visits.length,
    bookedMinutes: visits.reduce((sum, { minutes }) => sum + minutes, 0),
    openMinutes: await openMinutes(work, between),
    clients: {
      came: came.size,
      returned: [...came.values()].filter((some) => some.some(({ hadCome }) => hadCome)).length,
    },
    funnel: await funnelOf(work, between),
    payouts: await payoutsOf(work, between),
  }
}

/** One visit's part of the income. */
export type VisitLine = {
  date: string
  start: string
  end: string
  service: string
  client: string | null
  /** The client's invoice data, if requested. */
  invoice: InvoiceData | null
  clientId: number | null
  place: string
  status: string
  minutes: number
  /** The client had been there before. */
  hadCome: boolean
  /** Takes or took place: not cancelled, and no no-show. */
  takesPlace: boolean
  isSettled: boolean
  amounts: OwnAmounts
}

const taking: ReadonlySet<string> = new Set(['confirmed', 'in_progress', 'to_settle', 'completed', 'closed'])
const givenStatuses: ReadonlySet<string> = new Set(['to_settle', 'completed', 'closed'])

type Row = Omit<VisitLine, 'takesPlace' | 'isSettled' | 'amounts'> & {
  posted: SideLine[] | null
  /** Only before it is posted. */
  terms: unknown
  settlement: unknown
  /** Its money is divided; without a line: a card refused the retained amount. */
  isOver: boolean
  tipCents: number
  hostId: number | null
  totalCents: number
  inPlaceCents: number
  rentCents: number
  moveFeeCents: number
  moveFeeRentCents: number
}

/** Visits by the date at the place, with their posted or expected amounts. */
export const visitLines = async (work: Work, { from, to }: Between): Promise<VisitLine[]> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  const [first, last] = [dayOf(from), dayOf(to)]
  if (last < first || last - first >= incomeDays) refuse('invalid_input')
  const { rows } = await sql<Row>`
    select to_char(b.local_start, 'YYYY-MM-DD') as date, to_char(b.local_start, 'HH24:MI') as start,
      to_char(b.local_start + (b.ends_at - b.starts_at), 'HH24:MI') as "end", b.service_name as service,
      b.contact ->> 'firstName' as client, b.contact -> 'invoice' as invoice, b.client_id as "clientId", coalesce(s.name, ${nameOfPlace(sql.ref('b.visit_place'))}) as place, b.status,
      -- The hour of a class is one hour, however many come: it counts with the first of them.
      case when b.class_id is not null and exists (select from bookings other where other.class_id = b.class_id
          and other.class_seats[1] < b.class_seats[1] and other.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed'))
        then 0 else (extract(epoch from b.ends_at - b.starts_at) / 60)::integer end as minutes,
      exists (select from bookings e where e.professional_id = b.professional_id and e.client_id = b.client_id
        and e.starts_at < b.starts_at and e.status in ('completed', 'closed')) as "hadCome",
      b.host_id as "hostId", b.total_cents as "totalCents", b.in_place_cents as "inPlaceCents", b.rent_cents as "rentCents", b.move_fee_cents as "moveFeeCents",
      b.move_fee_rent_cents as "moveFeeRentCents", posted.lines as posted,
      -- As the ledger has it: what went back, or was taken back by a bank, is nobody's income.
      coalesce((select -sum(e.amount_cents) from tips tip join journals j on j.booking_id = tip.id join entries e on e.journal_id = j.id
        where tip.booking_id = b.id and e.side = 'professional'), 0)::bigint as "tipCents",
      case when posted.lines is null then b.terms end as terms,
      case when posted.lines is null then pay.settlement end as settlement, pay.settled_at is not null as "isOver"
    from bookings b
    left join spaces s on s.id = b.space_id
    left join payments pay on pay.booking_id = b.id
    left join lateral (
      select json_agg(json_build_object('account', e.account, 'side', e.side, 'amountCents', e.amount_cents)) as lines
      from journals j join entries e on e.journal_id = j.id
      where j.booking_id = b.id and e.side in ('professional', 'host')
    ) posted on true
    where b.professional_id = ${professionalId} and b.kind = 'visit'
      and b.starts_at >= ${new Date((first - 1) * dayMs)} and b.starts_at < ${new Date((last + 2) * dayMs)}
      and b.local_start >= ${from}::date and b.local_start < ${to}::date + 1
      and b.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed', 'cancelled_by_client',
        'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform', 'client_no_show', 'professional_no_show')
    order by b.starts_at, b.id`.execute(work.db)
  return rows.map((row) => {
    const posted = row.posted ?? []
    const takesPlace = taking.has(row.status)
    const isSettled = posted.length > 0 || row.isOver
    const lines = isSettled ? posted : expectedOf(row, professionalId)
    const amounts = withTip(ownAmountsOf(lines, { takesPlace, inPlaceCents: row.inPlaceCents }), row.tipCents)
    return { ...row, takesPlace, isSettled, amounts }
  })
}

/** A tip goes entirely to the professional, whatever became of the rest. */
const withTip = (amounts: OwnAmounts, tipCents: number): OwnAmounts => ({
  ...amounts,
  tipCents,
  netCents: amounts.netCents + tipCents,
})

/** The lines that settling will post: as decided already, or as if the visit takes place. */
const expectedOf = (row: Row, professionalId: number): SideLine[] => {
  const { totalCents: serviceCents, moveFeeCents, hostId } = row
  if (!taking.has(row.status) && row.settlement === null) return []
  const settlement =
    row.settlement === null
      ? settlementOfVisit(
          { ...row, terms: openTerms(row.terms), serviceCents },
          { clientId: row.clientId ?? 0, professionalId, hostId },
        )
      : z.parse(Settlement, row.settlement)
  return linesOf(settlement, serviceCents + moveFeeCents).flatMap(({ account, side, amountCents }) =>
    side === 'professional' || side === 'host' ? [{ account, side, amountCents }] : [],
  )
}

const sumOf = (lines: readonly VisitLine[]): OwnAmounts =>
  lines.reduce(
    (sum, { amounts }) => ({
      serviceCents: sum.serviceCents + amounts.serviceCents,
      rentCents: sum.rentCents + amounts.rentCents,
      commissionCents: sum.commissionCents + amounts.commissionCents,
      withheldCents: sum.withheldCents + amounts.withheldCents,
      monthsCents: sum.monthsCents + amounts.monthsCents,
      compensationCents: sum.compensationCents + amounts.compensationCents,
      tipCents: sum.tipCents + amounts.tipCents,
      netCents: sum.netCents + amounts.netCents,
      inPlaceCents: sum.inPlaceCents + amounts.inPlaceCents,
    }),
    {
      serviceCents: 0,
      rentCents: 0,
      commissionCents: 0,
      withheldCents: 0,
      monthsCents: 0,
      compensationCents: 0,
      tipCents: 0,
      netCents: 0,
      inPlaceCents: 0,
    },
  )

type Hours = { zone: string; weekly: readonly WeeklyWindow[] | null; exceptions: readonly HoursException[] }

const openMinutes = async (work: Work, { from, to }: Between): Promise<number> => {
  const { rows } = await sql<Hours>`
    select p.zone, (select weekly from schedules where owner_kind = 'professional' and owner_id = p.id) as weekly,
      (select coalesce(json_agg(json_build_object('date', to_char(date, 'YYYY-MM-DD'), 'windows', windows)), '[]')
        from schedule_exceptions where owner_kind = 'professional' and owner_id = p.id
          and date between ${from}::date and ${to}::date) as exceptions
    from professionals p where p.id = ${work.viewer.professionalId}::bigint`.execute(work.db)
  const hours = rows[0] ?? refuse('no_profile')
  const own = { weekly: hours.weekly ?? [], exceptions: hours.exceptions }
  return Math.round(
    lengthOf(openDuring(stretches(own, zoneTable(hours.zone), dayOf(from), dayOf(to)))) / minuteMs,
  )
}

/** Visits by when they were booked; unpaid and declined ones do not count. */
const funnelOf = async (work: Work, { from, to }: Between): Promise<OwnFigures['funnel']> => {
  const { rows } = await sql<OwnFigures['funnel']>`
    select (select coalesce(sum(views), 0) from profile_views
        where professional_id = me.id and on_date between ${from}::date and ${to}::date) as views,
      count(made.id) as booked, count(made.id) filter (where exists (
        select from bookings earlier where earlier.professional_id = me.id and earlier.client_id = made.client_id
          and earlier.status in ('completed', 'closed') and earlier.starts_at < made.created_at)) as returning
    from professionals me left join bookings made on made.professional_id = me.id and made.kind = 'visit'
      -- Booked before it began: so the index on starts finds them.
      and made.starts_at >= ${from}::date::timestamp at time zone me.zone
      and made.created_at >= ${from}::date::timestamp at time zone me.zone
      and made.created_at < (${to}::date + 1)::timestamp at time zone me.zone
      and made.status not in ('held', 'awaiting_payment', 'expired', 'declined')
    where me.id = ${work.viewer.professionalId}::bigint group by me.id`.execute(work.db)
  return rows[0] ?? { views: 0, booked: 0, returning: 0 }
}

const nothing = {
  accruedCents: 0,
  releasableCents: 0,
  forAccountCents: 0,
  inProcessCents: 0,
  withheldCents: 0,
  disputedCents: 0,
  paidCents: 0,
}

const payoutsOf = async (work: Work, { from, to }: Between): Promise<OwnFigures['payouts']> => {
  const { rows } = await sql<Omit<OwnFigures['payouts'], 'owedCents'>>`
    select coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'accrued'), 0)::bigint as "accruedCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status in ('releasable', 'failed') and not ${isForAccount}), 0)::bigint as "releasableCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where ${isForAccount}), 0)::bigint as "forAccountCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'in_process'), 0)::bigint as "inProcessCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'withheld'), 0)::bigint as "withheldCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'withheld' and bank.id is not null), 0)::bigint as "disputedCents",
      coalesce(sum(o.amount_cents - o.clawed_back_cents) filter (where o.status = 'paid'
        and b.local_start >= ${from}::date and b.local_start < ${to}::date + 1), 0)::bigint as "paidCents"
    from payouts o ${waitingFor}
    left join tips tip on tip.id = coalesce(bank.booking_id, o.booking_id)
    left join booking_balances balance on balance.id = coalesce(bank.booking_id, o.booking_id)
    join bookings b on b.id = coalesce(tip.booking_id, balance.booking_id, problem.booking_id, bank.booking_id, o.booking_id)
    where o.party = 'professional' and o.party_id = ${work.viewer.professionalId}::bigint
      and (o.status <> 'paid' or o.release_at >= ${from}::date - 1)`.execute(work.db)
  const owedCents = await balanceOf(work, account.owedByProfessional, work.viewer.professionalId ?? 0)
  return { ...(rows[0] ?? nothing), owedCents }
}
