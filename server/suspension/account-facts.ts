/** What support reads of an account beside a suspension: its partners, its money and its past bookings. Only counts and its own rows. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BookingStatus } from '#contract/booking/booking-status.ts'
import type { AccountCase } from '#contract/suspension/suspension.ts'
import { account } from '#server/payment/ledger/journals.ts'
import type { Work } from '#server/platform/work.ts'
import { namesOf, type Parties } from '#server/suspension/parties.ts'

type Facts = Pick<
  z.input<typeof AccountCase>,
  'phone' | 'level' | 'partners' | 'partnerCount' | 'money' | 'counts' | 'past'
>

const maxShown = 10

export const factsOf = async (work: Work, parties: Parties): Promise<Facts> => {
  const { rows } = await sql<{ phone: string | null; level: number }>`
    select phone, verification_level as level from accounts where id = ${parties.accountId}`.execute(work.db)
  const partners = await partnersOf(work, parties)
  return {
    phone: rows[0]?.phone ?? null,
    level: rows[0]?.level ?? 0,
    partners: partners.slice(0, maxShown),
    partnerCount: partners.length,
    money: await moneyOf(work, parties),
    counts: await countsOf(work, parties),
    past: await pastOf(work, parties),
  }
}

/** By their accounts, each once: with whom there is an agreement that is not over. */
const partnersOf = async (work: Work, { professionalId, hostId }: Parties): Promise<Facts['partners']> => {
  const { rows } = await sql<Facts['partners'][number]>`
    select distinct on (id) id, name, place from (
      select h.account_id as id, b.name, s.name as place from agreements a join spaces s on s.id = a.space_id
        join businesses b on b.id = s.business_id join hosts h on h.id = s.host_id
      where a.professional_id = ${professionalId}::bigint and a.status not in ('expired', 'ended')
      union all
      select p.account_id, concat_ws(' ', p.first_name, p.last_name), s.name from agreements a join spaces s on s.id = a.space_id
        join professionals p on p.id = a.professional_id
      where s.host_id = ${hostId}::bigint and a.status not in ('expired', 'ended')
    ) partner order by id, name`.execute(work.db)
  return rows
}

const moneyOf = async (
  work: Work,
  { professionalId, hostId, clientIds }: Parties,
): Promise<Facts['money']> => {
  const { rows } = await sql<Facts['money']>`
    select coalesce(sum(amount_cents - clawed_back_cents) filter (where status = 'paid'), 0)::bigint as "paidCents",
      coalesce(sum(amount_cents - clawed_back_cents) filter (where status not in ('paid', 'withheld')), 0)::bigint as "dueCents",
      coalesce(sum(amount_cents - clawed_back_cents) filter (where status = 'withheld'), 0)::bigint as "heldCents",
      (select coalesce(sum(amount_cents), 0)::bigint from balances where account = ${account.owedByProfessional} and party_id = ${professionalId}::bigint
        or account = ${account.owedByHost} and party_id = ${hostId}::bigint) as "owedCents",
      (select coalesce(-sum(amount_cents), 0)::bigint from balances
        where account = ${account.clientCredit} and party_id = any (${clientIds}::bigint[])) as "creditCents",
      (select coalesce(sum(paid.cents), 0)::bigint from bookings b join payments main on main.booking_id = b.id
        cross join lateral (select main.captured_cents - main.refunded_cents as cents union all
          select added.captured_cents - added.refunded_cents from payments added where added.adds_to = main.id) paid
        where b.client_id = any (${clientIds}::bigint[])) as "spentCents"
    from payouts where party = 'professional' and party_id = ${professionalId}::bigint or party = 'host' and party_id = ${hostId}::bigint`.execute(
    work.db,
  )
  return rows[0] ?? { paidCents: 0, dueCents: 0, heldCents: 0, owedCents: 0, creditCents: 0, spentCents: 0 }
}

/** All roles of the account; unpaid holds are no bookings. */
const own = ({ professionalId, hostId, clientIds }: Parties) => sql`(
    select id, status, starts_at, service_name, zone, 'professional' as side from bookings where professional_id = ${professionalId}::bigint
    union select id, status, starts_at, service_name, zone, 'host' from bookings where host_id = ${hostId}::bigint
    union select id, status, starts_at, service_name, zone, 'client' from bookings where client_id = any (${clientIds}::bigint[])
  ) own where own.status not in ('held', 'awaiting_payment', 'expired')`

const countsOf = async (work: Work, parties: Parties): Promise<Facts['counts']> => {
  const { rows } = await sql<Facts['counts']>`
    select count(distinct id)::int as bookings,
      count(distinct id) filter (where status in ('to_settle', 'completed', 'closed'))::int as completed,
      count(distinct id) filter (where status = 'cancelled_by_' || side)::int as cancelled,
      count(distinct id) filter (where status = side || '_no_show')::int as missed,
      (select count(*)::int from disputes d join bookings b on b.id = d.booking_id
        where b.professional_id = ${parties.professionalId}::bigint and 'professional' in (d.opened_by, d.respondent)
          or d.host_id = ${parties.hostId}::bigint
          or b.client_id = any (${parties.clientIds}::bigint[]) and d.opened_by = 'client') as disputes
    from ${own(parties)}`.execute(work.db)
  return rows[0] ?? { bookings: 0, completed: 0, cancelled: 0, missed: 0, disputes: 0 }
}

type PastRow = { id: string; status: string; service: string; startsAt: Date; zone: string }

const pastOf = async (work: Work, parties: Parties): Promise<Facts['past']> => {
  const { rows } = await sql<PastRow>`
    select distinct id, status, service_name as service, starts_at as "startsAt", zone from ${own(parties)}
      and (own.starts_at <= ${work.now} or own.status not in ('requested', 'confirmed')) order by starts_at desc, id limit ${maxShown}`.execute(
    work.db,
  )
  const names = await namesOf(
    work,
    parties,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    status: z.parse(BookingStatus, row.status),
    startsAt: row.startsAt.toISOString(),
    with: names.get(row.id)?.with ?? '',
  }))
}
