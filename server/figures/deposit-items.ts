/** What a payout was earned with: a visit, hours, a fixed rent, and for whom; as its payee may read it. */
import { type RawBuilder, sql } from 'kysely'
import type { DepositItem, PayeeParty } from '#contract/figures/bank-deposit.ts'
import { depositItemKinds } from '#contract/figures/bank-deposit.ts'
import { waitingFor } from '#server/figures/waiting.ts'
import type { Work } from '#server/platform/work.ts'

/** `state` and `on` are the caller's own columns. */
export type ItemRow = DepositItem & { state: string; on: string }
type Question = {
  state: RawBuilder<unknown>
  on: RawBuilder<unknown>
  amount: RawBuilder<unknown>
  /** With `o`, the payout. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

type Row = Omit<ItemRow, 'title' | 'detail'> & {
  service: string | null
  client: string | null
  professional: string | null
  place: string | null
}

/** In the order of their days. */
export const depositItems = async (
  work: Work,
  party: PayeeParty,
  { state, on, amount, from, where }: Question,
): Promise<ItemRow[]> => {
  const { rows } = await sql<Row>`
    select ${state} as state, ${on} as "on", o.id as "payoutId", (${amount})::bigint as "amountCents",
      case when tip.id is not null then 'tip' when balance.id is not null then 'balance' when extra.id is not null then 'overtime'
        when rent.id is not null then 'fixed_rent' when b.kind = 'rent' then 'rent' when b.id is not null then 'visit' else 'other' end as kind,
      b.id as "bookingId", rent.id as "rentChargeId", coalesce(to_char(b.local_start, 'YYYY-MM-DD'), to_char(lower(rent.period), 'YYYY-MM-DD')) as date,
      b.service_name as service, b.contact ->> 'firstName' as client,
      concat_ws(' ', p.first_name, p.last_name) as professional,
      coalesce(business.name, concat_ws(' · ', s.name, u.name)) as place
    from ${from} ${waitingFor}
    left join tips tip on tip.id = coalesce(bank.booking_id, o.booking_id)
    left join booking_balances balance on balance.id = coalesce(bank.booking_id, o.booking_id)
    left join overtimes extra on extra.id = coalesce(bank.booking_id, o.booking_id)
    left join rent_charges rent on rent.id = o.booking_id
    left join memberships m on m.id = rent.membership_id left join spaces home on home.id = m.space_id
    left join businesses business on business.id = home.business_id
    left join bookings b on b.id = coalesce(tip.booking_id, balance.booking_id, extra.booking_id, problem.booking_id, bank.booking_id,
      o.origin_booking_id, o.booking_id)
    left join spaces s on s.id = b.space_id left join units u on u.id = b.unit_id
    left join professionals p on p.id = coalesce(b.professional_id, rent.professional_id)
    where ${where} order by coalesce(b.starts_at, lower(rent.period)::timestamptz), o.id limit 1000`.execute(
    work.db,
  )
  return rows.map(({ service, client, professional, place, ...row }) => ({
    ...row,
    ...wordsOf(party, row.kind, { service, client, professional, place }),
  }))
}

type Names = Pick<Row, 'service' | 'client' | 'professional' | 'place'>

/** A host reads who rented where, and nothing about the client of a visit. */
const wordsOf = (party: PayeeParty, kind: DepositItem['kind'], names: Names) => {
  const { service, client, professional, place } = names
  const joined = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')
  const title =
    party === 'host' || kind === 'fixed_rent'
      ? joined(party === 'host' ? professional : place)
      : joined(client, service)
  const detail = joined(
    kind === 'visit' ? null : depositItemKinds[kind],
    party === 'host' || kind !== 'fixed_rent' ? place : null,
  )
  return { title: title === '' ? depositItemKinds[kind] : title, detail }
}
