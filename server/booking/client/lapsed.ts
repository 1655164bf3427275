/**
 * Clients who have not come for longer than usual, found in one query over the professional's own visits. A client with a coming visit in
 * any state is excluded. docs/booking/win-back.md.
 */
import { sql } from 'kysely'
import {
  intervalDays,
  type Lapsed,
  lostAfterDays,
  maxLapsed,
  outcomeDays,
  resultDays,
  visitsForInterval,
} from '#contract/booking/client/win-back.ts'
import { agreedOf } from '#server/booking/client/message-consent.ts'
import { entries, type Entry, spentOn } from '#server/booking/client/own-client-row.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import { doneStatuses, liveStatuses } from '#server/booking/moves/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** At least this many gaps of her other clients determine how often a service is usually repeated. */
const gapsForService = 3

const isDone = sql`visit.status in (${statusList(doneStatuses)})`
/** Held, requested or confirmed: a client with such a visit ahead is expected. */
const isExpected = sql`visit.status in (${statusList(['held', 'awaiting_payment', 'requested', ...liveStatuses])})`
const rootOfClient = sql`coalesce(card.merged_into, card.id, visit.client_id)`

type Row = Entry & {
  service: string
  interval_days: number
  interval_of: 'own' | 'service'
  days_since: number
  agreed: boolean
  written_at: Date | null
  written_way: 'kalli' | 'whatsapp' | null
}

/**
 * Clients who may be messaged come first, the latest first. An interval is the median of the days between visits that took place: one long
 * holiday does not change it. `only`: one entry of the book.
 */
export const lapsedOf = async (work: Work, professionalId: number, only?: number): Promise<Lapsed[]> => {
  const { rows } = await sql<Row>`
    with ${entries(work, professionalId)}, given as (
      select distinct on (root, day) ${rootOfClient} as root, (visit.starts_at at time zone visit.zone)::date as day,
        visit.service_id, visit.service_name, visit.starts_at
      from bookings visit left join client_cards card on card.professional_id = ${professionalId} and card.client_id = visit.client_id
      cross join lateral (select ${rootOfClient} as root, (visit.starts_at at time zone visit.zone)::date as day) of_day
      where visit.professional_id = ${professionalId} and visit.kind = 'visit' and visit.client_id is not null
        and visit.confirmed_at is not null and ${isDone}
      order by root, day, visit.starts_at desc
    ), own as (
      select root, count(*) as visits, percentile_disc(0.5) within group (order by gap) filter (where gap is not null) as gap,
        max(day) as last_day, (array_agg(service_id order by starts_at desc))[1] as service_id,
        (array_agg(service_name order by starts_at desc))[1] as service
      from (select given.*, day - lag(day) over (partition by root order by day) as gap from given) each_given group by root
    ), of_service as (
      select service_id, percentile_disc(0.5) within group (order by gap) as gap
      from (select service_id, day - lag(day) over (partition by root, service_id order by day) as gap from given
        where service_id is not null) repeated
      where gap is not null group by service_id having count(*) >= ${gapsForService}
    ), usual as (
      select own.root, own.last_day, own.service, case when own.visits >= ${visitsForInterval} then 'own' else 'service' end as interval_of,
        case when own.visits >= ${visitsForInterval} then own.gap else of_service.gap end as interval_days
      from own left join of_service using (service_id)
    ), coming as (
      select ${rootOfClient} as root
      from bookings visit left join client_cards card on card.professional_id = ${professionalId} and card.client_id = visit.client_id
      where visit.professional_id = ${professionalId} and visit.client_id is not null and visit.ends_at > ${work.now}::timestamptz
        and visit.starts_at > ${work.now}::timestamptz - interval '1 day' and ${isExpected}
    ), written as (
      select distinct on (root) coalesce(card.merged_into, card.id) as root, lower(message.pause) as at, message.way
      from win_back_messages message join client_cards card
        on card.professional_id = message.professional_id and card.id = message.card_id
      cross join lateral (select coalesce(card.merged_into, card.id) as root) of_card
      where message.professional_id = ${professionalId} and upper(message.pause) > ${work.now}::timestamptz
      order by root, lower(message.pause) desc
    ), lapsed as (
      select entry.*, usual.service, usual.interval_days, usual.interval_of, written.at as written_at, written.way as written_way,
        (${work.now}::timestamptz at time zone entry."lastZone")::date - usual.last_day as days_since
      from entry join usual on usual.root = entry.id left join written on written.root = entry.id
      where ${only === undefined ? sql`true` : sql`entry.id = ${only}`} and entry."firstName" <> '' and entry."nextAt" is null
        and not exists (select from coming where coming.root = entry.id)
        and usual.interval_days between ${intervalDays.min} and ${intervalDays.max}
    )
    select lapsed.*, exists (
        select from clients client left join notification_settings settings on settings.account_id = client.account_id
        where client.id = lapsed."clientId" and client.account_id is not null
          and (${agreedOf(professionalId, sql`lapsed.id`)}
          or coalesce((settings.choices -> 'win_back' ->> 'email')::boolean, false)
          or coalesce((settings.choices -> 'win_back' ->> 'push')::boolean, false)
            and exists (select from push_devices device where device.account_id = client.account_id))) as agreed
    from lapsed where days_since > interval_days and days_since <= ${lostAfterDays} and "lastAt" is not null
    order by written_at nulls first, days_since - interval_days desc, id limit ${maxLapsed}`.execute(work.db)
  return rows.flatMap((row) =>
    row.lastAt === null || row.lastZone === null ? [] : [present(row, row.lastAt, row.lastZone)],
  )
}

const present = (row: Row, lastAt: Date, zone: string): Lapsed => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  lastAt: lastAt.toISOString(),
  zone,
  service: row.service,
  intervalDays: row.interval_days,
  intervalOf: row.interval_of,
  daysSince: row.days_since,
  visits: row.visits,
  spentCents: row.spentCents,
  phone: row.phone,
  agreed: row.agreed,
  written:
    row.written_at === null || row.written_way === null
      ? null
      : { at: row.written_at.toISOString(), way: row.written_way },
})

/** Results of the messages of the last months: visits booked within sixty days of one. */
export const outcomeOf = async (work: Work, professionalId: number) => {
  const { rows } = await sql<{
    written: number
    byKalli: number
    clients: number
    booked: number
    came: number
    spentCents: number
  }>`
    with message as (
      select message.id, message.way, lower(message.pause) as at, coalesce(card.merged_into, card.id) as root
      from win_back_messages message join client_cards card
        on card.professional_id = message.professional_id and card.id = message.card_id
      where message.professional_id = ${professionalId} and upper(message.pause) > ${work.now}::timestamptz - make_interval(days => ${outcomeDays})
        and lower(message.pause) > ${work.now}::timestamptz - make_interval(days => ${outcomeDays})
    ), visit as (
      select distinct on (visit.id) visit.id, message.root, ${isDone} as is_done, ${spentOn} as spent
      from message join client_cards card on card.professional_id = ${professionalId} and message.root in (card.id, card.merged_into)
      join bookings visit on visit.professional_id = ${professionalId} and visit.client_id = card.client_id and visit.kind = 'visit'
        and visit.confirmed_at is not null and visit.created_at > message.at
        and visit.created_at <= message.at + make_interval(days => ${resultDays})
        and visit.status in (${statusList([...liveStatuses, ...doneStatuses])})
    )
    select (select count(*)::int from message) as written, (select count(*)::int from message where way = 'kalli') as "byKalli",
      (select count(distinct root)::int from message) as clients, (select count(distinct root)::int from visit) as booked,
      (select count(distinct root)::int from visit where is_done) as came,
      (select coalesce(sum(spent), 0)::int from visit where is_done) as "spentCents"`.execute(work.db)
  return rows[0] ?? { written: 0, byKalli: 0, clients: 0, booked: 0, came: 0, spentCents: 0 }
}
