/**
 * The writer: the visits of a telephone that was confirmed by a code, by its account or for the visit itself. A number that was only typed
 * beside a mailbox has none, since it may belong to another person.
 */
import { sql } from 'kysely'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { someHome } from '#contract/service/modality.ts'
import { viewToken } from '#server/booking/moves/party.ts'
import { readAs } from '#server/booking/summary/present.ts'
import { actingAs, anonymous, type Work } from '#server/platform/work.ts'

export type Visit = Awaited<ReturnType<typeof readVisit>>

/** Questions about a visit still come after its end: where it was, the receipt. */
const stillMs = 12 * hourMs

/** As the client of this visit, as the link for this telephone's code does. */
export const asClient = (work: Work, visit: { id: string; endsAt: string }) =>
  ({
    as: 'client',
    t: viewToken(work, { id: visit.id, ends_at: new Date(visit.endsAt) }, 'telephone'),
  }) as const

export const readVisit = async (work: Work, id: string) => readAs(work, id, 'client')

/** What is to come: confirmed or requested, the next first. `recent`: also what began or ended within some hours. */
export const visitsOf = async (work: Work, phone: string, { recent = false } = {}): Promise<Visit[]> => {
  const after = new Date(work.now.getTime() - stillMs)
  const which = recent
    ? sql`booking.status in ('confirmed', 'requested', 'in_progress', 'to_settle', 'completed', 'closed')`
    : sql`booking.status in ('confirmed', 'requested')`
  const ids = await idsOf(work, phone, sql`${which} and booking.ends_at > ${after}`)
  return Promise.all(ids.map((id) => readVisit(work, id)))
}

/** What is to come; without any, what began or ended within some hours. */
export const currentOf = async (work: Work, phone: string): Promise<Visit[]> => {
  const next = await visitsOf(work, phone)
  return next.length > 0 ? next : visitsOf(work, phone, { recent: true })
}

/** The receipt of the last visit is requested days later. Telephone numbers change hands, so an older one is not shown. */
const receiptMs = 30 * dayMs

export const lastWithReceipt = async (work: Work, phone: string): Promise<Visit | null> => {
  const visit = await lastVisitOf(work, phone)
  if (visit === null || !visit.hasReceipt) return null
  return Date.parse(visit.endsAt) > work.now.getTime() - receiptMs ? visit : null
}

/** In any state; null: it is not this telephone's. */
export const visitOf = async (work: Work, phone: string, id: string): Promise<Visit | null> => {
  const ids = await idsOf(work, phone, sql`booking.id = ${id}`)
  return ids[0] === undefined ? null : readVisit(work, ids[0])
}

/** The newest that was confirmed, also long over. */
export const lastVisitOf = async (work: Work, phone: string): Promise<Visit | null> => {
  const { rows } = await sql<{ id: string }>`
    select id from ${bookingsOf(phone)} visit where visit.kind = 'visit' and visit.confirmed_at is not null
    order by visit.starts_at desc limit 1`.execute(work.db)
  return rows[0] === undefined ? null : readVisit(work, rows[0].id)
}

const idsOf = async (work: Work, phone: string, which: ReturnType<typeof sql>): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select booking.id, booking.starts_at from bookings booking
      where booking.contact is not null and booking.contact ->> 'phone' = ${phone}
        and booking.contact ->> 'proved' = 'phone' and booking.kind = 'visit' and ${which}
      union
      select booking.id, booking.starts_at from accounts owner
        join clients client on client.account_id = owner.id join bookings booking on booking.client_id = client.id
      where owner.phone = ${phone} and owner.phone_confirmed_at is not null and owner.suspended_at is null
        and booking.kind = 'visit' and ${which}) own
    order by starts_at, id limit 8`.execute(work.db)
  return rows.map(({ id }) => id)
}

/** The account of this telephone as a professional or host; null: it is neither. */
export const workerOf = async (work: Work, phone: string): Promise<Work | null> => {
  const { rows } = await sql<{ accountId: number; professionalId: number | null; hostId: number | null }>`
    select a.id as "accountId", p.id as "professionalId", h.id as "hostId" from accounts a
    left join professionals p on p.account_id = a.id left join hosts h on h.account_id = a.id
    where a.phone = ${phone} and a.phone_confirmed_at is not null and a.suspended_at is null
      and num_nonnulls(p.id, h.id) > 0 order by a.id limit 1`.execute(work.db)
  const [own] = rows
  return own === undefined ? null : actingAs(work, { ...anonymous, ...own })
}

/** All bookings of a telephone that its owner proved: made with it, or by its account. */
const bookingsOf = (phone: string) => sql`(select booking.* from bookings booking
        where booking.contact is not null and booking.contact ->> 'phone' = ${phone} and booking.contact ->> 'proved' = 'phone'
      union all
      select booking.* from accounts owner join clients client on client.account_id = owner.id
        join bookings booking on booking.client_id = client.id
        where owner.phone = ${phone} and owner.phone_confirmed_at is not null and owner.suspended_at is null)`

/** Earlier professionals, for another visit: the newest service of each that is still offered. */
export const formerOf = async (work: Work, phone: string) => {
  const { rows } = await sql<{ professionalId: number; serviceId: number; service: string; name: string }>`
    select distinct on (professional.id) professional.id as "professionalId", offered.id as "serviceId",
      offered.name as service, professional.first_name || ' ' || professional.last_name as name
    from ${bookingsOf(phone)} visit
    join professionals professional on professional.id = visit.professional_id
    join services offered on offered.id = visit.service_id and offered.visibility = 'visible'
    where visit.kind = 'visit' and visit.status in ('confirmed', 'in_progress', 'completed', 'closed')
    order by professional.id, visit.starts_at desc limit 8`.execute(work.db)
  return rows
}

const shownHomes = 5

/** Homes of the last year's and upcoming visits: the latest first, each address once. Telephone numbers change hands, so none is older. */
export const homesOf = async (work: Work, phone: string) => {
  const { rows } = await sql<{ place: number; line: string; area: string }>`
    select place, line, area from (
      select distinct on (home.line, home.city) home.place, home.line,
        concat_ws(', ', home.neighbourhood, home.city) as area, visit.starts_at
      from ${bookingsOf(phone)} visit
      join visit_places home on home.place = visit.visit_place
      where visit.kind = 'visit' and visit.confirmed_at is not null and visit.visit_place < ${sql.lit(someHome)}
        and visit.starts_at > ${work.now}::timestamptz - interval '1 year' and home.line is not null
      order by home.line, home.city, visit.starts_at desc) known
    order by starts_at desc, place limit ${shownHomes}`.execute(work.db)
  return rows
}

/** The booker of this telephone: its account, or a visitor known only by it. Either may hold two hours at once. */
export const bookerOf = async (work: Work, phone: string) => {
  const { rows } = await sql<{ accountId: number; clientId: number | null; firstName: string }>`
    select a.id as "accountId", c.id as "clientId", a.first_name as "firstName" from accounts a
    left join clients c on c.account_id = a.id
    where a.phone = ${phone} and a.phone_confirmed_at is not null and a.suspended_at is null order by a.id limit 1`.execute(
    work.db,
  )
  const [own] = rows
  if (own !== undefined) {
    const { firstName, ...ids } = own
    return {
      work: actingAs(work, { ...anonymous, ...ids }),
      holder: `account:${own.accountId}`,
      firstName,
    }
  }
  const last = await sql<{ firstName: string | null }>`
    select contact ->> 'firstName' as "firstName" from bookings
    where contact is not null and contact ->> 'phone' = ${phone} and contact ->> 'proved' = 'phone'
    order by starts_at desc limit 1`.execute(work.db)
  return {
    work: actingAs(work, anonymous),
    holder: `telephone:${phone}`,
    firstName: last.rows[0]?.firstName ?? '',
  }
}
