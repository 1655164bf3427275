/**
 * Fixed rents charged automatically: each period on its first day, the first one on the day the member joins (product.md §4, A4). A week is
 * seven days from then; months are calendar months, so that whole ones cost a whole rent.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import { fixedRentCents, BusinessTerms, nextRentDay } from '#contract/team/rent-terms.ts'
import type { RentCollection, setRentCollection } from '#contract/team/rent.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { dateAt } from '#server/hiring/fit/hiring.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { charge, type Tenant } from '#server/team/rent.ts'

/** Whether the host's rents are charged automatically; by default they are. Refuses `not_found`. */
export const collection = async (work: Work): Promise<z.input<typeof RentCollection>> => {
  const row = await work.db
    .selectFrom('rent_collections')
    .select('since')
    .where('host_id', '=', work.viewer.hostId ?? refuse('not_found'))
    .executeTakeFirst()
  return { byItself: row === undefined || row.since !== null }
}

/** From today on; earlier uncharged days need a run by hand. Refuses `not_found`. */
export const setCollection = async (
  work: Work,
  { body }: Input<typeof setRentCollection>,
): Promise<z.input<typeof RentCollection>> => {
  const since = body.byItself ? work.now : null
  await work.db
    .insertInto('rent_collections')
    .values({ host_id: work.viewer.hostId ?? refuse('not_found'), since })
    .onConflict((conflict) =>
      conflict.column('host_id').doUpdateSet({
        // Repeating it keeps the first date.
        since: since === null ? null : sql`coalesce(rent_collections.since, ${since}::timestamptz)`,
      }),
    )
    .execute()
  return collection(work)
}

type Due = Tenant & {
  /**
   * The first uncharged day, neither before they joined nor before the business charges automatically, nor while its account was suspended
   * and could not be booked there.
   */
  from: string
  /** Their last day, if it is known. */
  lastDay: string | null
}

const aRound = 500

/** Each in its own transaction; a concurrent run by hand comes before or after it. */
export const chargeDue = async (work: Work) => {
  const due = await dueOf(work, sql`true`)
  await runIsolated(work, due, ({ memberId, hostId }) =>
    inTransaction(work, async (work) => {
      await lockName(work, `rent-run:${hostId}`)
      const [one] = await dueOf(work, sql`m.id = ${memberId}`)
      if (one !== undefined) await chargeNext(work, one)
    }),
  )
}

const chargeNext = async (work: Work, one: Due) => {
  const { fixed } = one.terms
  if (fixed === null) return
  const next = nextRentDay(fixed.every, one.from)
  const whole = new Date(Date.parse(next) - dayMs).toISOString().slice(0, 10)
  const period = {
    from: one.from,
    to: one.lastDay !== null && one.lastDay < whole ? one.lastDay : whole,
  }
  const cents = fixedRentCents(one.terms, period.from, period.to)
  if (cents === 0) return
  const runId = randomUUID()
  await work.db
    .insertInto('rent_runs')
    .values({
      id: runId,
      host_id: one.hostId,
      period_from: period.from,
      period_to: period.to,
      made_by: null,
      made_at: work.now,
    })
    .execute()
  await charge(work, runId, one, period, cents)
}

/** Present members whose charged days are over, in a business that charges automatically and is not suspended. */
const dueOf = async (work: Work, which: ReturnType<typeof sql>): Promise<Due[]> => {
  const { rows } = await sql<Omit<Due, 'terms' | 'lastDay'> & { terms: unknown; endsAt: Date | null }>`
    select * from (
      select m.id as "memberId", m.version, concat_ws(' ', p.first_name, p.last_name) as name,
        m.professional_id as "professionalId", m.host_id as "hostId", m.space_id as "spaceId", s.zone, m.terms,
        to_char(m.joined_at at time zone s.zone, 'YYYY-MM-DD') as "joinedOn", m.agreement_id as "agreementId", false as charged,
        least(m.ends_at, a.valid_to) as "endsAt",
        to_char(greatest((m.joined_at at time zone s.zone)::date, (c.since at time zone s.zone)::date,
          (select (max(done_at) at time zone s.zone)::date from account_acts where account_id = owner.id and kind = 'lift'),
          (select max(upper(one.period)) from rent_charges one where one.membership_id = m.id)), 'YYYY-MM-DD') as "from",
        to_char(${work.now}::timestamptz at time zone s.zone, 'YYYY-MM-DD') as today
      from memberships m left join rent_collections c on c.host_id = m.host_id join spaces s on s.id = m.space_id
        join professionals p on p.id = m.professional_id join hosts h on h.id = m.host_id
        join accounts owner on owner.id = h.account_id and owner.suspended_at is null left join agreements a on a.id = m.agreement_id
      where m.status = 'active' and (c.host_id is null or c.since is not null) and m.terms -> 'fixed' <> 'null' and m.joined_at <= ${work.now}
        and ${which}
    ) one where one."from" <= one.today order by one."memberId" limit ${aRound}`.execute(work.db)
  return rows
    .map(({ endsAt, terms, ...row }) => ({
      ...row,
      terms: z.parse(BusinessTerms, terms),
      lastDay: endsAt === null ? null : dateAt(new Date(endsAt.getTime() - 1), row.zone),
    }))
    .filter(({ from, lastDay }) => lastDay === null || from <= lastDay)
}
