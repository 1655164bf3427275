/** All disputes that a host is a party of, by keyset in an order that puts the host's turn first (docs/booking/disputes.md). */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  Bearer,
  DisputeLine,
  DisputeOutcome,
  outcomeText,
} from '#contract/booking/settlement/dispute-subject.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  HostDispute,
  HostDisputeGroup,
  type hostDisputes,
} from '#contract/booking/settlement/host-dispute.ts'
import { Uuid } from '#contract/platform/shapes.ts'
import { Page } from '#server/platform/http/http.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Query = Input<typeof hostDisputes>['query']

type Row = Omit<HostDispute, 'group' | 'until' | 'startsAt' | 'decided' | 'other'> & {
  rank: number
  sort: string
  until: Date | null
  startsAt: Date
  outcome: string | null
  chargedTo: string | null
  otherSide: string
  otherName: string
}

/** Undecided disputes by the nearest deadline; decided ones, latest first. */
const ranked = (hostId: number | null) => sql`
  select d.*, placed.rank, placed.until,
    case placed.rank when 3 then -extract(epoch from coalesce(d.closed_at, d.decided_at)) else extract(epoch from placed.until) end as sort
  from disputes d cross join lateral (select
    case when d.state = 'waiting' then case d.respondent when 'host' then 0 else 1 end
      when d.state in ('mediation', 'appealed') then 2 else 3 end as rank,
    case d.state when 'waiting' then d.answer_by when 'resolved' then d.appeal_by when 'closed' then null else d.mediate_by end as until
  ) placed
  where d.host_id = ${hostId}::bigint`

/** Refuses invalid_input for a malformed cursor. */
export const ofHost = async (work: Work, { limit, cursor }: Query) => {
  const after = cursor === undefined ? null : openCursor(cursor)
  const { rows } = await sql<Row>`
    select d.id, d.booking_id as "bookingId", d.rank, d.sort::text as sort, d.state, d.opened_by as "openedBy", d.subject, d.line,
      d.line_cents as "lineCents",
      case when d.respondent = 'host' and d.closed_at is null then d.frozen_cents else 0 end as "frozenCents",
      d.until, d.withdrawn, d.outcome, d.charged_to as "chargedTo", whose.side as "otherSide",
      case whose.side when 'client' then coalesce(b.contact ->> 'firstName', 'Un cliente') else p.first_name end as "otherName",
      b.service_name as service, b.starts_at as "startsAt", b.zone, concat_ws(', ', u.name, s.name) as place
    from (${ranked(work.viewer.hostId)}) d
    cross join lateral (select case d.opened_by when 'host' then d.respondent else d.opened_by end as side) whose
    join bookings b on b.id = d.booking_id join professionals p on p.id = b.professional_id
    left join spaces s on s.id = b.space_id left join units u on u.id = b.unit_id
    ${after === null ? sql`` : sql`where (d.rank, d.sort, d.id) > (${after.rank}::int, ${after.sort}::numeric, ${after.id}::uuid)`}
    order by d.rank, d.sort, d.id limit ${limit + 1}`.execute(work.db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return new Page(shown.map(present), rows.length > limit && last !== undefined ? cursorAt(last) : null)
}

/** Disputes that wait for this host's answer. */
export const waitingForHost = async (work: Work): Promise<{ count: number; until: string | null }> => {
  const { rows } = await sql<{ count: number; until: Date | null }>`
    select count(*)::int as count, min(answer_by) as until from disputes
    where host_id = ${work.viewer.hostId}::bigint and respondent = 'host' and state = 'waiting' and answer_by > ${work.now}`.execute(
    work.db,
  )
  return { count: rows[0]?.count ?? 0, until: rows[0]?.until?.toISOString() ?? null }
}

/** The columns that only serve the order are left out of the reply. */
const present = ({
  rank,
  until,
  startsAt,
  outcome,
  chargedTo,
  otherSide,
  otherName,
  ...row
}: Row): HostDispute =>
  z.parse(HostDispute, {
    ...row,
    group: HostDisputeGroup.options[rank],
    until: until?.toISOString() ?? null,
    startsAt: startsAt.toISOString(),
    decided:
      outcome === null
        ? null
        : outcomeText(
            { line: z.parse(DisputeLine, row.line), lineCents: row.lineCents },
            z.parse(DisputeOutcome, outcome),
            z.parse(z.nullable(Bearer), chargedTo),
          ),
    other: { side: otherSide, firstName: otherName },
  })

const Cursor = z.tuple([
  z.int().check(z.minimum(0), z.maximum(3)),
  z.string().check(z.regex(/^-?\d{1,12}(\.\d{1,9})?$/)),
  Uuid,
])

const cursorAt = ({ rank, sort, id }: Row) =>
  Buffer.from(JSON.stringify([rank, sort, id])).toString('base64url')

const openCursor = (cursor: string) => {
  const parsed = z.safeParse(Cursor, jsonOf(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) return refuse('invalid_input', { fields: [{ field: 'cursor' }] })
  const [rank, sort, id] = parsed.data
  return { rank, sort, id }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
