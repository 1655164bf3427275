/**
 * A host invites a professional: the module that stores invitations publishes `invitation.sent` in its transaction, and the professional is
 * notified here; later moves are `invitation.moved`, notified to the other side.
 */
import { sql } from 'kysely'
import { SpaceType } from '#contract/professional/categories.ts'
import { notify } from '#server/notification/message/notify.ts'
import { fitting } from '#server/notification/message/rules.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

export const notifyInvited = async (work: Work, fact: Payload<'invitation.sent'>) => {
  const invited = await work.db
    .selectFrom('professionals')
    .select(['account_id', 'categories'])
    .where('id', '=', fact.professionalId)
    .executeTakeFirst()
  const space = await work.db
    .selectFrom('spaces')
    .innerJoin('businesses', 'businesses.id', 'spaces.business_id')
    .select([
      'spaces.name',
      'spaces.space_type',
      'spaces.neighbourhood',
      'spaces.city',
      'businesses.name as business_name',
    ])
    .where('spaces.id', '=', fact.spaceId)
    .executeTakeFirst()
  if (invited === undefined || space === undefined) return
  const vacancy = await work.db
    .selectFrom('invitations')
    .innerJoin('vacancies', 'vacancies.id', 'invitations.vacancy_id')
    .select('vacancies.title')
    .where('invitations.id', '=', fact.invitationId)
    .executeTakeFirst()
  await notify(work, 'invitation', [
    {
      accountId: invited.account_id,
      type: 'direct_invitation',
      title:
        vacancy === undefined
          ? `${space.business_name} te invita a su espacio`
          : `${space.business_name} te invita a su vacante «${vacancy.title}»`,
      message: `Te invitan a trabajar en ${space.name}, ${space.neighbourhood ?? space.city}. Revisa las condiciones y responde cuando estés lista o listo.`,
      matchingCategories: fitting(SpaceType.parse(space.space_type), invited.categories),
      about: { kind: 'invitation', id: fact.invitationId },
      dedupeKey: `invitation:${fact.invitationId}`,
    },
  ])
}

/** Notifies the party who must know or act next, with a link to the invitation. */
export const notifyMoved = async (work: Work, { invitationId, move }: Payload<'invitation.moved'>) => {
  const row = await movedOf(work, invitationId)
  const notified = row && wordsOf(row, move)
  if (row === undefined || notified === undefined || notified.accountId === null) return
  await notify(work, 'invitation', [
    {
      accountId: notified.accountId,
      title: notified.title,
      message: notified.message,
      about: {
        kind: notified.accountId === row.host_account ? 'sent_invitation' : 'invitation',
        id: invitationId,
      },
      // A second question is news again.
      dedupeKey: `invitation:${invitationId}:${move}${move === 'ask' || move === 'answer' ? row.questions : ''}`,
    },
  ])
}

const movedOf = (work: Work, id: string) =>
  work.db
    .selectFrom('invitations as i')
    .innerJoin('spaces as s', 's.id', 'i.space_id')
    .innerJoin('businesses as b', 'b.id', 's.business_id')
    .innerJoin('hosts as h', 'h.id', 'i.host_id')
    .leftJoin('accounts as a', 'a.id', 'i.account_id')
    .leftJoin('vacancies as v', 'v.id', 'i.vacancy_id')
    .select((has) => [
      'h.account_id as host_account',
      'i.account_id as invited_account',
      'i.decline_reason',
      'i.email',
      'v.title as vacancy_title',
      'v.status as vacancy_status',
      sql<string>`place_name(b.name, s.name)`.as('space_name'),
      'b.name as business_name',
      'a.first_name',
      has
        .selectFrom('invitation_questions as q')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('q.invitation_id', '=', 'i.id')
        .as('questions'),
    ])
    .where('i.id', '=', id)
    .executeTakeFirst()
type Moved = NonNullable<Awaited<ReturnType<typeof movedOf>>>

const wordsOf = (
  row: Moved,
  move: string,
): { accountId: number | null; title: string; message: string } | undefined => {
  // Invited by email, they stay nameless until they have accepted.
  const who = (move === 'accept' ? row.first_name : (row.email ?? row.first_name)) ?? 'Alguien'
  switch (move) {
    case 'accept':
      return {
        accountId: row.host_account,
        title: `${who} aceptó tu invitación`,
        message: `El convenio en ${row.space_name} está vigente desde ahora, con las condiciones que ofreciste.${
          row.vacancy_title === null ? '' : ` Ocupa un lugar de tu vacante «${row.vacancy_title}».`
        }`,
      }
    case 'decline':
      return {
        accountId: row.host_account,
        title: `${who} no puede aceptar tu invitación`,
        message:
          row.decline_reason === null
            ? `Por ahora no trabajará en ${row.space_name}. Puedes volver a invitar dentro de 60 días.`
            : `Sobre ${row.space_name} te dice: «${row.decline_reason}». Puedes volver a invitar dentro de 60 días.`,
      }
    case 'ask':
      return {
        accountId: row.host_account,
        title: `${who} te pregunta sobre tu invitación`,
        message: `Su plazo para responder queda en pausa mientras contestas, hasta 72 horas.`,
      }
    case 'expire':
      return {
        accountId: row.host_account,
        title: 'Una invitación venció sin respuesta',
        message: `${row.invited_account === null ? 'La persona' : who} no respondió sobre ${row.space_name}. Puedes volver a invitar con un toque.`,
      }
    case 'answer':
      return {
        accountId: row.invited_account,
        title: `${row.business_name} contestó tu pregunta`,
        message: `Tu plazo para responder la invitación a ${row.space_name} vuelve a correr.`,
      }
    case 'revoke':
      return {
        accountId: row.invited_account,
        title: `${row.business_name} retiró su invitación`,
        message: `La invitación a ${row.space_name} ya no está abierta.`,
      }
    case 'end_with_vacancy':
      return {
        accountId: row.invited_account,
        title: `La vacante «${row.vacancy_title ?? row.space_name}» ya se ${row.vacancy_status === 'filled' ? 'cubrió' : 'cerró'}`,
        message: `Tu invitación de ${row.business_name} terminó con ella; no tienes que responder.`,
      }
  }
  return undefined
}
