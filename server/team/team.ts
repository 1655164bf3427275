/**
 * People of the house ("equipo de casa"): invited by a link (link.ts), with a role, permissions, a chair and a shift. What they
 * may do in the name of the house is in house.ts, what they pay in rent.ts.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  type editMember,
  type inviteMember,
  type inviteMemberAgain,
  type leaveTeam,
  mayMoveMember,
  Member,
  type MemberMove,
  memberMoves,
  Membership,
  MemberStatus,
  type Permission,
  permissionGap,
  type revokeMember,
  type TeamParty,
  teamLimits,
} from '#contract/team/team.ts'
import type { WeeklyWindow } from '#server/availability/hours/hours.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { pause as pauseAgreement, resume as resumeAgreement, terminate } from '#server/hiring/agreement.ts'
import { everyHour } from '#server/hiring/chair.ts'
import { returnUnused } from '#server/team/rent-return.ts'
import { after, areApart, dayMs } from '#server/hiring/hiring.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { phoneToText } from '#server/verification/texting.ts'

/** Of my house, those who are there first. */
export const team = async (work: Work): Promise<Member[]> => {
  if (work.who.hostId === null) return []
  const rows = await read(
    work,
    sql`m.host_id = ${work.who.hostId} and (m.status <> 'ended' or m.ended_at > ${after(work.now, -90 * dayMs)})`,
  )
  return rows.map((row) => presentMember(work, row))
}

const member = async (work: Work, id: number): Promise<Member> => {
  const [row] = await read(work, sql`m.id = ${id} and m.host_id = ${work.who.hostId}::bigint`)
  return row === undefined ? refuse('not_found') : presentMember(work, row)
}

/** Houses that I belong to or have belonged to lately. */
export const memberships = async (work: Work): Promise<Membership[]> => {
  if (work.who.accountId === null) return []
  const rows = await read(
    work,
    sql`m.account_id = ${work.who.accountId} and (m.status <> 'ended' or m.ended_at > ${after(work.now, -90 * dayMs)})`,
  )
  return rows.map((row) => presentMembership(work, row))
}

export const membership = async (work: Work, id: number): Promise<Membership> => {
  const [row] = await read(work, sql`m.id = ${id} and m.account_id = ${work.who.accountId}::bigint`)
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
      coalesce((select sum(c.amount_cents - c.returned_cents) from rent_charges c where c.membership_id = m.id and c.status = 'due'), 0)::float8 as "owedCents",
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

/** What is said to either. */
const shared = (work: Work, row: Shown, party: 'host' | 'member') => ({
  ...row,
  missingDocuments: row.missingDocuments ?? [],
  joinedAt: row.joinedAt?.toISOString() ?? null,
  endsAt: row.endsAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
  moves: movesOf(work, row, party),
})

/** Once somebody has come, their address is theirs: the house knows them by name. */
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

/** The secret of a link; the table keeps its hash. Another version, another link. */
export const linkOf = (work: Work, id: number, version: number) =>
  work.tokens.sign('inhouse', { id, version }, forEver)
const forEver = new Date('9999-12-31T00:00:00Z')

const withLink = async (work: Work, id: number, version: number) => {
  const link = `${work.config.publicUrl}/inhouse/${linkOf(work, id, version)}`
  const { default: qrcode } = await import('qrcode')
  const qr = await qrcode.toString(link, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { member: await member(work, id), link, qr }
}

/**
 * A link for one address, for seven days. Refuses `host_not_verified`, `space_not_published`, `member_exists`, `shift_taken`,
 * `hours_overlap`, `invalid_input`, `invitation_to_oneself`, `sms_unavailable`, `invalid_phone`.
 */
export const invite = (work: Work, { body }: Input<typeof inviteMember>) =>
  inTransaction(work, async (work) => {
    const hostId = work.who.hostId ?? refuse('not_found')
    const known = work.who.accountId === null ? null : await knownOf(work, work.who.accountId)
    if ((known?.level ?? 0) < 1) refuse('host_not_verified')
    const address = addressOf(work, body)
    if (known !== null && (known.email.toLowerCase() === address.email || isHeldBy(known, address)))
      refuse('invitation_to_oneself')
    const space = await work.db
      .selectFrom('spaces')
      .select('status')
      .where('id', '=', body.spaceId)
      .where('host_id', '=', hostId)
      .executeTakeFirst()
    if (space === undefined) return refuse('not_found')
    if (space.status !== 'published') refuse('space_not_published')
    requireSound(body)
    requireSight(body.permissions)
    if (address.phone !== null) await requireFewTexts(work, hostId)
    return insert(work, { ...body, ...address, hostId })
  })

type Draft = Input<typeof inviteMember>['body'] & { hostId: number }

/** One of the two, as it is kept. */
const addressOf = (work: Work, { email, phone }: Pick<Draft, 'email' | 'phone'>) => {
  if ((email === null) === (phone === null))
    refuse('invalid_input', { fields: [{ field: 'email', problem: 'escribe un correo o un teléfono' }] })
  return {
    email: email?.toLowerCase() ?? null,
    phone: phone === null ? null : phoneToText(work, phone),
  }
}

/** Whether the telephone that was invited is this account's, confirmed. */
export const isHeldBy = (
  known: { phone: string | null; phoneConfirmedAt: Date | null },
  { phone }: { phone: string | null },
) => phone !== null && known.phone === phone && known.phoneConfirmedAt !== null

const requireSound = ({ role, clientContact, terms, shift }: Draft | Omit<Draft, 'hostId'>) => {
  if (clientContact && role !== 'employee')
    refuse('invalid_input', {
      fields: [{ field: 'clientContact', problem: 'solo para quien es de la casa' }],
    })
  if (role === 'reception' && (terms.fixed !== null || terms.perUse !== null))
    refuse('invalid_input', { fields: [{ field: 'terms', problem: 'recepción no paga renta' }] })
  if (shift !== null && !areApart(shift)) refuse('hours_overlap')
}

const textsADay = 30

/** Each text message costs, and reaches somebody who did not ask for it. Refuses too_many_requests. */
const requireFewTexts = async (work: Work, hostId: number) => {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from membership_moves v join memberships m on m.id = v.membership_id
    where m.host_id = ${hostId} and m.phone is not null and v.move in ('invite', 'invite_again')
      and v.at > ${after(work.now, -dayMs)}`.execute(work.db)
  if ((rows[0]?.sent ?? 0) >= textsADay) refuse('too_many_requests')
}

const requireSight = (granted: readonly Permission[]) => {
  const gap = permissionGap(granted)
  if (gap !== null) refuse('invalid_input', { fields: [{ field: 'permissions', problem: gap }] })
}

/** Hours that are paid for beforehand are hours of a chair: without one nothing could be kept for them while no client comes. */
const requireChair = () =>
  refuse('invalid_input', {
    fields: [{ field: 'unitId', problem: 'con renta fija, elige cuál es la suya' }],
  })

const insert = async (work: Work, draft: Draft) => {
  if (draft.terms.fixed !== null && draft.unitId === null) requireChair()
  const { id } = await work.db
    .insertInto('memberships')
    .values({
      host_id: draft.hostId,
      space_id: draft.spaceId,
      unit_id: draft.unitId,
      name: draft.name,
      email: draft.email,
      phone: draft.phone,
      role: draft.role,
      permissions: [...new Set(draft.permissions)],
      client_contact: draft.clientContact,
      shift: draft.shift === null ? null : JSON.stringify(draft.shift),
      terms: JSON.stringify(draft.terms),
      message: draft.message,
      status: 'invited',
      // Until the number is known no link can be made.
      token_hash: hashToken(`${draft.hostId}:${draft.email ?? draft.phone}:${work.now.toISOString()}`),
      invited_at: work.now,
      expires_at: after(work.now, teamLimits.linkDays * dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) =>
      refuseOn(error, { memberships_one_open: 'member_exists', memberships_one_open_phone: 'member_exists' }),
    )
  await work.db
    .updateTable('memberships')
    .set({ token_hash: hashToken(linkOf(work, id, 1)) })
    .where('id', '=', id)
    .execute()
  await seat(work, id, draft.spaceId, draft.unitId, draft.shift)
  await record(work, { id, version: 0, status: null }, 'invite', 'invited', 'host')
  return withLink(work, id, 1)
}

/** The chair is theirs in these hours, or all the time; without a chair they take what is free. Refuses `shift_taken`. */
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

/** A new link; the one before dies at once. One that is over is sent as a new one. Refuses `member_exists`, `shift_taken`. */
export const again = (work: Work, { params, body }: Input<typeof inviteMemberAgain>) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'invite_again', 'host', body.version)
    const terms = Member.shape.terms.parse(row.terms)
    const shift = Member.shape.shift.parse(row.shift)
    if (row.status === 'ended')
      return insert(work, {
        hostId: row.host_id,
        spaceId: row.space_id,
        unitId: row.unit_id,
        name: row.name,
        email: row.email,
        phone: row.phone,
        role: Member.shape.role.parse(row.role),
        permissions: Member.shape.permissions.parse(row.permissions),
        clientContact: row.client_contact,
        shift,
        terms,
        message: row.message,
      })
    const version = row.version + 1
    if (row.phone !== null) await requireFewTexts(work, row.host_id)
    await move(work, row, 'invite_again', 'invited', 'host', {
      token_hash: hashToken(linkOf(work, row.id, version)),
      expires_at: after(work.now, teamLimits.linkDays * dayMs),
    })
    return withLink(work, row.id, version)
  })

export const edit = (work: Work, { params, body }: Input<typeof editMember>) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'edit', 'host', body.version)
    if (body.shift !== null && !areApart(body.shift)) refuse('hours_overlap')
    requireSight(body.permissions)
    // Who was taken in by an agreement has none until one is named; from then on they have one.
    const { fixed } = Member.shape.terms.parse(row.terms)
    if (fixed !== null && row.unit_id !== null && body.unitId === null) requireChair()
    await seat(work, row.id, row.space_id, body.unitId, body.shift)
    await move(work, row, 'edit', row.status, 'host', {
      permissions: [...new Set(body.permissions)],
      unit_id: body.unitId,
      shift: body.shift === null ? null : JSON.stringify(body.shift),
    })
    return member(work, row.id)
  })

type Moved = Input<typeof revokeMember>

export const revoke = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'revoke', 'host', body.version)
    await end(work, row, 'revoke', 'revoked', 'host')
    return member(work, row.id)
  })

/** No new appointments here and no permissions; firm ones stand. */
export const pause = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'pause', 'host', body.version)
    if (row.agreement_id !== null) await pauseAgreement(work, ofAgreement(row.agreement_id))
    await move(work, row, 'pause', 'paused', 'host')
    return member(work, row.id)
  })

export const resume = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    requireMove(work, row, 'resume', 'host', body.version)
    if (row.agreement_id !== null) await resumeAgreement(work, ofAgreement(row.agreement_id))
    await move(work, row, 'resume', 'active', 'host')
    return member(work, row.id)
  })

export const terminateMember = (work: Work, { params, body }: Moved) =>
  inTransaction(work, async (work) => {
    const row = await lock(work, params.id)
    await giveNotice(work, row, 'host', body.version)
    return member(work, row.id)
  })

export const leave = (work: Work, { params, body }: Input<typeof leaveTeam>) =>
  inTransaction(work, async (work) => {
    const row = await lockMine(work, params.id)
    await giveNotice(work, row, 'member', body.version)
    return membership(work, row.id)
  })

const ofAgreement = (id: number) => ({ params: { id }, query: undefined, body: undefined })

/** So many days more as the agreement says, or the house; it ends with it, and what is firm by then is honoured. */
const giveNotice = async (work: Work, row: Row, party: 'host' | 'member', version: number) => {
  requireMove(work, row, 'give_notice', party, version)
  const usual = after(work.now, teamLimits.noticeDays * dayMs)
  if (row.agreement_id !== null) {
    const agreement = await work.db
      .selectFrom('agreements')
      .select(['version', 'ending', 'status'])
      .where('id', '=', row.agreement_id)
      .executeTakeFirstOrThrow()
    if (agreement.ending === null && agreement.status !== 'ended' && agreement.status !== 'expired')
      await terminate(work, {
        params: { id: row.agreement_id },
        query: undefined,
        body: { version: agreement.version, reason: '' },
      })
  }
  await move(work, row, 'give_notice', row.status, party, { ends_at: (await lastDayOf(work, row)) ?? usual })
}

/** Whoever came by a vacancy or an application may have agreed on another notice than the house's. */
const lastDayOf = async (work: Work, { agreement_id: id }: Row): Promise<Date | null> => {
  if (id === null) return null
  const row = await work.db
    .selectFrom('agreements')
    .select(['valid_to', 'ending'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined || row.ending === null ? null : row.valid_to
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

const lock = async (work: Work, id: number): Promise<Row> =>
  (await byId(work, id, sql`m.host_id = ${work.who.hostId}::bigint`)) ?? refuse('not_found')

const lockMine = async (work: Work, id: number): Promise<Row> =>
  (await byId(work, id, sql`m.account_id = ${work.who.accountId}::bigint`)) ?? refuse('not_found')

/** Locked; the caller says whose it must be. */
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

/** The new state, its line in the history, and the fact; in the caller's transaction, the row locked. */
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

/** It is over: the link, if there is one, and the chair are free. */
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
      actor_account_id: work.who.accountId,
      at: work.now,
    })
    .execute()
  await publish(work, 'member.changed', { membershipId: row.id, version, move: name })
}
