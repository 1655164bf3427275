/**
 * What a member of a business may do in its name. This file enforces the separation between the business and its members: of a client, the
 * business sees a first name and a time; more only for services that belong to the business.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  BusinessDay,
  type businessCancel,
  type businessCancelQuote,
  type businessDay,
  type businessReport,
  type teamDay,
} from '#contract/team/day.ts'
import type { Permission } from '#contract/team/member.ts'
import { beginOf, endOf } from '#server/hiring/fit/hiring.ts'
import { cancel } from '#server/booking/cancellation/cancellation.ts'
import { cancelQuote } from '#server/booking/cancellation/cancel-quote.ts'
import { mayMake } from '#server/booking/moves/move.ts'
import { refuse } from '#server/platform/refuse.ts'
import { actingAs, type Work } from '#server/platform/work.ts'

type Business = {
  hostId: number
  spaceId: number
  zone: string
  professionalId: number | null
  permissions: readonly string[]
}

/** The actor's active membership. Refuses `not_found` for another person's, or while it is not active. */
const businessOf = async (work: Work, membershipId: number): Promise<Business> => {
  const { rows } = await sql<Business>`
    select m.host_id as "hostId", m.space_id as "spaceId", s.zone, m.professional_id as "professionalId", m.permissions
    from memberships m join spaces s on s.id = m.space_id
    where m.id = ${membershipId} and m.account_id = ${work.viewer.accountId}::bigint and m.status = 'active'`.execute(
    work.db,
  )
  return rows[0] ?? refuse('not_found')
}

const requirePermission = ({ permissions }: Business, ...any: readonly Permission[]) => {
  if (!any.some((one) => permissions.includes(one))) refuse('member_may_not')
}

/** Acts as the business itself. */
const inItsName = (work: Work, { hostId }: Business): Work =>
  actingAs(work, { hostId, professionalId: null, clientId: null, activeRole: 'host' })

/** The business acted for, and the place. */
export type InName = {
  own: Work
  /** Null: all of them, for the host. */
  spaceId: number | null
}

/** The host's own, or the business that permits the member, at their place. Refuses `not_found`, `member_may_not`. */
export const inNameOf = async (
  work: Work,
  membershipId: number | null,
  permission: Permission,
): Promise<InName> => {
  if (membershipId === null)
    return { own: work.viewer.hostId === null ? refuse('not_found') : work, spaceId: null }
  const business = await businessOf(work, membershipId)
  requirePermission(business, permission)
  return { own: inItsName(work, business), spaceId: business.spaceId }
}

/** The business whose rents are collected. */
export type Collecting = InName

/** Refuses `not_found`, `member_may_not`. */
export const collecting = (work: Work, membershipId: number | null): Promise<Collecting> =>
  inNameOf(work, membershipId, 'charge')

/** The viewer's own day, or everyone's, as permitted. Refuses `not_found`, `member_may_not`. */
export const day = async (work: Work, { params, query }: Input<typeof businessDay>): Promise<BusinessDay> => {
  const business = await businessOf(work, params.id)
  requirePermission(business, 'see_own', 'see_all')
  return read(work, {
    ...business,
    date: query.date,
    all: business.permissions.includes('see_all'),
    cancels: business.permissions.includes('cancel'),
  })
}

/** The same for the host, at one of their spaces. Refuses `not_found`. */
export const hostDay = async (work: Work, { query }: Input<typeof teamDay>): Promise<BusinessDay> => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['zone', 'host_id'])
    .where('id', '=', query.space)
    .where('host_id', '=', work.viewer.hostId)
    .executeTakeFirst()
  if (space === undefined) return refuse('not_found')
  return read(work, {
    hostId: space.host_id,
    spaceId: query.space,
    zone: space.zone,
    professionalId: null,
    date: query.date,
    all: true,
    cancels: false,
  })
}

type RequestParams = {
  hostId: number
  spaceId: number
  zone: string
  professionalId: number | null
  date: string
  all: boolean
  cancels: boolean
}
type Row = Record<string, unknown> & { kind: string; status: string; startsAt: Date; endsAt: Date }

const read = async (work: Work, request: RequestParams): Promise<BusinessDay> => {
  const { hostId, spaceId, zone, professionalId, date, all, cancels } = request
  const { rows } = await sql<Row>`
    select k.id, k.kind, k.starts_at as "startsAt", k.ends_at as "endsAt", k.status, u.name as "unitName",
      concat_ws(' ', p.first_name, left(p.last_name, 1) || '.') as "professionalName",
      coalesce(c.first_name, k.contact ->> 'firstName') as "clientFirstName",
      case when h.client_contact then json_build_object(
        'lastName', coalesce(k.contact ->> 'lastName', c.last_name, ''),
        'phone', coalesce(k.contact ->> 'phone', c.phone, '')) end as "clientContact",
      k.service_name as "serviceName", coalesce(k.professional_id = ${professionalId}::bigint, false) as "isMine"
    from bookings k join professionals p on p.id = k.professional_id left join units u on u.id = k.unit_id
    left join clients c on c.id = k.client_id
    left join memberships h on h.host_id = k.host_id and h.professional_id = k.professional_id
      and h.status in ('active', 'paused', 'pending_details')
    where k.host_id = ${hostId} and k.space_id = ${spaceId} and k.starts_at >= ${beginOf(date, zone)} and k.starts_at < ${endOf(date, zone)}
      and k.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
      and (${all} or k.professional_id = ${professionalId}::bigint)
    order by k.starts_at, k.id limit 500`.execute(work.db)
  return z.parse(BusinessDay, {
    date,
    zone,
    bookings: rows.map((row) => ({
      ...row,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      cancel: cancels ? mayCancel(work, row) : null,
    })),
  })
}

const mayCancel = (work: Work, { kind, status, startsAt, endsAt }: Row) => {
  const booking = { kind, status, starts_at: startsAt, ends_at: endsAt }
  const answer = mayMake(booking, 'cancel_as_host', 'host', work.now)
  return { allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
}

/** Refuses `not_found`, `member_may_not`, and as cancelling does. */
export const quoteCancel = async (work: Work, { params }: Input<typeof businessCancelQuote>) => {
  const business = await businessOf(work, params.id)
  requirePermission(business, 'cancel')
  await requireHere(work, business, params.booking)
  return cancelQuote(inItsName(work, business), params.booking, { as: 'host' })
}

export const cancelHere = async (work: Work, { params, body }: Input<typeof businessCancel>) => {
  const business = await businessOf(work, params.id)
  requirePermission(business, 'cancel')
  await requireHere(work, business, params.booking)
  await cancel(inItsName(work, business), params.booking, body)
  return { ok: true } as const
}

/** A business may have several places; a member of one has no access to another, nor to appointments they may not see. */
const requireHere = async (work: Work, business: Business, bookingId: string) => {
  const row = await work.db
    .selectFrom('bookings')
    .select('professional_id')
    .where('id', '=', bookingId)
    .where('space_id', '=', business.spaceId)
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  const isMine = business.professionalId !== null && row.professional_id === business.professionalId
  if (!isMine && !business.permissions.includes('see_all')) refuse('not_found')
}

const longest = 92

/** Use and rent by unit; no names. Refuses `not_found`, `member_may_not`, `invalid_input`. */
export const report = async (work: Work, { params, query }: Input<typeof businessReport>) => {
  const business = await businessOf(work, params.id)
  requirePermission(business, 'reports')
  const [from, to] = [beginOf(query.from, business.zone), endOf(query.to, business.zone)]
  if (to <= from || to.getTime() - from.getTime() > longest * dayMs)
    refuse('invalid_input', { fields: [{ field: 'to', problem: `elige hasta ${longest} días` }] })
  const { rows } = await sql<{ name: string; bookings: number; minutes: number; rentCents: number }>`
    select u.name, count(k.id)::int as bookings,
      coalesce(sum(extract(epoch from k.ends_at - k.starts_at) / 60), 0)::int as minutes,
      coalesce(sum(k.rent_cents), 0)::float8 as "rentCents"
    from units u left join bookings k on k.host_id = ${business.hostId} and k.unit_id = u.id and k.starts_at >= ${from} and k.starts_at < ${to}
      and k.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
    where u.space_id = ${business.spaceId} and u.active group by u.id, u.name, u.number order by u.number`.execute(
    work.db,
  )
  const sumOf = (of: (row: (typeof rows)[number]) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    bookings: sumOf(({ bookings }) => bookings),
    minutes: sumOf(({ minutes }) => minutes),
    rentCents: sumOf(({ rentCents }) => rentCents),
    units: rows,
  }
}
