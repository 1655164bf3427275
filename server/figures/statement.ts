/**
 * A payee's month from the ledger. Each journal that changed what they are due is one movement, and opening + movements = closing, so no
 * posting can be missing. The screen, the PDF and the CSV take their figures from here.
 */
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type Statement,
  type statement,
  type StatementCode,
  statementLines,
} from '#contract/figures/statement.ts'
import { taxSentenceOf } from '#contract/figures/tax-words.ts'
import { occupancy } from '#server/booking/agenda/occupancy.ts'
import { dayAfter, monthNow, ownPayee, type Payee, readDeposits } from '#server/figures/bank-deposits.ts'
import { amountsOf, ownAmountsOf } from '#server/figures/rules.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** One journal of the month, by what it changed. */
export type Movement = {
  /** In the payee's zone. */
  date: string
  name: string
  detail: string
  parts: Partial<Record<StatementCode, number>>
  /** For a payout: the deposit in which it arrived, with the bank's reference. Null: not reported by the bank yet. */
  deposit: { on: string; reference: string | null } | null
}

export type MonthOf = Statement & { movements: readonly Movement[] }

/** The current month unless another is given. Refuses not_found, and invalid_input for a month to come. */
export const monthStatement = async (
  work: Work,
  { params, query }: Input<typeof statement>,
): Promise<MonthOf> => {
  const payee = await ownPayee(work, params.party)
  const current = monthNow(work, payee)
  const month = query.month ?? current
  if (month > current) refuse('invalid_input', { fields: [{ field: 'month', problem: 'todavía no llega' }] })
  const { from, to } = await edges(work, payee, month)
  const movements = (await journalsOf(work, payee, { from, to })).map((row) => movementOf(payee, row))
  const openingCents = await dueBefore(work, payee, from)
  const sumOf = (code: StatementCode) => movements.reduce((sum, { parts }) => sum + (parts[code] ?? 0), 0)
  const lines = codes.map((code) => ({ code, amountCents: sumOf(code) }))
  const deposits = await readDeposits(work, payee, month)
  return {
    party: payee.party,
    month,
    openingCents,
    lines: lines.filter(({ code, amountCents }) => amountCents !== 0 || usual[payee.party].has(code)),
    closingCents: openingCents + lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    taxNote: taxSentenceOf(0 - sumOf('withheld')),
    deposits,
    depositedCents: deposits.reduce(
      (sum, { status, amountCents }) => (status === 'failed' ? sum : sum + amountCents),
      0,
    ),
    occupancy: payee.party === 'host' ? await filled(work, month) : null,
    movements,
  }
}

const codes = Object.keys(statementLines).filter((code): code is StatementCode =>
  Object.hasOwn(statementLines, code),
)

/** Shown also where they are zero. */
const usual: Record<Payee['party'], ReadonlySet<StatementCode>> = {
  professional: new Set(['services', 'rent', 'commission', 'withheld', 'sent']),
  host: new Set(['rent', 'commission', 'withheld', 'sent']),
}

const edges = async (work: Work, { zone }: Payee, month: string): Promise<{ from: Date; to: Date }> => {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${`${month}-01`}::date::timestamp at time zone ${zone} as "from",
      ${dayAfter(month)}::date::timestamp at time zone ${zone} as "to"`.execute(work.db)
  return rows[0] ?? refuse('invalid_input')
}

const ownAccounts = {
  professional: [account.owedToProfessional, account.owedByProfessional, account.cashWithProfessional],
  host: [account.owedToHost, account.owedByHost, account.cashWithHost],
} as const

const dueBefore = async (work: Work, { party, id }: Payee, before: Date): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(e.amount_cents), 0)::bigint as cents from entries e join journals j on j.id = e.journal_id
    where e.account = any (${[...ownAccounts[party]]}::smallint[]) and e.party_id = ${id} and j.at < ${before}`.execute(
    work.db,
  )
  return rows[0]?.cents ?? 0
}

type Entry = {
  account: number
  side: 'professional' | 'host' | null
  partyId: number | null
  amountCents: number
}
type Row = {
  kind: string
  date: string
  takesPlace: boolean
  inPlaceCents: number
  service: string | null
  client: string | null
  professional: string | null
  place: string | null
  depositOn: string | null
  depositReference: string | null
  lines: Entry[]
}

/** Through the index on a party's entries; the other lines of each journal through its key. */
const journalsOf = async (
  work: Work,
  { party, id, zone }: Payee,
  { from, to }: { from: Date; to: Date },
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select j.kind, to_char(j.at at time zone ${zone}, 'YYYY-MM-DD') as date,
      coalesce(b.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed'), false) as "takesPlace", coalesce(b.in_place_cents, 0)::bigint as "inPlaceCents",
      b.service_name as service, b.contact ->> 'firstName' as client, concat_ws(' ', p.first_name, p.last_name) as professional,
      coalesce(business.name, concat_ws(' · ', s.name, u.name)) as place,
      to_char(d.arrives_on, 'YYYY-MM-DD') as "depositOn", d.trace as "depositReference", of_journal.lines
    from (select distinct e.journal_id as id from entries e join journals j on j.id = e.journal_id
      where e.account = any (${[...ownAccounts[party]]}::smallint[]) and e.party_id = ${id} and j.at >= ${from} and j.at < ${to}) mine
    join journals j on j.id = mine.id
    cross join lateral (select json_agg(json_build_object('account', e.account, 'side', e.side, 'partyId', e.party_id,
      'amountCents', e.amount_cents) order by e.line) as lines from entries e where e.journal_id = j.id) of_journal
    left join tips tip on tip.id = j.booking_id
    left join booking_balances balance on balance.id = j.booking_id
    left join overtimes extra on extra.id = j.booking_id
    left join rent_charges rent on rent.id = j.booking_id
    left join memberships m on m.id = rent.membership_id left join spaces home on home.id = m.space_id
    left join businesses business on business.id = home.business_id
    left join bookings b on b.id = coalesce(tip.booking_id, balance.booking_id, extra.booking_id, j.booking_id)
    left join spaces s on s.id = b.space_id left join units u on u.id = b.unit_id
    left join professionals p on p.id = coalesce(b.professional_id, rent.professional_id)
    left join payouts o on j.kind = 'transfer' and o.booking_id = j.booking_id and o.party = ${party}
    left join bank_deposit_transfers t on t.payout_id = o.id and t.transfer_ref = j.external_id
    left join bank_deposits d on d.id = t.deposit_id
    order by j.at, j.id`.execute(work.db)
  return rows
}

const movementOf = (payee: Payee, row: Row): Movement => {
  const netCents =
    0 - row.lines.reduce((sum, line) => (isMine(payee, line) ? sum + line.amountCents : sum), 0)
  const parts = partsOf(payee, row, netCents)
  const explained = Object.values(parts).reduce((sum, cents) => sum + cents, 0)
  const about = payee.party === 'host' ? [row.professional, row.place] : [row.client, row.service, row.place]
  return {
    date: row.date,
    name: names.get(row.kind) ?? (row.service === null ? 'Renta' : 'Cita'),
    detail: about.filter(Boolean).join(' · '),
    deposit: row.depositOn === null ? null : { on: row.depositOn, reference: row.depositReference },
    parts: explained === netCents ? parts : { ...parts, other: (parts.other ?? 0) + netCents - explained },
  }
}

const isMine = ({ party, id }: Payee, line: Entry) =>
  line.partyId === id && ownAccounts[party].some((one) => one === line.account)

/** Journals that are one line of the statement, whole. */
const whole: ReadonlyMap<string, StatementCode> = new Map([
  ['transfer', 'sent'],
  ['returned_transfer', 'returned'],
  ['tip', 'tips'],
  ['cash', 'in_hand'],
  ['cash_back', 'in_hand'],
  ['cash_kept', 'in_hand'],
  ['compensation', 'compensation'],
  ['rescue', 'compensation'],
  ['rent_direct', 'direct'],
  ['clawback', 'other'],
])

const names: ReadonlyMap<string, string> = new Map([
  ['transfer', 'Enviado a tu banco'],
  ['returned_transfer', 'Regresado por el banco'],
  ['clawback', 'Descuento de lo que debías'],
  ['tip', 'Propina'],
  ['cash', 'Efectivo recibido'],
  ['cash_back', 'Efectivo devuelto'],
  ['cash_kept', 'Efectivo repartido'],
  ['compensation', 'Compensación'],
  ['rescue', 'Cambio de lugar'],
  ['rent_charge', 'Renta fija'],
  ['rent_return', 'Renta fija devuelta'],
  ['rent_direct', 'Renta pagada directo'],
  ['goodwill', 'Ajuste de Kalli'],
  ['correction', 'Corrección'],
])

const partsOf = (
  payee: Payee,
  { kind, takesPlace, inPlaceCents, lines }: Row,
  netCents: number,
): Movement['parts'] => {
  const code = whole.get(kind)
  if (code !== undefined) return { [code]: netCents }
  if (payee.party === 'professional') {
    if (kind === 'rent_charge' || kind === 'rent_return') return { fixed_rent: netCents }
    if (!lines.some(({ side }) => side === 'professional'))
      return lines.some((line) => isMine(payee, line) && line.account === account.owedByProfessional)
        ? { by_card: netCents }
        : { other: netCents }
  }
  // In a journal with two hosts, the other's lines do not concern this one.
  const known = lines.flatMap(({ account, side, partyId, amountCents }) =>
    side === null || (payee.party === 'host' && partyId !== null && side === 'host' && partyId !== payee.id)
      ? []
      : [{ account, side, amountCents }],
  )
  if (payee.party === 'host') {
    const own = amountsOf(known.filter(({ side }) => side === 'host'))
    return {
      rent: own.rentCents,
      commission: 0 - own.commissionCents,
      withheld: 0 - own.withheldCents,
      compensation: 0 - own.compensationCents,
    }
  }
  // The cost of months is a journal of its own.
  if (known.some((line) => line.account === account.pspFees)) return { months: netCents }
  const own = ownAmountsOf(known, { takesPlace, inPlaceCents })
  return {
    services: own.serviceCents,
    rent: 0 - own.rentCents,
    commission: 0 - own.commissionCents,
    withheld: 0 - own.withheldCents,
    compensation: 0 - own.compensationCents,
  }
}

/** Of the past days of the month, as the dashboard counts it. */
const filled = async (work: Work, month: string): Promise<Statement['occupancy']> => {
  const last = Temporal.PlainDate.from(dayAfter(month)).subtract({ days: 1 })
  const yesterday = Temporal.Instant.fromEpochMilliseconds(work.now.getTime())
    .toZonedDateTimeISO('America/Mexico_City')
    .toPlainDate()
    .subtract({ days: 1 })
  const to = Temporal.PlainDate.compare(last, yesterday) < 0 ? last : yesterday
  if (to.toString() < `${month}-01`) return { openMinutes: 0, bookedMinutes: 0 }
  const { spaces } = await occupancy(work, { from: `${month}-01`, to: to.toString() })
  const cells = spaces.flatMap((space) => space.cells)
  return {
    openMinutes: cells.reduce((sum, cell) => sum + cell.openMinutes, 0),
    bookedMinutes: cells.reduce((sum, cell) => sum + cell.bookedMinutes, 0),
  }
}
