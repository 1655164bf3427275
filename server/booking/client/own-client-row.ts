/** An entry of a professional's book: figures from her visits by one index, with what she entered. */
import { type RawBuilder, sql } from 'kysely'
import type { Birthday, OwnClient } from '#contract/booking/client/own-client.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { digitsOf, hasDigits, hasWords } from '#server/booking/columns/typed-search.ts'
import { certainStatuses, doneStatuses, liveStatuses } from '#server/booking/moves/rules.ts'
import { goneCents } from '#server/booking/settlement/dispute-money.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export const ownId = (work: Work): number => work.viewer.professionalId ?? refuse('no_profile')

const isDone = sql`visit.status in (${statusList(doneStatuses)})`
const isLive = sql`visit.status in (${statusList(liveStatuses)})`
const isLast = (work: Work) => sql`((${isDone} or ${isLive}) and visit.starts_at <= ${work.now}::timestamptz)`
const isNext = (work: Work) => sql`(${isLive} and visit.starts_at > ${work.now}::timestamptz)`
/** Statuses in which a visit shows its client's telephone. */
export const certainList = statusList(certainStatuses)
const isCertain = sql`visit.status in (${certainList})`

/** What was paid for it (upfront.ts, `paidOf`), less what was refunded at her cost. Refunds by Kalli or the host are not shown to her. */
export const spentOn = sql`visit.total_cents - visit.balance_cents - visit.balance_waived_cents - ${goneCents(sql`visit.id`)}`

/** Fewer digits would match everyone. */
const minDigits = 3

/**
 * Entries whose name contains every typed word, in any order and without accents, or whose telephone contains the typed digits in a row,
 * however either is written. The shared search of a professional's clients: book, ⌘K and "Nueva cita".
 */
export const foundBy = (q: string): RawBuilder<unknown> => {
  const named = hasWords(sql`entry."firstName" || ' ' || entry."lastName"`, q)
  return sql`(${named} or ${hasDigits(sql`entry.phone`, digitsOf(q, minDigits)?.slice(-10))})`
}

/** Most recent visit first; those who never came last, the newest entry first. */
export const latestSeen = sql`entry."seenAt" desc nulls last, entry.id desc`

export type Entry = {
  id: number
  clientId: number | null
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  birthMonth: number | null
  birthDay: number | null
  birthYear: number | null
  tags: string[]
  visits: number
  spentCents: number
  noShows: number
  lastAt: Date | null
  lastZone: string | null
  nextAt: Date | null
  nextZone: string | null
  seenAt: Date | null
}

/** `entry`: every entry of her book, merged ones as one. `only` limits the clients whose visits are counted, to read a single entry. */
export const entries = (
  work: Work,
  professionalId: number,
  only: RawBuilder<unknown> = sql`true`,
) => sql<Entry>`
  counted as (
    select visit.client_id, max(visit.starts_at) as seen_at,
      count(*) filter (where ${isDone})::int as visits,
      coalesce(sum(${spentOn}) filter (where ${isDone}), 0)::int as spent,
      count(*) filter (where no_show.absent = 'client' and no_show.state not in ('withdrawn', 'falls'))::int as no_shows,
      max(visit.starts_at) filter (where ${isLast(work)}) as last_at,
      (array_agg(visit.zone order by visit.starts_at desc) filter (where ${isLast(work)}))[1] as last_zone,
      min(visit.starts_at) filter (where ${isNext(work)}) as next_at,
      (array_agg(visit.zone order by visit.starts_at) filter (where ${isNext(work)}))[1] as next_zone,
      (array_agg(nullif(visit.contact ->> 'phone', '') order by visit.starts_at desc) filter (where ${isCertain}))[1] as phone
    from bookings visit left join no_shows no_show on no_show.booking_id = visit.id
    where visit.professional_id = ${professionalId} and visit.kind = 'visit' and visit.client_id is not null
      and visit.confirmed_at is not null and ${only}
    group by visit.client_id
  ), visited as (
    select coalesce(card.merged_into, card.id, counted.client_id) as id, max(seen_at) as seen_at,
      sum(visits)::int as visits, sum(spent)::int as spent, sum(no_shows)::int as no_shows,
      max(last_at) as last_at, (array_agg(last_zone order by last_at desc nulls last))[1] as last_zone,
      min(next_at) as next_at, (array_agg(next_zone order by next_at nulls last))[1] as next_zone,
      (array_agg(counted.phone order by seen_at desc))[1] as phone,
      (array_agg(counted.client_id order by seen_at desc))[1] as client_id
    from counted left join client_cards card on card.professional_id = ${professionalId} and card.client_id = counted.client_id
    group by 1
  ), carded as (
    select card.id, card.client_id, card.first_name, card.last_name, card.created_at,
      coalesce(nullif(card.phone, ''), part.phone) as phone, coalesce(nullif(card.email, ''), part.email) as email,
      coalesce(card.birth_month, part.birth_month) as birth_month, coalesce(card.birth_day, part.birth_day) as birth_day,
      case when card.birth_month is null then part.birth_year else card.birth_year end as birth_year,
      case when part.tags is null then card.tags
        else array(select distinct unnest(card.tags || part.tags) order by 1) end as tags
    from client_cards card left join lateral (
      select max(nullif(other.phone, '')) as phone, max(nullif(other.email, '')) as email, max(other.birth_month) as birth_month,
        (array_agg(other.birth_day order by other.birth_month desc nulls last))[1] as birth_day,
        (array_agg(other.birth_year order by other.birth_month desc nulls last))[1] as birth_year,
        (select array_agg(tag) from client_cards mine cross join unnest(mine.tags) as tag
          where mine.professional_id = card.professional_id and mine.merged_into = card.id) as tags
      from client_cards other where other.professional_id = card.professional_id and other.merged_into = card.id
    ) part on true
    where card.professional_id = ${professionalId} and card.merged_into is null
  ), entry as (
    select coalesce(carded.id, visited.id) as id, client.id as "clientId",
      coalesce(carded.first_name, client.first_name, '') as "firstName",
      case when carded.first_name is null then coalesce(client.last_name, '') else coalesce(carded.last_name, '') end as "lastName",
      coalesce(carded.phone, visited.phone) as phone, carded.email,
      carded.birth_month as "birthMonth", carded.birth_day as "birthDay", carded.birth_year as "birthYear",
      coalesce(carded.tags, '{}') as tags, coalesce(visits, 0) as visits, coalesce(spent, 0) as "spentCents",
      coalesce(no_shows, 0) as "noShows", last_at as "lastAt", last_zone as "lastZone", next_at as "nextAt",
      next_zone as "nextZone", seen_at as "seenAt"
    from visited full join carded on carded.id = visited.id
    left join clients client on client.id = coalesce(carded.client_id, visited.client_id)
  )`

export const birthdayOf = (row: {
  birthMonth: number | null
  birthDay: number | null
  birthYear: number | null
}): Birthday | null =>
  row.birthMonth === null || row.birthDay === null
    ? null
    : { month: row.birthMonth, day: row.birthDay, year: row.birthYear }

const at = (instant: Date | null, zone: string | null) =>
  instant === null || zone === null ? null : { startsAt: instant.toISOString(), zone }

export const present = (row: Entry): OwnClient => ({
  id: row.id,
  clientId: row.clientId,
  firstName: row.firstName,
  lastName: row.lastName,
  phone: row.phone,
  visits: row.visits,
  spentCents: row.spentCents,
  noShows: row.noShows,
  last: at(row.lastAt, row.lastZone),
  next: at(row.nextAt, row.nextZone),
  lastVisitAt: row.lastAt?.toISOString() ?? null,
  email: row.email,
  birthday: birthdayOf(row),
  tags: row.tags,
})

const root = (professionalId: number, id: number) => sql`
  coalesce((select coalesce(merged_into, id) from client_cards
    where professional_id = ${professionalId} and (id = ${id} or client_id = ${id}) order by id = ${id} desc limit 1), ${id}::bigint)`

/** The id of the entry that an id names: its own, its client's, or that of an entry merged into it. */
export const rootOf = async (work: Work, professionalId: number, id: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select ${root(professionalId, id)} as id`.execute(work.db)
  return rows[0]?.id ?? id
}

/** The entry that an id names. Refuses not_found. */
export const entryOf = async (work: Work, professionalId: number, id: number): Promise<Entry> => {
  const { rows } = await sql<Entry>`with root as (select ${root(professionalId, id)} as id), ${entries(
    work,
    professionalId,
    sql`visit.client_id in (select root.id from root union all select card.client_id from client_cards card join root on root.id in (card.id, card.merged_into)
        where card.professional_id = ${professionalId} and card.client_id is not null)`,
  )}
    select entry.* from entry join root on root.id = entry.id`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}
