/** The link into a business: it shows the offer, works once, and only for the invited address. */
import * as z from 'zod/mini'
import { SpaceType } from '#contract/professional/categories.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { HouseRules, readRules } from '#contract/space/house-rules.ts'
import { Member, type Membership } from '#contract/team/team.ts'
import {
  type acceptInhouse,
  type askInhouseAgain,
  type declineInhouse,
  InhouseInvitation,
} from '#contract/team/invitation.ts'
import { BusinessTerms, businessTermsText } from '#contract/team/rent-terms.ts'
import { memberRoles, teamLimits } from '#contract/team/member.ts'
import { type Known, knownOf } from '#server/account/confirmation.ts'
import { make } from '#server/hiring/agreement/agreement.ts'
import { becomeProfessional } from '#server/hiring/invitation/invitation-agreement.ts'
import { publish } from '#server/platform/jobs.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { phoneHint } from '#server/verification/texting.ts'
import { text } from '#server/messaging/texting.ts'
import { byId, end, move, requireMove, type Row } from '#server/team/member-row.ts'
import { isHeldBy, linkOf } from '#server/team/member-invite.ts'
import { membership } from '#server/team/member-view.ts'

const Linked = z.object({ id: z.int(), version: z.int() })

/** The membership that a link was made for. Refuses `not_found` for an unknown link. */
const opened = (work: Work, token: string) => {
  const said = z.safeParse(Linked, work.tokens.open('inhouse', token, work.now))
  return said.success ? said.data : refuse('not_found')
}

const isOpen = (work: Work, row: Row, token: string) =>
  row.status === 'invited' &&
  row.token_hash !== null &&
  hashToken(token).equals(row.token_hash) &&
  row.expires_at > work.now

/** The membership that an open link offers. Refuses `not_found` for one that was used, withdrawn, or has expired. */
export const offeredBy = async (work: Work, token: string): Promise<number> => {
  const { id } = opened(work, token)
  const row = await work.db.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirst()
  return row !== undefined && isOpen(work, row, token) ? id : refuse('not_found')
}

/** Reading changes nothing. Refuses `not_found`. */
export const look = async (work: Work, token: string): Promise<InhouseInvitation> => {
  const { id } = opened(work, token)
  const row = await work.db
    .selectFrom('memberships as m')
    .innerJoin('spaces as s', 's.id', 'm.space_id')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .innerJoin('hosts as h', 'h.id', 'm.host_id')
    .innerJoin('accounts as a', 'a.id', 'h.account_id')
    .leftJoin('units as u', 'u.id', 'm.unit_id')
    .selectAll('m')
    .select([
      's.name as spaceName',
      's.space_type',
      's.photos',
      's.neighbourhood',
      's.city',
      's.zone',
      's.house_rules',
      's.rules_text',
      's.required_documents',
      'b.name as businessName',
      'a.first_name as hostFirstName',
      'u.name as unitName',
    ])
    .where('m.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return refuse('not_found')
  const said = {
    businessName: row.businessName,
    hostFirstName: row.hostFirstName,
    channel: row.phone === null ? ('email' as const) : ('sms' as const),
  }
  if (!isOpen(work, row, token))
    return {
      ...said,
      state: row.joined_at === null && row.ended_how !== 'declined' ? 'expired' : 'used',
      offer: null,
    }
  const known = work.viewer.accountId === null ? null : await knownOf(work, work.viewer.accountId)
  return z.parse(InhouseInvitation, {
    ...said,
    state: 'open',
    offer: {
      name: row.name,
      addressHint: row.phone === null ? hintOf(row.email ?? '') : phoneHint(row.phone),
      account: known === null ? 'none' : whoseIs(row, known),
      version: row.version,
      role: row.role,
      permissions: row.permissions,
      clientContact: row.client_contact,
      space: {
        id: row.space_id,
        name: row.spaceName,
        spaceType: z.parse(SpaceType, row.space_type),
        photos: row.photos,
        neighbourhood: row.neighbourhood,
        city: row.city,
        zone: row.zone,
        rules: readRules(z.parse(HouseRules, row.house_rules)).map(({ label, answer }) => ({
          label,
          answer,
        })),
        rulesText: row.rules_text,
        requiredDocuments: row.required_documents.map(documentLabel),
      },
      unitName: row.unitName,
      shift: row.shift,
      terms: row.terms,
      noticeDays: teamLimits.noticeDays,
      message: row.message,
      expiresAt: row.expires_at.toISOString(),
    },
  })
}

/** Whether this account is the invited one's; without a confirmed telephone it may still turn out to be. */
const whoseIs = (row: Pick<Row, 'email' | 'phone'>, known: Known): 'other' | 'right' | 'unconfirmed' => {
  if (row.phone !== null) {
    if (isHeldBy(known, row)) return 'right'
    return known.phoneConfirmedAt === null ? 'unconfirmed' : 'other'
  }
  if (known.email.toLowerCase() !== row.email) return 'other'
  return known.emailConfirmedAt === null ? 'unconfirmed' : 'right'
}

/** "k•••@correo.mx": enough for the owner to recognize the address. */
const hintOf = (email: string) => {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host}`
}

/**
 * The account of the invited address joins, once. A member who will serve gets an agreement, and is a professional from then on. Refuses
 * `team_of_another`, `email_not_confirmed`, `phone_not_confirmed`, `member_not_movable`, `agreement_exists`, `space_not_published`.
 */
export const accept = (work: Work, { params, body }: Input<typeof acceptInhouse>): Promise<Membership> =>
  inTransaction(work, async (work) => {
    const row = await lockOpen(work, params.token)
    const accountId = work.viewer.accountId ?? refuse('not_signed_in')
    const known = (await knownOf(work, accountId)) ?? refuse('not_signed_in')
    const whose = whoseIs(row, known)
    if (whose === 'other') return refuse('team_of_another')
    if (whose === 'unconfirmed')
      return refuse(row.phone === null ? 'email_not_confirmed' : 'phone_not_confirmed')
    requireMove(work, row, 'accept', 'member', body.version)
    const joined = { account_id: accountId, token_hash: null, joined_at: work.now }
    if (row.role === 'reception') {
      await move(work, row, 'accept', 'active', 'member', joined)
      return membership(work, row.id)
    }
    const { professionalId, agreementId, status } = await agree(work, row)
    await move(work, row, 'accept', status === 'suspended' ? 'pending_details' : 'active', 'member', {
      ...joined,
      professional_id: professionalId,
      agreement_id: agreementId,
    })
    return membership(work, row.id)
  })

const agree = async (work: Work, row: Row) => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['status', 'space_type', 'municipality_id', 'neighbourhood', 'latitude', 'longitude'])
    .where('id', '=', row.space_id)
    .executeTakeFirstOrThrow()
  if (space.status !== 'published') refuse('space_not_published')
  const professionalId =
    work.viewer.professionalId ??
    (await becomeProfessional(work, { spaceType: space.space_type, categories: [] }, space))
  const { perUse } = z.parse(BusinessTerms, row.terms)
  const made = await make(work, {
    professionalId,
    spaceId: row.space_id,
    terms: {
      // A fixed rent covers the hours; without any rent, the business provides them free.
      rent: perUse ?? { kind: 'per_hour', ratePerHourCents: 0 },
      windows: Member.shape.shift.parse(row.shift),
      categories: [],
      quotaMinutesPerWeek: null,
      autoAccept: true,
      trial: null,
      validFrom: null,
      validTo: null,
      noticeDays: teamLimits.noticeDays,
    },
    origin: { kind: 'house', id: String(row.id) },
  })
  return { professionalId, ...made }
}

/** Any holder of the link may decline; no account is needed. */
export const decline = (work: Work, { params, body }: Input<typeof declineInhouse>) =>
  inTransaction(work, async (work) => {
    const row = await lockOpen(work, params.token)
    requireMove(work, row, 'decline', 'member', body.version)
    await end(work, row, 'decline', 'declined', 'member')
    return { ok: true } as const
  })

const lockOpen = async (work: Work, token: string): Promise<Row> => {
  const row = await byId(work, opened(work, token).id)
  if (row === undefined) return refuse('not_found')
  if (row.token_hash === null || !hashToken(token).equals(row.token_hash))
    refuse('member_not_movable', { reason: 'Este enlace ya no sirve.' })
  return row
}

/** The host is notified once a day that another link is requested. The reply reveals nothing more. */
export const askAgain = async (work: Work, { params }: Input<typeof askInhouseAgain>) => {
  const { id } = opened(work, params.token)
  const row = await work.db
    .selectFrom('memberships')
    .select(['joined_at', 'ended_how', 'status', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  const over =
    row !== undefined && row.joined_at === null && (row.ended_how === 'expired' || row.expires_at <= work.now)
  if (over) await inTransaction(work, (work) => publish(work, 'member.asks_again', { membershipId: id }))
  return { ok: true } as const
}

/** The email or the text message with the link, unless it was withdrawn or renewed meanwhile. */
export const postLink = async (work: Work, id: number, version: number) => {
  const row = await work.db
    .selectFrom('memberships as m')
    .innerJoin('spaces as s', 's.id', 'm.space_id')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .select([
      'm.email',
      'm.phone',
      'm.status',
      'm.token_hash',
      'm.terms',
      'm.role',
      'm.message',
      's.name as space',
      'b.name as business',
    ])
    .where('m.id', '=', id)
    .executeTakeFirst()
  const token = linkOf(work, id, version)
  if (row?.status !== 'invited' || row.token_hash === null || !hashToken(token).equals(row.token_hash)) return
  const dedupeKey = `inhouse-link:${id}:${version}`
  const address = `${work.config.publicUrl}/inhouse/${token}`
  if (row.phone !== null)
    await text(work, {
      to: row.phone,
      key: dedupeKey,
      text: `${row.business} te invita a su equipo en Kalli. Mira las condiciones y decide: ${address}`,
    })
  if (row.email === null) return
  await sendMail(work, {
    to: row.email,
    subject: `${row.business} te invita a su equipo`,
    dedupeKey,
    ...mailLayout({
      title: `Únete al equipo de ${row.business}`,
      paragraphs: [
        'Hola:',
        `${row.business} te invita a trabajar en «${row.space}».`,
        ...(row.message === '' ? [] : [`«${row.message}»`]),
        'Abre el enlace para ver las condiciones, las reglas de la casa y lo que cada quien puede ver. Ahí decides.',
      ],
      facts: [
        ['Como', memberRoles[Member.shape.role.parse(row.role)]],
        ['Renta', businessTermsText(z.parse(BusinessTerms, row.terms))],
      ],
      action: { label: 'Ver la invitación', address },
      note: `El enlace es personal, sirve una sola vez y vence en ${teamLimits.linkDays} días. Si no esperabas este correo, no tienes que hacer nada.`,
    }),
  })
}
