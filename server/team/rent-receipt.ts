/** Rent receipts, and the results of their charges. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { DirectPayment, RentReceipt, type rentReceipt } from '#contract/team/rent.ts'
import { rentLinesOf } from '#server/payment/payout/business-rent.ts'
import { account } from '#server/payment/ledger/journals.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { type Collecting, collecting } from '#server/team/business.ts'
import { paidByCard, stillOwed } from '#server/team/owed.ts'

/** For the membership `m`. */
export const isAt = (spaceId: Collecting['spaceId']) =>
  spaceId === null ? sql<boolean>`true` : sql<boolean>`m.space_id = ${spaceId}`

type Charged = {
  id: string
  status: 'due' | 'paid'
  from: string
  to: string
  businessName: string
  name: string
  explanation: string
  amountCents: number
  chargedAt: Date
  paidAt: Date | null
  isProfessional: boolean
  owedCents: number
  byCard: boolean
  returnedCents: number
  directCents: number
  directs: unknown
  failure: string | null
  againAt: Date | null
  blocked: boolean
  cardRequested: string | null
  paymentId: string | null
  paymentStatus: string | null
  actionUrl: string | null
}

/** The direct payments recorded for the rent `c`, the first one first. */
const directsOf = sql`(select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind, 'amountCents', d.amount_cents, 'method', d.method,
    'saidBy', a.first_name, 'saidAt', to_char(d.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'mayUndo', d.kind = 'received' and not exists (select from rent_direct_payments u where u.undoes_id = d.id)) order by d.number), '[]')
  from rent_direct_payments d join accounts a on a.id = d.recorded_by where d.charge_id = c.id)`

const Directs = z.array(DirectPayment)

const readCharges = async (work: Work, which: ReturnType<typeof sql>) => {
  const { rows } = await sql<Charged>`
    select c.id, c.status, to_char(lower(c.period), 'YYYY-MM-DD') as "from", to_char(upper(c.period) - 1, 'YYYY-MM-DD') as "to",
      b.name as "businessName", concat_ws(' ', p.first_name, p.last_name) as name, c.explanation, c.amount_cents::float8 as "amountCents",
      c.charged_at as "chargedAt", c.paid_at as "paidAt",
      coalesce(c.professional_id = ${work.viewer.professionalId}::bigint, false) as "isProfessional",
      ${stillOwed} as "owedCents", ${paidByCard} as "byCard", c.returned_cents::float8 as "returnedCents", c.direct_cents::float8 as "directCents",
      ${directsOf} as directs, c.card_failure as failure, c.card_next_at as "againAt",
      c.status = 'due' and c.blocked_at is not null as blocked, c.card_requested as "cardRequested", k.id as "paymentId",
      k.status as "paymentStatus", k.action_url as "actionUrl"
    from rent_charges c left join payments k on k.booking_id = c.id join memberships m on m.id = c.membership_id join spaces s on s.id = m.space_id
    join businesses b on b.id = s.business_id join professionals p on p.id = c.professional_id
    where ${which} order by c.number desc limit 100`.execute(work.db)
  return rows
}

/** The professional's charges as a member of a business, the newest first. */
export const receipts = async (work: Work): Promise<RentReceipt[]> => {
  const rows = await readCharges(work, sql`c.professional_id = ${work.viewer.professionalId}::bigint`)
  const all: RentReceipt[] = []
  for (const row of rows) all.push(await draw(work, row))
  return all
}

/**
 * Either party's own lines, or the business's for the member who charges in its name. Refuses `not_found`, also for another's,
 * `member_may_not`.
 */
export const receipt = async (
  work: Work,
  { params, query }: Input<typeof rentReceipt>,
): Promise<RentReceipt> => {
  const { own, spaceId } =
    query.membership === undefined ? { own: work, spaceId: null } : await collecting(work, query.membership)
  const { professionalId, hostId } = own.viewer
  const [row] = await readCharges(
    own,
    sql`c.id = ${params.id} and (c.professional_id = ${professionalId}::bigint or c.host_id = ${hostId}::bigint) and ${isAt(spaceId)}`,
  )
  return row === undefined ? refuse('not_found') : draw(own, row)
}

/** From the ledger: the amount owed, and for the host what the platform and the tax office deducted. */
const draw = async (work: Work, row: Charged): Promise<RentReceipt> => {
  const posted = await rentLinesOf(work, row.id)
  const sumOf = (...numbers: readonly number[]) =>
    posted
      .filter((line) => numbers.includes(line.account))
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const mine = row.isProfessional
    ? [{ code: 'rent', label: 'Renta fija', amountCents: -row.amountCents }, ...unused(row.returnedCents)]
    : [
        { code: 'rent', label: 'Renta fija', amountCents: row.amountCents },
        ...unused(-row.returnedCents),
        {
          code: 'commission',
          label: 'Comisión de Kalli, con IVA',
          amountCents: sumOf(account.revenueHost, account.ivaCharged),
        },
        { code: 'isr', label: 'ISR retenido', amountCents: sumOf(account.isrWithheld) },
        { code: 'iva', label: 'IVA retenido', amountCents: sumOf(account.ivaWithheld) },
      ].filter(({ amountCents }) => amountCents !== 0)
  const { isProfessional, ...shown } = row
  return z.parse(RentReceipt, {
    ...shown,
    ...byCard(row),
    directs: z
      .parse(Directs, row.directs)
      .map((one) => ({ ...one, mayUndo: one.mayUndo && !isProfessional })),
    party: isProfessional ? 'professional' : 'host',
    chargedAt: row.chargedAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    lines: mine,
    netCents: mine.reduce((sum, { amountCents }) => sum + amountCents, 0),
  })
}

/** The membership ended before the charged days did. */
const unused = (amountCents: number) =>
  amountCents === 0 ? [] : [{ code: 'returned', label: 'Días sin usar', amountCents }]

/** How it was paid, or the rest of it that was not paid directly. */
const payerOf = (row: Pick<Charged, 'directCents' | 'amountCents' | 'returnedCents' | 'byCard'>) =>
  row.directCents >= row.amountCents - row.returnedCents ? 'direct' : row.byCard ? 'card' : 'earnings'

/** The card payment's status; a pending authentication is shown to the payer alone. */
const byCard = ({ status, isProfessional, ...row }: Charged) => ({
  paidBy: status === 'due' ? null : payerOf(row),
  refused: status === 'due' && row.failure !== null ? { againAt: row.againAt?.toISOString() ?? null } : null,
  paying:
    isProfessional && status === 'due' && row.cardRequested !== null && row.paymentId !== null
      ? {
          paymentId: row.paymentId,
          actionUrl: row.paymentStatus === 'requires_action' ? row.actionUrl : null,
        }
      : null,
})
