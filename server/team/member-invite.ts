/** The invitation of a member: by a link, with a role, permissions, a unit and a shift. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { type inviteMember, type inviteMemberAgain, Member } from '#contract/team/team.ts'
import { type Permission, permissionGap, teamLimits } from '#contract/team/member.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { after, areApart } from '#server/hiring/fit/hiring.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { phoneToText } from '#server/verification/texting.ts'
import { member } from '#server/team/member-view.ts'
import { seat, record, lock, requireMove, move } from '#server/team/member-row.ts'

/** The secret of a link; the table stores its hash. Each version has its own link. */
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
    const hostId = work.viewer.hostId ?? refuse('not_found')
    const known = work.viewer.accountId === null ? null : await knownOf(work, work.viewer.accountId)
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

/** The email or the telephone, as stored. */
const addressOf = (work: Work, { email, phone }: Pick<Draft, 'email' | 'phone'>) => {
  if ((email === null) === (phone === null))
    refuse('invalid_input', { fields: [{ field: 'email', problem: 'escribe un correo o un teléfono' }] })
  return {
    email: email?.toLowerCase() ?? null,
    phone: phone === null ? null : phoneToText(work, phone),
  }
}

/** Whether the invited telephone is this account's, confirmed. */
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

/** Each text message costs money, and reaches a person who did not request it. Refuses too_many_requests. */
const requireFewTexts = async (work: Work, hostId: number) => {
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from membership_moves v join memberships m on m.id = v.membership_id
    where m.host_id = ${hostId} and m.phone is not null and v.move in ('invite', 'invite_again')
      and v.at > ${after(work.now, -dayMs)}`.execute(work.db)
  if ((rows[0]?.sent ?? 0) >= textsADay) refuse('too_many_requests')
}

export const requireSight = (granted: readonly Permission[]) => {
  const gap = permissionGap(granted)
  if (gap !== null) refuse('invalid_input', { fields: [{ field: 'permissions', problem: gap }] })
}

/** A fixed rent pays for a chair's hours: without a chair nothing could be reserved for the member while no client comes. */
export const requireChair = () =>
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
      // A placeholder: the link needs the row's id.
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

/** A new link; the previous one is void at once. An expired one is sent as a new one. Refuses `member_exists`, `shift_taken`. */
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
