/**
 * Reviews: the participants of a visit are invited to review it, the reviewed party is notified when it is published, the author when it is
 * answered, and both of the decision on a report. The text is on the pages, not in the notice.
 */
import { sql } from 'kysely'
import { reviewDays, reviewUntil } from '#contract/review/visit-review.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { bookingForMail, ownLink, send, when } from '#server/booking/summary/mail-parts.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { longDate } from '#server/booking/moves/wording.ts'
import type { EmailMessage } from '#server/notification/message/email.ts'
import { type Notice, notify, notifyLater } from '#server/notification/message/notify.ts'
import { preferencesOf } from '#server/notification/message/preference.ts'
import { spaceNamed } from '#server/places/place-name.ts'
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
  professionalRequested: boolean
  hostRequested: boolean
}

/** A client by email, a professional in the bell; each once. */
export const inviteToReview = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Ended>`
    select b.completed_at as "completedAt", b.zone, b.kind = 'visit' and b.client_id is not null as "hasClient",
      c.account_id as "clientAccount", p.first_name as professional, p.account_id as "professionalAccount",
      h.account_id as "hostAccount", ${spaceNamed('s')} as space,
      ${requestedLately(work, sql`p.account_id`)} as "professionalRequested", ${requestedLately(work, sql`h.account_id`)} as "hostRequested"
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
  // An email for each visit would be too many.
  await notify(work, 'review', invitesOf(bookingId, ended), { channels: false })
}

/** A professional who works at the same place every day is invited to review it once a month, and so is its host. */
const requestedLately = (work: Work, accountId: ReturnType<typeof sql>) => sql`exists (
  select from notifications n
  join bookings before on before.id = case when n.about_kind in ('my_review', 'host_review') then n.about_id::uuid end
  where n.account_id = ${accountId} and n.created_at > ${new Date(work.now.getTime() - 30 * dayMs)}
    and before.professional_id = b.professional_id and before.space_id = b.space_id)`

/** A professional's own place cannot be scored. */
const invitesOf = (bookingId: string, ended: Ended): Notice[] => {
  const { hostAccount, professionalAccount, professional, space } = ended
  if (hostAccount === null || space === null || hostAccount === professionalAccount) return []
  const until = longDate(reviewUntil(ended.completedAt.toISOString()), ended.zone)
  const invite = { dedupeKey: `review-invite:${bookingId}` } as const
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
  return [...(ended.professionalRequested ? [] : [mine]), ...(ended.hostRequested ? [] : [theirs])]
}

type ToClient = {
  what: Extract<EmailMessage, { kind: 'review' }>['what']
  key: string
  usefulUntil: Date | null
}

const writeToClient = async (
  work: Work,
  bookingId: string,
  accountId: number | null,
  { what, key, usefulUntil }: ToClient,
) => {
  const [to] = accountId === null ? [] : await preferencesOf(work, [accountId])
  await notifyLater(work, [
    {
      to: to ?? { accountId: null },
      email: { kind: 'review', what, bookingId },
      dedupeKey: key,
      usefulUntil,
    },
  ])
}

/** To the client; the link opens the review itself, and opening it changes nothing. */
export const mailReview = async (
  work: Work,
  bookingId: string,
  what: ToClient['what'],
  key: string,
  unsubscribe?: string,
) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || booking.completed_at === null || contact === null) return
  const name = booking.professional_first_name
  const until = longDate(reviewUntil(booking.completed_at.toISOString()), booking.zone)
  const said = {
    invited: {
      // An export of a person's data contains the subjects of emails, and must name no other person.
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
    removed: decidedEmail('removed', contact.firstName),
    reply_removed: decidedEmail('reply_removed', contact.firstName),
    reply_kept: decidedEmail('reply_kept', contact.firstName),
  }[what]
  await send(
    work,
    {
      to: contact,
      unsubscribe,
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

const decidedEmail = (what: 'removed' | 'reply_removed' | 'reply_kept', firstName: string) => ({
  subject: decidedWords[what].title,
  lines: [`Hola, ${firstName}:`, decidedWords[what].text],
  label: 'Ver mi reseña',
})

type Read = { author: string; name: string; accountId: number; side: 'professional' | 'host'; what: string }

/** Each review once: one written after the others were read is notified as well. */
export const notifyReviewed = async (work: Work, bookingId: string) => {
  const { rows } = await sql<Read>`
    select r.author, r.author_first_name as name, p.account_id as "accountId", 'professional' as side,
      case when r.author = 'host' then s.name else b.service_name end as what
    from reviews r join bookings b on b.id = r.booking_id join professionals p on p.id = r.professional_id
    left join spaces s on s.id = b.space_id
    where r.booking_id = ${bookingId} and r.state = 'published' and r.subject = 'professional'
    union all
    select r.author, r.author_first_name, h.account_id, 'host', s.name
    from reviews r join spaces s on s.id = r.space_id join hosts h on h.id = s.host_id
    where r.booking_id = ${bookingId} and r.state = 'published'`.execute(work.db)
  await notify(
    work,
    'review',
    rows.map((row) => ({
      ...readWords(row),
      accountId: row.accountId,
      about: listOf(row.side),
      dedupeKey: `review:${bookingId}:${row.side}:${row.author}`,
    })),
  )
}

const readWords = ({ author, name, side, what }: Read) =>
  side === 'host'
    ? {
        title: `${name} dejó una reseña de tu espacio`,
        message: `${what}. Ya se puede leer en tu página; puedes responderla una vez.`,
      }
    : author === 'host'
      ? {
          title: `${name} calificó cómo usaste su espacio`,
          message: `${what}. La lees tú; otros anfitriones ven solo el promedio. Puedes responderla una vez.`,
        }
      : {
          title: `${name} dejó una reseña`,
          message: `${what}. Ya se puede leer en tu página; puedes responderla una vez.`,
        }

const listOf = (side: 'professional' | 'host') =>
  ({ kind: side === 'professional' ? 'reviews' : 'host_reviews', id: '' }) as const

type Author = {
  bookingId: string
  author: string
  clientAccount: number | null
  professionalAccount: number
  hostAccount: number | null
}
type Answered = Author & { about: string }

/** To its author; not if they hid it since. */
export const notifyAnswered = async (work: Work, reviewId: number) => {
  const { rows } = await sql<Answered>`
    select ${ofAuthor}, coalesce(s.name, p.first_name) as about
    from reviews r join bookings b on b.id = r.booking_id join professionals p on p.id = b.professional_id
    left join clients c on c.id = b.client_id left join hosts h on h.id = b.host_id left join spaces s on s.id = r.space_id
    where r.id = ${reviewId} and r.state = 'published' and r.reply is not null`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notifyAuthor(work, row, {
    what: 'answered',
    title: 'Respondieron tu reseña',
    message: `Ya se puede leer la respuesta a lo que dijiste de ${row.about}.`,
    key: `review-answer:${row.bookingId}:${reviewId}`,
  })
}

const ofAuthor = sql`b.id as "bookingId", r.author, c.account_id as "clientAccount", p.account_id as "professionalAccount",
  h.account_id as "hostAccount"`

type News = { what: Exclude<ToClient['what'], 'invited'>; title: string; message: string; key: string }

/** A client by email, a professional or host in the bell; the link leads to the review itself. */
const notifyAuthor = async (work: Work, row: Author, { what, title, message, key }: News) => {
  if (row.author === 'client')
    return writeToClient(work, row.bookingId, row.clientAccount, { what, key, usefulUntil: null })
  const accountId = row.author === 'host' ? row.hostAccount : row.professionalAccount
  if (accountId === null) return
  await notify(work, 'review', [
    {
      title,
      message,
      accountId,
      about: { kind: row.author === 'host' ? 'host_review' : 'my_review', id: row.bookingId },
      dedupeKey: key,
    },
  ])
}

type Decided = Author & {
  ofReply: boolean
  removed: boolean
  /** The account that the review is about. */
  spokenOf: number
  side: 'professional' | 'host'
}

/** The reporter is notified of the outcome, and the author of a removed text of the removal. */
export const notifyDecided = async (work: Work, reportId: number) => {
  const { rows } = await sql<Decided>`
    select ${ofAuthor}, report.of_reply as "ofReply", report.removed,
      coalesce(owner.account_id, p.account_id) as "spokenOf", case when r.space_id is null then 'professional' else 'host' end as side
    from review_reports report join reviews r on r.id = report.review_id
    join bookings b on b.id = r.booking_id join professionals p on p.id = b.professional_id
    left join clients c on c.id = b.client_id left join hosts h on h.id = b.host_id
    left join spaces s on s.id = r.space_id left join hosts owner on owner.id = s.host_id
    where report.id = ${reportId} and report.decided_at is not null`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const key = `review-decided:${reportId}`
  const toAuthor = row.ofReply
    ? row.removed
      ? 'reply_removed'
      : 'reply_kept'
    : row.removed
      ? 'removed'
      : null
  if (toAuthor !== null)
    await notifyAuthor(work, row, {
      what: toAuthor,
      title: decidedWords[toAuthor].title,
      message: decidedWords[toAuthor].text,
      key: `${key}:author`,
    })
  if (row.ofReply && !row.removed) return
  const { title, text } =
    decidedWords[row.ofReply ? 'my_reply_removed' : row.removed ? 'reported_removed' : 'reported_kept']
  await notify(work, 'review', [
    {
      title,
      message: text,
      accountId: row.spokenOf,
      about: listOf(row.side),
      dedupeKey: `${key}:${row.side}`,
    },
  ])
}

const rules = 'Una persona de Kalli la leyó y rompía las reglas.'
/** What each reads, in the bell and in an email. */
const decidedWords = {
  removed: {
    title: 'Retiramos tu reseña',
    text: `${rules} Ya no se lee ni cuenta en la calificación. Si crees que nos equivocamos, escríbenos desde Contacto.`,
  },
  reply_removed: {
    title: 'Retiramos la respuesta que reportaste',
    text: `${rules} Tu reseña se queda como la escribiste.`,
  },
  reply_kept: {
    title: 'Revisamos tu reporte',
    text: 'Una persona de Kalli leyó la respuesta: no rompe las reglas y se queda. Gracias por avisarnos.',
  },
  my_reply_removed: {
    title: 'Retiramos tu respuesta a una reseña',
    text: `${rules} La reseña se queda, y no se responde otra vez. Si crees que nos equivocamos, escríbenos desde Contacto.`,
  },
  reported_removed: {
    title: 'Retiramos la reseña que reportaste',
    text: `${rules} Ya no se lee ni cuenta en tu calificación.`,
  },
  reported_kept: {
    title: 'Revisamos la reseña que reportaste',
    text: 'Una persona de Kalli la leyó: no rompe las reglas y se queda. Gracias por avisarnos.',
  },
} as const
