/**
 * Reviews: who had a part in a visit is asked how it was, who is spoken of hears when it is read, and who wrote when it is
 * answered. What was said stands on the pages, not in the notice.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { Id } from '#contract/shapes.ts'
import { reviewDays, reviewUntil } from '#contract/visit-review.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/mails.ts'
import { contactOf } from '#server/booking/present.ts'
import { longDate } from '#server/booking/wording.ts'
import { enqueue } from '#server/messaging/messaging.ts'
import type { Letter } from '#server/notification/letter.ts'
import { tellAll } from '#server/notification/matching.ts'
import { tell, type Notice } from '#server/notification/notification.ts'
import { mayLeaveAt, preferencesOf } from '#server/notification/preference.ts'
import type { Work } from '#server/platform/work.ts'

type Ended = {
  completedAt: Date
  zone: string
  hasClient: boolean
  clientAccount: number | null
  professional: string
  professionalAccount: number
  hostAccount: number | null
  space: string | null
  professionalAsked: boolean
  hostAsked: boolean
}

/** A client by letter, who serves in the bell; each once. */
export const inviteToReview = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Ended>`
    select b.completed_at as "completedAt", b.zone, b.kind = 'visit' and b.client_id is not null as "hasClient",
      c.account_id as "clientAccount", p.first_name as professional, p.account_id as "professionalAccount",
      h.account_id as "hostAccount", s.name as space,
      ${askedLately(work, sql`p.account_id`)} as "professionalAsked", ${askedLately(work, sql`h.account_id`)} as "hostAsked"
    from bookings b join professionals p on p.id = b.professional_id
    left join clients c on c.id = b.client_id left join hosts h on h.id = b.host_id left join spaces s on s.id = b.space_id
    where b.id = ${bookingId} and b.status = 'completed'`.execute(work.db)
  const [ended] = rows
  if (ended === undefined) return
  if (ended.hasClient)
    await writeToClient(work, bookingId, ended.clientAccount, {
      what: 'invited',
      key: `review-invite:${bookingId}:client`,
      usefulUntil: reviewUntil(ended.completedAt.toISOString()),
    })
  await ring(work, invitesOf(bookingId, ended))
}

/** Who works at the same place every day is asked of it once a month, and so is its host. */
const askedLately = (work: Work, accountId: ReturnType<typeof sql>) => sql`exists (
  select from notifications n
  join bookings before on before.id = case when n.about_kind in ('my_review', 'host_review') then n.about_id::uuid end
  where n.account_id = ${accountId} and n.created_at > ${new Date(work.now.getTime() - 30 * 86_400_000)}
    and before.professional_id = b.professional_id and before.space_id = b.space_id)`

/** A place of one's own is nobody's to score. */
const invitesOf = (bookingId: string, ended: Ended): Notice[] => {
  const { hostAccount, professionalAccount, professional, space } = ended
  if (hostAccount === null || space === null || hostAccount === professionalAccount) return []
  const until = longDate(reviewUntil(ended.completedAt.toISOString()), ended.zone)
  const invite = { type: 'other', dedupeKey: `review-invite:${bookingId}` } as const
  const sealed = `Nadie la lee antes de que escriban todas las partes, o de que pasen ${reviewDays.sealed} días. Puedes hasta el ${until}.`
  const mine: Notice = {
    ...invite,
    accountId: professionalAccount,
    title: `¿Cómo te fue en ${space}?`,
    message: `Califica el lugar. ${sealed}`,
    about: { kind: 'my_review', id: bookingId },
  }
  const theirs: Notice = {
    ...invite,
    accountId: hostAccount,
    title: `¿Cómo usó tu espacio ${professional}?`,
    message: `Califica a quien atendió en ${space}. ${sealed}`,
    about: { kind: 'host_review', id: bookingId },
  }
  return [...(ended.professionalAsked ? [] : [mine]), ...(ended.hostAsked ? [] : [theirs])]
}

/** Into the bell alone: a letter a visit would be too many. */
const ring = async (work: Work, notices: readonly Notice[]) => {
  const people = await preferencesOf(
    work,
    notices.map(({ accountId }) => accountId),
  )
  const wanting = people.filter(({ ways }) => ways.review.app).map(({ accountId }) => accountId)
  await tell(
    work,
    notices.filter(({ accountId }) => wanting.includes(accountId)),
  )
}

type ToClient = { what: 'invited' | 'answered'; key: string; usefulUntil: Date | null }

const writeToClient = async (
  work: Work,
  bookingId: string,
  accountId: number | null,
  { what, key, usefulUntil }: ToClient,
) => {
  const [to] = accountId === null ? [] : await preferencesOf(work, [accountId])
  await enqueue(work, [
    {
      accountId,
      bookingId,
      side: 'client',
      event: 'review',
      letter: { kind: 'review', what, bookingId } satisfies Letter,
      dedupeKey: key,
      dueAt: to === undefined ? work.now : mayLeaveAt(work, to, usefulUntil ?? undefined),
      usefulUntil,
    },
  ])
}

/** To the client; the link opens the review itself, and looking at it changes nothing. */
export const mailReview = async (work: Work, bookingId: string, what: ToClient['what'], key: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || booking.completed_at === null || contact === null) return
  const name = booking.professional_first_name
  const until = longDate(reviewUntil(booking.completed_at.toISOString()), booking.zone)
  const said = {
    invited: {
      // Copies of one's own data tell subjects of letters, and nobody else's name.
      subject: `¿Cómo te fue? ${booking.service_name}`,
      lines: [
        `Hola, ${contact.firstName}: cuenta cómo te fue. Ayuda a quien busca, y a ${name}.`,
        `Nadie la lee antes de que escriban todas las partes, o de que pasen ${reviewDays.sealed} días. Puedes hasta el ${until}.`,
      ],
      label: 'Dejar mi reseña',
    },
    answered: {
      subject: 'Respondieron tu reseña',
      lines: [`Hola, ${contact.firstName}: ya se puede leer la respuesta a lo que dijiste de tu cita.`],
      label: 'Ver la respuesta',
    },
  }[what]
  await send(
    work,
    {
      to: contact.email,
      subject: said.subject,
      lines: said.lines,
      facts: [
        ['Qué', `${booking.service_name} con ${name} ${booking.professional_last_name}`],
        ['Cuándo', when(booking)],
      ],
      action: { label: said.label, address: `${ownLink(work, booking)}&review=1` },
    },
    key,
  )
}

type Read = { name: string; accountId: number; side: 'professional' | 'host'; what: string }

export const tellReviewed = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Read>`
    select min(r.author_first_name) as name, p.account_id as "accountId", 'professional' as side, b.service_name as what
    from reviews r join bookings b on b.id = r.booking_id join professionals p on p.id = r.professional_id
    where r.booking_id = ${bookingId} and r.state = 'published' and r.subject = 'professional' and r.author = 'client'
    group by p.account_id, b.service_name
    union all
    select min(r.author_first_name), h.account_id, 'host', s.name
    from reviews r join spaces s on s.id = r.space_id join hosts h on h.id = s.host_id
    where r.booking_id = ${bookingId} and r.state = 'published'
    group by h.account_id, s.name`.execute(work.db)
  await tellAll(
    work,
    'review',
    rows.map(({ name, accountId, side, what }) => ({
      title: side === 'professional' ? `${name} dejó una reseña` : `Tu espacio tiene una reseña nueva`,
      message: `${what}. Ya se puede leer en tu página; puedes responderla una vez.`,
      accountId,
      type: 'other' as const,
      about: { kind: side === 'professional' ? ('reviews' as const) : ('host_reviews' as const), id: '' },
      dedupeKey: `review:${bookingId}:${side}`,
    })),
  )
}

export const ReviewAnswered = z.object({ reviewId: Id })

type Answered = {
  bookingId: string
  author: string
  clientAccount: number | null
  professionalAccount: number
  hostAccount: number | null
  about: string
}

/** To who wrote it; who took it out of sight since hears nothing. */
export const tellAnswered = async (work: Work, reviewId: number) => {
  const { rows } = await sql<Answered>`
    select b.id as "bookingId", r.author, c.account_id as "clientAccount", p.account_id as "professionalAccount",
      h.account_id as "hostAccount", coalesce(s.name, p.first_name) as about
    from reviews r join bookings b on b.id = r.booking_id join professionals p on p.id = b.professional_id
    left join clients c on c.id = b.client_id left join hosts h on h.id = b.host_id left join spaces s on s.id = r.space_id
    where r.id = ${reviewId} and r.state = 'published' and r.reply is not null`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const key = `review-answer:${row.bookingId}:${reviewId}`
  if (row.author === 'client')
    return writeToClient(work, row.bookingId, row.clientAccount, { what: 'answered', key, usefulUntil: null })
  const accountId = row.author === 'host' ? row.hostAccount : row.professionalAccount
  if (accountId === null) return
  await tellAll(work, 'review', [
    {
      title: 'Respondieron tu reseña',
      message: `Ya se puede leer la respuesta a lo que dijiste de ${row.about}.`,
      accountId,
      type: 'other',
      about: { kind: row.author === 'host' ? 'host_review' : 'my_review', id: row.bookingId },
      dedupeKey: key,
    },
  ])
}
