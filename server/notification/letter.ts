/** Letters that somebody chose to get: they wait for the end of the reader's quiet hours, and leave once. */
import * as z from 'zod/mini'
import { About, NotificationEvent } from '#contract/notification.ts'
import { Uuid } from '#contract/shapes.ts'
import { mailCancelled, mailConfirmed } from '#server/booking/mails.ts'
import { mayLeaveAt, preferencesOf, type Preference } from '#server/notification/preference.ts'
import { eachApart } from '#server/platform/each-apart.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

/** A booking's letter is written when it leaves, so that it tells how things stand then. */
const Letter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('notice'),
    event: NotificationEvent,
    title: z.string(),
    message: z.string(),
    about: About,
  }),
  z.object({
    kind: z.literal('booking'),
    event: z.enum(['booking_confirmed', 'booking_cancelled']),
    bookingId: Uuid,
    side: z.enum(['professional', 'host']),
  }),
])
export type Letter = z.output<typeof Letter>

/** Puts letters in line for those who want them, each once per key; in the caller's transaction. */
export const enqueue = async (
  work: Work,
  letters: readonly { to: Preference; letter: Letter; dedupeKey: string; usefulUntil?: Date }[],
) => {
  const wanted = letters.filter(({ to, letter }) => to.ways[letter.event].email)
  if (wanted.length === 0) return
  await work.db
    .insertInto('notification_letters')
    .values(
      wanted.map(({ to, letter, dedupeKey, usefulUntil }) => ({
        account_id: to.accountId,
        letter: JSON.stringify(letter),
        dedupe_key: dedupeKey,
        due_at: mayLeaveAt(work, to, usefulUntil),
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** More in one round would hold the timetable up; the rest leaves a minute later. */
const aRound = 200

/** Sends what is due. A letter is taken out of the line after it left, and leaves once by its key. */
export const sendDue = async (work: Work) => {
  const due = await work.db
    .selectFrom('notification_letters')
    .select(['id', 'account_id', 'letter', 'dedupe_key'])
    .where('due_at', '<=', work.now)
    .orderBy('due_at')
    .limit(aRound)
    .execute()
  const people = new Map(
    (
      await preferencesOf(
        work,
        due.map(({ account_id }) => account_id),
      )
    ).map((to) => [to.accountId, to]),
  )
  await eachApart(work, due, async (row) => {
    const to = people.get(row.account_id)
    const letter = z.parse(Letter, row.letter)
    // Whoever changed their mind while it waited is not written to.
    if (to?.ways[letter.event].email) await send(work, to, letter, row.dedupe_key)
    await work.db.deleteFrom('notification_letters').where('id', '=', row.id).execute()
  })
}

const send = (work: Work, to: Preference, letter: Letter, dedupeKey: string): Promise<unknown> => {
  if (letter.kind === 'booking')
    return letter.event === 'booking_confirmed'
      ? mailConfirmed(work, letter.bookingId, letter.side)
      : mailCancelled(work, letter.bookingId, letter.side)
  return sendMail(work, {
    to: to.email,
    subject: letter.title,
    dedupeKey,
    ...mailLayout({
      title: letter.title,
      paragraphs: [`Hola, ${to.firstName}:`, letter.message],
      action: {
        label: actions[letter.about.kind],
        address: `${work.config.publicUrl}${pathTo(letter.about)}`,
      },
      note: 'Eliges qué correos recibes en Configuración, Notificaciones.',
    }),
  })
}

const actions: Readonly<Record<About['kind'], string>> = {
  space: 'Ver el espacio',
  professional: 'Ver el perfil',
  invitation: 'Ver la invitación',
  sent_invitation: 'Ver la invitación',
  appointments: 'Ver mis citas',
  request: 'Responder la solicitud',
  no_show: 'Ver la inasistencia',
  occupancy: 'Ver mi disponibilidad',
  earnings: 'Ver mis ingresos',
  rent: 'Ver mis ingresos',
  my_application: 'Ver mi postulación',
  host_application: 'Ver la postulación',
  my_agreement: 'Ver mi convenio',
  host_agreement: 'Ver el convenio',
  my_documents: 'Ver mis documentos',
  listing: 'Ver mi espacio',
  vacancy: 'Ver la vacante',
  host_vacancy: 'Ver mi vacante',
  hour_pack: 'Ver mis paquetes',
  rented_hours: 'Ver mis espacios rentados',
  waitlist: 'Ver mi lista de espera',
  deposit: 'Ver la garantía',
  problem: 'Ver el problema',
  host_problem: 'Ver el problema',
  host_team: 'Ver mi equipo',
  my_team: 'Ver mi lugar',
  conversation: 'Ver el mensaje',
}

const pathTo = ({ kind, id }: About): string => {
  switch (kind) {
    case 'space':
      return `/space/${id}`
    case 'professional':
      return `/p/${id}`
    case 'invitation':
      return `/professional-invitations?open=${encodeURIComponent(id)}`
    case 'sent_invitation':
      return `/search-professionals?box=sent&open=${encodeURIComponent(id)}`
    case 'appointments':
      return '/professional-appointments'
    case 'request':
      return `/professional-appointments?tab=requests&request=${encodeURIComponent(id)}`
    case 'no_show':
      return `/professional-appointments?tab=no-show&booking=${encodeURIComponent(id)}`
    case 'occupancy':
      return id === '' ? '/host-availability' : `/host-availability?date=${id}`
    case 'earnings':
      return '/professional-dashboard'
    case 'my_application':
      return `/space-applications?application=${id}`
    case 'host_application':
      return `/host-applications?application=${id}`
    case 'my_agreement':
      return `/space-applications?tab=agreements&agreement=${id}`
    case 'host_agreement':
      return `/host-applications?tab=agreements&agreement=${id}`
    case 'my_documents':
      return '/space-applications?tab=documents'
    case 'rent':
      return '/host-dashboard'
    case 'vacancy':
      return `/vacancies?open=${id}`
    case 'host_vacancy':
      return `/vacancies?as=host&open=${id}`
    case 'host_team':
      return `/inhouse-professionals?as=host&open=${id}`
    case 'my_team':
      return `/inhouse-professionals?as=member&open=${id}`
    case 'listing':
      return `/host-registration?space=${id}&step=10`
    case 'hour_pack':
      return `/professional-appointments?tab=rents&pack=${encodeURIComponent(id)}`
    case 'conversation':
      return `/messages?with=${encodeURIComponent(id)}`
    case 'waitlist':
      return '/my-bookings?tab=waitlist'
    case 'deposit':
      return `/host-availability?deposit=${encodeURIComponent(id)}`
    case 'problem':
      return `/professional-appointments?tab=problem&booking=${encodeURIComponent(id)}`
    case 'host_problem':
      return `/host-availability?problem=${encodeURIComponent(id)}`
    case 'rented_hours':
      return `/professional-appointments?tab=rents&rent=${encodeURIComponent(id)}`
  }
}
