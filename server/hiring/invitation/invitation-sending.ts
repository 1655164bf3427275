/** A host sends an invitation or repeats one, within a daily quota. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { Category } from '#contract/professional/categories.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { Invitation, InvitationQuota, inviteAgain, sendInvitation } from '#contract/hiring/invitation.ts'
import { invitationLimits } from '#contract/hiring/invitation-moves.ts'
import { mayMoveVacancy } from '#contract/hiring/vacancy-moves.ts'
import { knownOf } from '#server/account/confirmation.ts'
import { dayAt, dateOf, startOfDay, zoneTable } from '#server/availability/zone/zone.ts'
import { withChair } from '#server/hiring/fit/chair.ts'
import { after, dateAt } from '#server/hiring/fit/hiring.ts'
import { byId, requireMove, shownTo } from '#server/hiring/invitation/invitation.ts'
import { linkOf } from '#server/hiring/invitation/invitation-email.ts'
import { expire } from '#server/hiring/invitation/invitation-answer.ts'
import { factsOfVacancy } from '#server/hiring/vacancy/vacancy.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

/**
 * Sends it, to a professional on Kalli or to an address, for a space or a vacancy. Its terms are fixed from now on. Refuses
 * `host_not_verified`, `space_not_published`, `too_many_invitations`, `invitation_open`, `invitation_declined_lately`,
 * `agreement_exists`, `vacancy_not_movable`, `vacancy_full`, `application_open` for an applicant to the vacancy, and `shift_taken`.
 */
export const send = (work: Work, { body }: Input<typeof sendInvitation>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const { professionalId = null, email = null } = body
    if ((professionalId === null) === (email === null))
      refuse('invalid_input', {
        fields: [{ field: 'professionalId', problem: 'elige a alguien o escribe un correo' }],
      })
    return write(work, {
      ...(await offerOf(work, body)),
      message: body.message,
      professionalId,
      email: email?.toLowerCase() ?? null,
      againOf: null,
    })
  })

/** A space with terms of its own, or a vacancy with its terms. */
const offerOf = async (
  work: Work,
  { spaceId, terms, vacancyId }: Input<typeof sendInvitation>['body'],
): Promise<Pick<Draft, 'spaceId' | 'vacancyId' | 'terms'>> => {
  if (vacancyId === undefined && spaceId !== undefined && terms !== undefined)
    return { spaceId, terms, vacancyId: null }
  if (vacancyId === undefined || spaceId !== undefined || terms !== undefined)
    return refuse('invalid_input', {
      fields: [{ field: 'vacancyId', problem: 'elige un espacio con condiciones, o una vacante' }],
    })
  const vacancy = await vacancyOf(work, vacancyId)
  return { spaceId: vacancy.space_id, terms: z.parse(AgreementTerms, vacancy.terms), vacancyId }
}

/** The viewer's own, and published. */
const vacancyOf = async (work: Work, id: number) => {
  const vacancy = await work.db
    .selectFrom('vacancies')
    .select(['space_id', 'status', 'expires_at', 'terms'])
    .where('id', '=', id)
    .where('host_id', '=', work.viewer.hostId)
    .executeTakeFirst()
  if (vacancy === undefined) return refuse('not_found')
  const allowed = mayMoveVacancy('invite', 'host', factsOfVacancy(vacancy), work.now)
  return allowed.allowed ? vacancy : refuse('vacancy_not_movable', { reason: allowed.reason })
}

/** The same terms and words to the same person, as a new invitation with a new deadline. Refuses like `send`. */
export const again = (work: Work, { params }: Input<typeof inviteAgain>): Promise<Invitation> =>
  inTransaction(work, async (work) => {
    const before = await byId(work, params.id)
    if (!isOwn(work.viewer.hostId, before.hostId)) refuse('not_found')
    requireMove(before, 'again', 'host', work.now)
    if (before.vacancyId !== null) await vacancyOf(work, before.vacancyId)
    // Sent by an unused link, or to a recipient who is known by now.
    const known = before.accountId !== null && before.professionalId !== null
    return write(work, {
      spaceId: before.spaceId,
      vacancyId: before.vacancyId,
      professionalId: known ? before.professionalId : null,
      email: known ? null : before.email,
      terms: z.parse(AgreementTerms, before.terms),
      message: before.message,
      againOf: before.id,
    })
  })

/** Days in Mexico City's zone. */
export const quota = async (work: Work): Promise<InvitationQuota> => {
  const table = zoneTable(capital)
  const today = dayAt(table, work.now.getTime())
  const row = await work.db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('host_id', '=', work.viewer.hostId)
    .where(sql<boolean>`sent_on = ${dateOf(today)}::date`)
    .executeTakeFirst()
  return {
    sentToday: row?.count ?? 0,
    maxADay: invitationLimits.aDay,
    freshAt: new Date(startOfDay(table, today + 1)).toISOString(),
  }
}

const capital = 'America/Mexico_City'

type Draft = {
  spaceId: number
  vacancyId: number | null
  professionalId: number | null
  email: string | null
  terms: AgreementTerms
  message: string
  againOf: string | null
}

const write = async (work: Work, draft: Draft): Promise<Invitation> => {
  const host = await verifiedHost(work)
  const space = await spaceOf(work, host.id, draft.spaceId)
  requireToCome(work, draft.terms, space.zone)
  const terms = await withChair(work, withinSpace(draft.terms, space.categories), draft.spaceId)
  const accountId = draft.professionalId === null ? null : await accountOf(work, draft.professionalId)
  if (accountId === host.accountId || draft.email === host.email) refuse('invitation_to_oneself')
  if (draft.professionalId !== null) await requireNoAgreement(work, draft.professionalId, draft.spaceId)
  if (draft.professionalId !== null && draft.vacancyId !== null)
    await requireNoApplication(work, draft.professionalId, draft.vacancyId)
  await endOverdue(work, draft, accountId)
  const id = randomUUID()
  await work.db
    .insertInto('invitations')
    .values({
      id,
      host_id: host.id,
      space_id: draft.spaceId,
      vacancy_id: draft.vacancyId,
      professional_id: draft.professionalId,
      account_id: accountId,
      email: draft.email,
      token_hash: draft.email === null ? null : hashToken(linkOf(work, id)),
      status: 'sent',
      terms: JSON.stringify(terms),
      message: draft.message,
      sent_at: work.now,
      ...(await placeToday(work, host.id)),
      expires_at: new Date(work.now.getTime() + invitationLimits.lastsDays * dayMs),
      again_of: draft.againOf,
    })
    .execute()
    .catch((error: unknown) =>
      refuseOn(error, {
        invitations_one_open: 'invitation_open',
        invitations_one_open_address: 'invitation_open',
        invitations_again_once: 'invitation_open',
        invitations_peace: 'invitation_declined_lately',
        invitations_thirty_a_day: 'too_many_invitations',
        invitations_place_of_day: 'too_many_invitations',
        vacancies_open: 'vacancy_not_movable',
        vacancies_full: 'vacancy_full',
      }),
    )
  await work.db
    .insertInto('invitation_moves')
    .values({
      invitation_id: id,
      version: 1,
      move: draft.againOf === null ? 'send' : 'again',
      from_status: null,
      to_status: 'sent',
      actor: 'host',
      actor_account_id: work.viewer.accountId,
      at: work.now,
    })
    .execute()
  if (draft.professionalId === null) await publish(work, 'invitation.addressed', { invitationId: id })
  else
    await publish(work, 'invitation.sent', {
      invitationId: id,
      professionalId: draft.professionalId,
      spaceId: draft.spaceId,
    })
  return shownTo(work, id, 'host')
}

/** Locked, so that a host's concurrent invitations count one after the other. */
const verifiedHost = async (work: Work) => {
  const host = await work.db
    .selectFrom('hosts')
    .select(['id', 'account_id as accountId'])
    .where('id', '=', work.viewer.hostId)
    .forUpdate()
    .executeTakeFirst()
  if (host === undefined) return refuse('not_found')
  const known = await knownOf(work, host.accountId)
  if ((known?.level ?? 0) < invitationLimits.hostLevel) refuse('host_not_verified')
  return { ...host, email: known?.email ?? null }
}

/** Only services allowed at the space can be offered there; without a choice, all of those. Refuses invalid_input. */
const withinSpace = (terms: AgreementTerms, may: readonly Category[]): AgreementTerms => {
  if (may.length === 0) return terms
  if (terms.categories.some((category) => !may.includes(category)))
    refuse('invalid_input', {
      fields: [{ field: 'terms.categories', problem: 'el espacio no admite ese servicio' }],
    })
  return terms.categories.length === 0 ? { ...terms, categories: [...may] } : terms
}

const spaceOf = async (
  work: Work,
  hostId: number,
  spaceId: number,
): Promise<{ zone: string; categories: Category[] }> => {
  const space = await work.db
    .selectFrom('spaces')
    .select(['status', 'zone', 'categories'])
    .where('id', '=', spaceId)
    .where('host_id', '=', hostId)
    .executeTakeFirst()
  if (space === undefined) return refuse('not_found')
  if (space.status !== 'published') refuse('space_not_published')
  return { zone: space.zone, categories: z.parse(z.array(Category), space.categories) }
}

/** The terms must not end before the deadline to answer. */
const requireToCome = (work: Work, { validFrom, validTo }: AgreementTerms, zone: string) => {
  if (validTo === null) return
  const lastAnswer = dateAt(after(work.now, invitationLimits.lastsDays * dayMs), zone)
  if (validTo <= lastAnswer || (validFrom !== null && validTo <= validFrom))
    refuse('invalid_input', {
      fields: [{ field: 'terms.validTo', problem: 'debe ser posterior al plazo para responder' }],
    })
}

/** An applicant for the vacancy waits for an answer, not for an invitation. */
const requireNoApplication = async (work: Work, professionalId: number, vacancyId: number) => {
  const open = await work.db
    .selectFrom('applications')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('vacancy_id', '=', vacancyId)
    .where('open_place', 'is not', null)
    .executeTakeFirst()
  if (open !== undefined) refuse('application_open', { applicationId: open.id })
}

/** Only a public profile can be invited. */
const accountOf = async (work: Work, professionalId: number): Promise<number> => {
  const row = await work.db
    .selectFrom('professionals')
    .select('account_id')
    .where('id', '=', professionalId)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return row?.account_id ?? refuse('not_found')
}

const requireNoAgreement = async (work: Work, professionalId: number, spaceId: number) => {
  const living = await work.db
    .selectFrom('agreements')
    .select('id')
    .where('professional_id', '=', professionalId)
    .where('space_id', '=', spaceId)
    .where('status', 'in', ['active', 'paused', 'expiring', 'suspended'])
    .executeTakeFirst()
  if (living !== undefined) refuse('agreement_exists')
}

/** An expired one does not block the next, even if the job has not run yet. */
const endOverdue = async (work: Work, draft: Draft, accountId: number | null) => {
  const rows = await work.db
    .selectFrom('invitations')
    .select('id')
    .where('space_id', '=', draft.spaceId)
    .where('status', 'in', ['sent', 'seen'])
    .where('expires_at', '<=', work.now)
    .where((eb) => (accountId === null ? eb('email', '=', draft.email) : eb('account_id', '=', accountId)))
    .execute()
  for (const { id } of rows) await expire(work, id)
}

const placeToday = async (work: Work, hostId: number) => {
  const today = dateOf(dayAt(zoneTable(capital), work.now.getTime()))
  const row = await work.db
    .selectFrom('invitations')
    .select((eb) => eb.fn.max('place_of_day').as('last'))
    .where('host_id', '=', hostId)
    .where(sql<boolean>`sent_on = ${today}::date`)
    .executeTakeFirst()
  return { sent_on: today, place_of_day: (row?.last ?? 0) + 1 }
}
