/** Ends the bookings of a suspended account, one job each and a sweep for late ones; and the emails to its owner. */
import { type Selectable, sql } from 'kysely'
import * as z from 'zod/mini'
import { SuspensionCause, suspensionCauses } from '#contract/suspension/suspension.ts'
import { endForSuspension, type Suspended } from '#server/booking/support/party-cancellation.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { AccountActs } from '#server/platform/database/tables.ts'
import type { Work } from '#server/platform/work.ts'
import type { Payload } from '#server/platform/events.ts'
import { partiesOf } from '#server/suspension/parties.ts'

type Act = Selectable<AccountActs>

const actOf = (work: Work, id: string): Promise<Act | undefined> =>
  work.db
    .selectFrom('account_acts')
    .selectAll()
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .executeTakeFirst()

/** Idempotent; if the suspension was lifted meanwhile the booking stays. */
export const endBooking = async (work: Work, { actId, bookingId }: Payload<'suspension.ends_booking'>) => {
  const act = await actOf(work, actId)
  if (act !== undefined)
    await endForSuspension(work, bookingId, await partiesOf(work, act.account_id), by(act))
}

const by = (act: Act): Suspended => ({
  isOwn: act.fault === 'own',
  reason: act.reason,
  proposedBy: act.proposed_by,
  doneBy: act.done_by ?? act.proposed_by,
  isActive: (work) => isSuspended(work, act.account_id),
})

const isSuspended = async (work: Work, accountId: number) =>
  (await work.db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Bookings being paid during a suspension, and all other future bookings of the account. */
export const sweep = async (work: Work) => {
  const { rows } = await sql<{ actId: string; bookingId: string }>`
    select act.id as "actId", b.id as "bookingId" from accounts a
    cross join lateral (select id from account_acts where account_id = a.id and kind = 'suspend' and done_at is not null
      order by done_at desc limit 1) act
    left join professionals p on p.account_id = a.id left join hosts h on h.account_id = a.id
    join bookings b on b.starts_at > ${work.now} and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed')
      and (b.professional_id = p.id or b.host_id = h.id or b.client_id in (
        select c.id from clients c where c.account_id = a.id or c.account_id is null and c.email = a.email))
    where a.suspended_at is not null`.execute(work.db)
  await runIsolated(work, rows, (one) => endBooking(work, one))
}

/** A booking that was confirmed or requested at the very moment. */
export const endIfSuspended = async (work: Work, bookingId: string) => {
  const { rows } = await sql<{ actId: string }>`
    select act.id as "actId" from bookings b
    join accounts a on a.suspended_at is not null and (a.id = (select account_id from professionals where id = b.professional_id)
      or a.id = (select account_id from hosts where id = b.host_id) or a.id = (select account_id from clients where id = b.client_id))
    join account_acts act on act.account_id = a.id and act.kind = 'suspend' and act.done_at is not null
    where b.id = ${bookingId} order by act.done_at desc limit 1`.execute(work.db)
  const [found] = rows
  if (found !== undefined) await endBooking(work, { actId: found.actId, bookingId })
}

/** The reason, the consequences and the contact. */
export const mailSuspended = async (work: Work, { actId }: Payload<'account.suspended'>) => {
  const act = await actOf(work, actId)
  if (act === undefined || !(await isSuspended(work, act.account_id))) return
  const { email, firstName, professionalId, hostId } = await partiesOf(work, act.account_id)
  const cause = z.safeParse(SuspensionCause, act.cause)
  const why = cause.success ? suspensionCauses[cause.data][1] : suspensionCauses.review[1]
  const offers = professionalId !== null || hostId !== null
  await sendMail(work, {
    to: email,
    subject: 'Suspendimos tu cuenta de Kalli',
    dedupeKey: `suspended:${actId}`,
    ...mailLayout({
      title: 'Tu cuenta está suspendida',
      paragraphs: [
        `Hola, ${firstName}: suspendimos tu cuenta ${why}.`,
        offers
          ? 'Mientras dure no puedes entrar, tus páginas no se muestran y nadie puede reservar contigo.'
          : 'Mientras dure no puedes entrar ni reservar.',
        ...(act.bookings > 0
          ? ['Tus reservas por venir se cancelan. A cada persona le avisamos y recupera lo que pagó.']
          : []),
        ...(offers
          ? ['Lo que se te debe no se pierde: lo guardamos y sale cuando se levante la suspensión.']
          : []),
        'Si crees que es un error o quieres darnos más datos, responde a este correo o escríbenos desde Contacto. Lo revisa una persona.',
      ],
      action: { label: 'Escribirnos', address: `${work.config.publicUrl}/contact` },
    }),
  })
}

export const mailLifted = async (work: Work, { actId }: Payload<'account.suspended'>) => {
  const act = await actOf(work, actId)
  if (act === undefined || (await isSuspended(work, act.account_id))) return
  const { email, firstName, professionalId, hostId } = await partiesOf(work, act.account_id)
  await sendMail(work, {
    to: email,
    subject: 'Tu cuenta de Kalli vuelve a estar activa',
    dedupeKey: `lifted:${actId}`,
    ...mailLayout({
      title: 'Levantamos la suspensión',
      paragraphs: [
        `Hola, ${firstName}: ya puedes entrar otra vez.`,
        ...(professionalId !== null || hostId !== null
          ? ['Tus páginas vuelven a mostrarse como estaban, y lo que se te debía sale en estos días.']
          : []),
        'Las reservas que se cancelaron no regresan: quien quiera volver a verte reserva de nuevo.',
      ],
      action: { label: 'Entrar', address: `${work.config.publicUrl}/auth` },
    }),
  })
}
