/** The row of a member: read, locked and moved, with a record of every move. */
import { sql } from 'kysely'
import { everyHour } from '#contract/platform/weekly-window.ts'
import { mayMoveMember, type MemberMove, MemberStatus, type TeamParty } from '#contract/team/member.ts'
import type { WeeklyWindow } from '#server/availability/hours/hours.ts'
import { returnUnused } from '#server/team/rent-return.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import type { Work } from '#server/platform/work.ts'

/** The chair is theirs in these hours, or always; without a chair they take a free one. Refuses `shift_taken`. */
export const seat = async (
  work: Work,
  id: number,
  spaceId: number,
  unitId: number | null,
  shift: readonly WeeklyWindow[] | null,
) => {
  await work.db.deleteFrom('membership_shifts').where('membership_id', '=', id).execute()
  if (unitId === null) return
  const unit = await work.db
    .selectFrom('units')
    .select('id')
    .where('id', '=', unitId)
    .where('space_id', '=', spaceId)
    .where('active', '=', true)
    .executeTakeFirst()
  if (unit === undefined) refuse('invalid_input', { fields: [{ field: 'unitId', problem: 'ya no existe' }] })
  for (const { weekday, fromMinute, toMinute } of shift ?? everyHour)
    await work.db
      .insertInto('membership_shifts')
      .values({
        membership_id: id,
        unit_id: unitId,
        weekday,
        minutes: sql`int4range(${fromMinute}, ${toMinute})`,
      })
      .execute()
      .catch((error: unknown) => refuseOn(error, { membership_shifts_apart: 'shift_taken' }))
}

export type Row = {
  id: number
  version: number
  status: string
  host_id: number
  space_id: number
  unit_id: number | null
  account_id: number | null
  professional_id: number | null
  agreement_id: number | null
  name: string
  email: string | null
  phone: string | null
  role: string
  permissions: string[]
  client_contact: boolean
  shift: unknown
  terms: unknown
  message: string
  token_hash: Buffer | null
  expires_at: Date
  ends_at: Date | null
  joined_at: Date | null
}

export const lock = async (work: Work, id: number): Promise<Row> =>
  (await byId(work, id, sql`m.host_id = ${work.viewer.hostId}::bigint`)) ?? refuse('not_found')

export const lockMine = async (work: Work, id: number): Promise<Row> =>
  (await byId(work, id, sql`m.account_id = ${work.viewer.accountId}::bigint`)) ?? refuse('not_found')

/** Locked; the caller sets the ownership condition. */
export const byId = async (
  work: Work,
  id: number,
  which: ReturnType<typeof sql> = sql`true`,
): Promise<Row | undefined> => {
  const { rows } =
    await sql<Row>`select m.* from memberships m where m.id = ${id} and ${which} for update`.execute(work.db)
  return rows[0]
}

export const factsOf = (row: Pick<Row, 'status' | 'expires_at' | 'ends_at' | 'joined_at'>) => ({
  status: MemberStatus.parse(row.status),
  expiresAt: row.expires_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  joined: row.joined_at !== null,
})

export const requireMove = (work: Work, row: Row, name: MemberMove, party: TeamParty, version: number) => {
  if (row.version !== version) refuse('stale_version')
  const allowed = mayMoveMember(name, party, factsOf(row), work.now)
  if (!allowed.allowed) refuse('member_not_movable', { reason: allowed.reason })
}

type Change = Partial<{
  token_hash: Buffer | null
  expires_at: Date
  permissions: string[]
  unit_id: number | null
  shift: string | null
  account_id: number | null
  professional_id: number | null
  agreement_id: number | null
  joined_at: Date
  ends_at: Date
  ended_at: Date
  ended_how: string
}>

/** Writes the new state, its line in the history, and the fact; in the caller's transaction, with the row locked. */
export const move = async (
  work: Work,
  row: Row,
  name: MemberMove,
  to: string,
  actor: TeamParty,
  change: Change = {},
) => {
  await work.db
    .updateTable('memberships')
    .set({ ...change, status: to, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
    .catch((error: unknown) => refuseOn(error, { memberships_one_living: 'member_exists' }))
  await record(work, row, name, to, actor)
}

/** Ended: the link, if there is one, is void, and the chair is free. */
export const end = async (
  work: Work,
  row: Row,
  name: MemberMove,
  how: 'declined' | 'revoked' | 'expired' | 'notice',
  actor: TeamParty,
) => {
  await work.db.deleteFrom('membership_shifts').where('membership_id', '=', row.id).execute()
  await returnUnused(work, { id: row.id, endsAt: row.ends_at })
  await move(work, row, name, 'ended', actor, { token_hash: null, ended_at: work.now, ended_how: how })
  crashPoint('inside-rent-return')
}

export const record = async (
  work: Work,
  row: { id: number; version: number; status: string | null },
  name: MemberMove | 'invite' | 'take_in',
  to: string,
  actor: TeamParty,
) => {
  const version = row.version + 1
  await work.db
    .insertInto('membership_moves')
    .values({
      membership_id: row.id,
      version,
      move: name,
      from_status: row.status,
      to_status: to,
      actor,
      actor_account_id: work.viewer.accountId,
      at: work.now,
    })
    .execute()
  await publish(work, 'member.changed', { membershipId: row.id, version, move: name })
}
