/**
 * What somebody of the house may do in its name. The wall between the house and those who work in it stands here: of a client,
 * the house learns a first name and a time; more only for services that belong to the house.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  HouseDay,
  type houseCancel,
  type houseCancelQuote,
  type houseDay,
  type houseReport,
  type teamDay,
} from '#contract/team/day.ts'
import type { Permission } from '#contract/team/member.ts'
import { beginOf, dayMs, endOf } from '#server/hiring/fit/hiring.ts'
import { cancel } from '#server/booking/cancellation/cancellation.ts'
import { cancelQuote } from '#server/booking/cancellation/cancel-quote.ts'
import { mayMake } from '#server/booking/moves/move.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type House = {
  hostId: number
  spaceId: number
  zone: string
  professionalId: number | null
  permissions: readonly string[]
}

/** My active membership. Refuses `not_found` for somebody else's, or while it does not stand. */
const houseOf = async (work: Work, membershipId: number): Promise<House> => {
  const { rows } = await sql<House>`
    select m.host_id as "hostId", m.space_id as "spaceId", s.zone, m.professional_id as "professionalId", m.permissions
    from memberships m join spaces s on s.id = m.space_id
    where m.id = ${membershipId} and m.account_id = ${work.who.accountId}::bigint and m.status = 'active'`.execute(
    work.db,
  )
  return rows[0] ?? refuse('not_found')
}

const requirePermission = ({ permissions }: House, ...any: readonly Permission[]) => {
  if (!any.some((one) => permissions.includes(one))) refuse('member_may_not')
}

/** The house itself, as it would ask. */
const inItsName = (work: Work, { hostId }: House): Work => ({
  ...work,
  who: { ...work.who, hostId, professionalId: null, clientId: null, activeRole: 'host' },
})

/** In whose name rents are collected, and at which place. */
export type Collecting = {
  own: Work
  /** Null: at all of them, for the host's own. */
  spaceId: number | null
}

/** The host's own, or of the house that lets me, at my place. Refuses `not_found`, `member_may_not`. */
export const collecting = async (work: Work, membershipId: number | null): Promise<Collecting> => {
  if (membershipId === null)
    return { own: work.who.hostId === null ? refuse('not_found') : work, spaceId: null }
  const house = await houseOf(work, membershipId)
  requirePermission(house, 'charge')
  return { own: inItsName(work, house), spaceId: house.spaceId }
}

/** Mine, or everybody's, as I may see. Refuses `not_found`, `member_may_not`. */
export const day = async (work: Work, { params, query }: Input<typeof houseDay>): Promise<HouseDay> => {
  const house = await houseOf(work, params.id)
  requirePermission(house, 'see_own', 'see_all')
  return read(work, {
    ...house,
    date: query.date,
    all: house.permissions.includes('see_all'),
    cancels: house.permissions.includes('cancel'),
  })
}

/** The same for the host, of one of their spaces. Refuses `not_found`. */
export const hostDay = async (work: Work, { query }: Input<typeof teamDay>): Promise<HouseDay> => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['zone', 'host_id'])
    .where('id', '=', query.space)
    .where('host_id', '=', work.who.hostId)
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

type Asked = {
  hostId: number
  spaceId: number
  zone: string
  professionalId: number | null
  date: string
  all: boolean
  cancels: boolean
}
type Row = Record<string, unknown> & { kind: string; status: string; startsAt: Date; endsAt: Date }

const read = async (work: Work, asked: Asked): Promise<HouseDay> => {
  const { hostId, spaceId, zone, professionalId, date, all, cancels } = asked
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
  return z.parse(HouseDay, {
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
export const quoteCancel = async (work: Work, { params }: Input<typeof houseCancelQuote>) => {
  const house = await houseOf(work, params.id)
  requirePermission(house, 'cancel')
  await requireHere(work, house, params.booking)
  return cancelQuote(inItsName(work, house), params.booking, { as: 'host' })
}

export const cancelHere = async (work: Work, { params, body }: Input<typeof houseCancel>) => {
  const house = await houseOf(work, params.id)
  requirePermission(house, 'cancel')
  await requireHere(work, house, params.booking)
  await cancel(inItsName(work, house), params.booking, body)
  return { ok: true } as const
}

/** A house may have several places; somebody of one has no hand in another, nor in what they may not see. */
const requireHere = async (work: Work, house: House, bookingId: string) => {
  const row = await work.db
    .selectFrom('bookings')
    .select('professional_id')
    .where('id', '=', bookingId)
    .where('space_id', '=', house.spaceId)
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  const isMine = house.professionalId !== null && row.professional_id === house.professionalId
  if (!isMine && !house.permissions.includes('see_all')) refuse('not_found')
}

const longest = 92

/** Use and rent by unit; no names. Refuses `not_found`, `member_may_not`, `invalid_input`. */
export const report = async (work: Work, { params, query }: Input<typeof houseReport>) => {
  const house = await houseOf(work, params.id)
  requirePermission(house, 'reports')
  const [from, to] = [beginOf(query.from, house.zone), endOf(query.to, house.zone)]
  if (to <= from || to.getTime() - from.getTime() > longest * dayMs)
    refuse('invalid_input', { fields: [{ field: 'to', problem: `elige hasta ${longest} días` }] })
  const { rows } = await sql<{ name: string; bookings: number; minutes: number; rentCents: number }>`
    select u.name, count(k.id)::int as bookings,
      coalesce(sum(extract(epoch from k.ends_at - k.starts_at) / 60), 0)::int as minutes,
      coalesce(sum(k.rent_cents), 0)::float8 as "rentCents"
    from units u left join bookings k on k.host_id = ${house.hostId} and k.unit_id = u.id and k.starts_at >= ${from} and k.starts_at < ${to}
      and k.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
    where u.space_id = ${house.spaceId} and u.active group by u.id, u.name, u.number order by u.number`.execute(
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
