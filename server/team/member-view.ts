/** Members as the host sees them, and memberships as the professional does. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { Member, Membership } from '#contract/team/team.ts'
import { mayMoveMember, type MemberMove, memberMoves, teamLimits } from '#contract/team/member.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { factsOf } from '#server/team/member-row.ts'
import { stillOwed } from '#server/team/owed.ts'

/** The host's team, present members first. */
export const team = async (work: Work): Promise<Member[]> => {
  if (work.viewer.hostId === null) return []
  const rows = await read(
    work,
    sql`m.host_id = ${work.viewer.hostId} and (m.status <> 'ended' or m.ended_at > ${after(work.now, -90 * dayMs)})`,
  )
  return rows.map((row) => presentMember(work, row))
}

export const member = async (work: Work, id: number): Promise<Member> => {
  const [row] = await read(work, sql`m.id = ${id} and m.host_id = ${work.viewer.hostId}::bigint`)
  return row === undefined ? refuse('not_found') : presentMember(work, row)
}

/** The viewer's current and recent businesses. */
export const memberships = async (work: Work): Promise<Membership[]> => {
  if (work.viewer.accountId === null) return []
  const rows = await read(
    work,
    sql`m.account_id = ${work.viewer.accountId} and (m.status <> 'ended' or m.ended_at > ${after(work.now, -90 * dayMs)})`,
  )
  return rows.map((row) => presentMembership(work, row))
}

export const membership = async (work: Work, id: number): Promise<Membership> => {
  const [row] = await read(work, sql`m.id = ${id} and m.account_id = ${work.viewer.accountId}::bigint`)
  return row === undefined ? refuse('not_found') : presentMembership(work, row)
}

type Shown = {
  id: number
  version: number
  status: string
  name: string
  ownName: string | null
  photo: string | null
  email: string | null
  phone: string | null
  accountId: number | null
  role: string
  permissions: string[]
  clientContact: boolean
  space: object
  unitId: number | null
  unitName: string | null
  shift: unknown
  terms: unknown
  agreementId: number | null
  missingDocuments: string[] | null
  noticeDays: number
  owedCents: number
  blocked: boolean
  expiresAt: Date
  joinedAt: Date | null
  endsAt: Date | null
  endedHow: string | null
}

const read = async (work: Work, which: ReturnType<typeof sql>): Promise<Shown[]> => {
  const { rows } = await sql<Shown>`
    select m.id, m.version, m.status, m.name, concat_ws(' ', a.first_name, a.last_name) as "ownName",
      coalesce(p.profile_image_url, a.profile_image_url) as photo, m.email, m.phone, m.account_id as "accountId", m.role, m.permissions,
      m.client_contact as "clientContact",
      json_build_object('id', s.id, 'name', s.name, 'businessName', b.name, 'zone', s.zone) as space,
      m.unit_id as "unitId", u.name as "unitName", m.shift, m.terms, m.agreement_id as "agreementId",
      g.missing_documents as "missingDocuments", coalesce(g.notice_days, ${teamLimits.noticeDays})::int as "noticeDays",
      coalesce((select sum(${stillOwed}) from rent_charges c where c.membership_id = m.id and c.status = 'due'), 0)::float8 as "owedCents",
      exists (select from rent_charges c where c.membership_id = m.id and c.status = 'due' and c.blocked_at is not null) as blocked,
      m.expires_at as "expiresAt", m.joined_at as "joinedAt", m.ends_at as "endsAt", m.ended_how as "endedHow"
    from memberships m join spaces s on s.id = m.space_id join businesses b on b.id = s.business_id
    left join units u on u.id = m.unit_id left join accounts a on a.id = m.account_id
    left join professionals p on p.id = m.professional_id left join agreements g on g.id = m.agreement_id
    where ${which}
    order by array_position(array['active', 'paused', 'pending_details', 'invited', 'ended'], m.status), m.id desc
    limit 300`.execute(work.db)
  return rows
}

/** What both sides see. */
const shared = (work: Work, row: Shown, party: 'host' | 'member') => ({
  ...row,
  missingDocuments: row.missingDocuments ?? [],
  joinedAt: row.joinedAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
  moves: movesOf(work, row, party),
})

/** Once a member has joined, their address is private: the business knows them by name. */
const presentMember = (work: Work, row: Shown): Member =>
  z.parse(Member, {
    ...shared(work, row, 'host'),
    name: row.accountId === null || row.ownName === null ? row.name : row.ownName,
    email: row.accountId === null ? row.email : null,
    phone: row.accountId === null ? row.phone : null,
  })

const presentMembership = (work: Work, row: Shown): Membership =>
  z.parse(Membership, shared(work, row, 'member'))

const isMove = (name: string): name is MemberMove => name in memberMoves

const movesOf = (work: Work, row: Shown, party: 'host' | 'member') => {
  const facts = factsOf({
    status: row.status,
    expires_at: row.expiresAt,
    ends_at: row.endsAt,
    joined_at: row.joinedAt,
  })
  return Object.keys(memberMoves)
    .filter(isMove)
    .filter((move) => memberMoves[move].by.some((one) => one === party))
    .map((move) => {
      const answer = mayMoveMember(move, party, facts, work.now)
      return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
    })
}
