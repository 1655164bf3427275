/** What the emails about a booking share: the recipients, the lines, the calendar file. */
import { formatCents } from '#contract/platform/money.ts'
import { isCouponLabel } from '#contract/pricing/coupon-price.ts'
import { hourOfLines, shownHour } from '#contract/pricing/shown-price.ts'
import { peopleText } from '#contract/platform/persons.ts'
import { type contactOf, textPhoneOf } from '#server/booking/columns/client.ts'
import { isMeantFor, type Ending } from '#server/booking/columns/ending.ts'
import { selectShown, type Shown } from '#server/booking/summary/present.ts'
import { calendarFor } from '#server/booking/summary/calendar-copy.ts'
import { viewToken, type Side } from '#server/booking/moves/party.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { isByLink, paidOf } from '#server/booking/moves/upfront.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import { text } from '#server/messaging/texting.ts'
import { smsWithLink } from '#server/messaging/sms-text.ts'
import type { Work } from '#server/platform/work.ts'
import { deltasOf } from '#server/pricing/split.ts'

export type BookingMail = {
  /** An account's mailbox; or the client of the visit, by the telephone or mailbox that they proved. */
  to: string | Contact
  subject: string
  lines: string[]
  facts?: [name: string, value: string][]
  action: { label: string; address: string }
  /** Secondary links, in small print under the action. */
  links?: { label: string; address: string }[]
  /** The appointment as a file for the recipient's own calendar. */
  calendar?: string
  /** Where the recipient unsubscribes from this kind of email. */
  unsubscribe?: string | undefined
  /** In small type, below. */
  note?: string
}

export type Contact = NonNullable<ReturnType<typeof contactOf>>

export type Addressed = Shown & { professional_email: string; host_email: string | null }

export const bookingForMail = (work: Work, id: string): Promise<Addressed | undefined> =>
  selectShown(work.db)
    .innerJoin('accounts as professional_account', 'professional_account.id', 'professional.account_id')
    .leftJoin('hosts as host', 'host.id', 'booking.host_id')
    .leftJoin('accounts as host_account', 'host_account.id', 'host.account_id')
    .select(['professional_account.email as professional_email', 'host_account.email as host_email'])
    .where('booking.id', '=', id)
    .executeTakeFirst()

/** The calendar files for this recipient with a message about one booking or several. */
export const filesOf = async (
  work: Work,
  bookings: readonly Addressed[],
  side: Side,
): Promise<Pick<BookingMail, 'calendar'>> => {
  const [first] = bookings
  if (side === 'host' || first === undefined) return {}
  const calendar = await calendarFor(work, bookings, side === 'client' ? { side } : professionalOf(first))
  return calendar === undefined ? {} : { calendar }
}

export const fileOf = (work: Work, booking: Addressed, side: Side) => filesOf(work, [booking], side)

const professionalOf = (booking: Addressed) => ({
  side: 'professional' as const,
  professionalId: booking.professional_id,
  to: {
    name: `${booking.professional_first_name} ${booking.professional_last_name}`,
    email: booking.professional_email,
  },
})

/** The names when several people come; for their client and their professional. */
export const whoComes = ({ people }: Shown): [string, string][] =>
  people === null ? [] : [['Quiénes', peopleText(people.map(({ firstName }) => firstName))]]

/** Repeated from another visit. */
export const isFollower = ({ series }: Shown) => series !== null && series.position > 1

/** The form that is still to be filled in, if any. */
export const formsLine = ({ forms, professional_first_name: name }: Shown): string[] =>
  forms === 'pending'
    ? [`Te falta contestar el formulario de ${name}: ábrelo con el botón. Solo lo lee quien te atiende.`]
    : []

export const when = (booking: Shown) =>
  `${longDate(booking.starts_at, booking.zone)}, ${clockTime(booking.starts_at, booking.zone)} h`

/** "$520 (−$130 · con descuento por horario)": the total, and what changes it against the list price. */
export const totalText = ({ quote, total_cents: totalCents }: Shown): string => {
  const lines = deltasOf(quote)
  const { difference } = shownHour({ totalCents, price: hourOfLines(lines) })
  const coupons = lines.flatMap(({ label, amountCents }) =>
    isCouponLabel(label)
      ? [`${formatCents(amountCents)} · ${label.charAt(0).toLowerCase()}${label.slice(1)}`]
      : [],
  )
  const changes = [...(difference === null ? [] : [difference.text]), ...coupons]
  return `${formatCents(totalCents)}${changes.length === 0 ? '' : ` (${changes.join('; ')})`}`
}

type InTwo = Parameters<typeof paidOf>[0] & Pick<Shown, 'link_cents' | 'in_place_taken_cents'>

/** What is paid at booking, and what after the visit. */
export const inTwo = (booking: InTwo): [string, string][] =>
  isByLink(booking)
    ? byLink(booking)
    : booking.balance_cents === 0
      ? restInPlace(booking) === 0
        ? []
        : [['Se paga en el lugar', formatCents(restInPlace(booking))]]
      : [
          ['Anticipo', formatCents(paidOf(booking))],
          ['Al terminar la cita', formatCents(booking.balance_cents)],
        ]

/** What the professional has not taken at the place yet. */
const restInPlace = ({ in_place_cents: cents, in_place_taken_cents: takenCents }: InTwo) => cents - takenCents

const byLink = (booking: InTwo): [string, string][] => {
  const paidCents = paidOf(booking)
  const facts: [string, number][] = [
    ['Pagado con el enlace', paidCents],
    ['Falta por pagar con el enlace', booking.balance_cents],
    ['Se paga en el lugar', restInPlace(booking)],
  ]
  return facts.flatMap(([name, cents]): [string, string][] =>
    cents === 0 ? [] : [[name, formatCents(cents)]],
  )
}

export const ownLink = (work: Work, booking: Shown) =>
  `${work.config.publicUrl}/booking-success?id=${booking.id}&t=${encodeURIComponent(viewToken(work, booking))}`

/** For the recipient it was written for, in the words of the party that ended it. The platform's reason is already in the sentence. */
export const why = (booking: Pick<Addressed, 'kind'>, { by, said }: Ending, reader: Side) =>
  said === undefined ||
  by === reader ||
  (by === 'platform' && reader !== 'host') ||
  !isMeantFor(booking, by, reader)
    ? []
    : [`El motivo: ${said}`]

/** A professional's link to the visit on its day. */
export const ownVisit = (work: Work, { id }: Shown) =>
  `${work.config.publicUrl}/professional-appointments?visit=${id}`

/** A host's link to the day at the place. */
export const ownOccupancy = (work: Work, booking: Shown) =>
  `${work.config.publicUrl}/host-availability?date=${localDate(booking.starts_at, booking.zone)}`

export const ownRents = (work: Work, { id }: Shown) =>
  `${work.config.publicUrl}/professional-appointments?tab=rents&rent=${id}`

/**
 * To an account by email. To the client of a visit by what they proved: a text message with the link, or an email; a client who proved a
 * telephone and also gave an email gets both, and the mailbox, which may be mistyped, gets no link that acts, so no calendar file either,
 * since that holds one.
 */
export const send = async (work: Work, message: BookingMail, dedupeKey: string): Promise<void> => {
  const { to } = message
  if (typeof to === 'string') return mail(work, { ...message, to }, dedupeKey)
  const phone = textPhoneOf(to)
  if (phone === null) return mail(work, { ...message, to: to.email }, dedupeKey)
  await text(work, {
    to: phone,
    text: smsWithLink(`Kalli: ${message.subject}`, message.action.address),
    key: `text:${dedupeKey}`,
  })
  if (to.email === '') return
  const action = { label: 'Ver mis citas', address: `${work.config.publicUrl}/guest-bookings` }
  const { subject, lines, facts } = message
  await mail(
    work,
    { to: to.email, subject, lines, ...(facts === undefined ? {} : { facts }), action },
    dedupeKey,
  )
}

const mail = (
  work: Work,
  { to, subject, lines, facts, action, links, calendar, unsubscribe, note }: BookingMail & { to: string },
  dedupeKey: string,
): Promise<void> =>
  sendMail(work, {
    to,
    subject,
    dedupeKey,
    ...(calendar === undefined ? {} : { calendar }),
    unsubscribe,
    ...mailLayout({
      title: subject,
      paragraphs: lines,
      facts,
      action,
      links,
      unsubscribe,
      ...(note === undefined ? {} : { note }),
    }),
  })
