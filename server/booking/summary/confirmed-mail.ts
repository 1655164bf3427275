/** The emails about a confirmed booking. */
import { monthsText } from '#contract/payment/installments.ts'
import { formatCents } from '#contract/platform/money.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { calendarLinks, isActive } from '#server/booking/summary/calendar-copy.ts'
import { paymentFor } from '#server/booking/columns/payment.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { spaceOf, where } from '#server/booking/contact/location.ts'
import type { Work } from '#server/platform/work.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { policyOf } from '#server/pricing/cancellation-policy.ts'
import {
  bookingForMail,
  isFollower,
  send,
  fileOf,
  type Addressed,
  type BookingMail,
  when,
  formsLine,
  totalText,
  whoComes,
  inTwo,
  ownLink,
  ownVisit,
  ownOccupancy,
  ownRents,
} from '#server/booking/summary/mail-parts.ts'

/** Notifies one party that the booking is confirmed. */
export const mailConfirmed = async (work: Work, bookingId: string, side: Side, unsubscribe?: string) => {
  const booking = await bookingForMail(work, bookingId)
  // Once cancelled, a visit is not announced as new: the cancellation email is enough.
  if (booking === undefined || !isActive(booking)) return
  // Its whole series has one email (series-mails.ts).
  if (side !== 'host' && isFollower(booking) && booking.requested_at === null) return
  const emailMessage = confirmed[side](work, booking)
  if (emailMessage !== null)
    await send(
      work,
      { ...emailMessage, unsubscribe, ...(await fileOf(work, booking, side)) },
      `booking-confirmed:${bookingId}:${side}`,
    )
}

const confirmed: Readonly<Record<Side, (work: Work, booking: Addressed) => BookingMail | null>> = {
  client: (work, booking) => {
    const contact = contactOf(booking)
    if (contact === null) return null
    const policy = policyOf({
      terms: openTerms(booking.terms),
      totalCents: booking.total_cents,
      upfrontCents: booking.upfront_cents,
      startsAt: booking.starts_at,
      confirmedAt: booking.confirmed_at,
      zone: booking.zone,
      now: work.now,
    })
    return {
      to: contact,
      subject: `Reserva confirmada: ${booking.service_name}, ${when(booking)}`,
      lines: [`Hola, ${contact.firstName}: tu reserva está confirmada.`, ...formsLine(booking)],
      facts: [
        [
          'Qué',
          `${booking.service_name} con ${booking.professional_first_name} ${booking.professional_last_name}`,
        ],
        ...whoComes(booking),
        ['Cuándo', when(booking)],
        ['Dónde', where(booking)],
        ['Total', totalText(booking)],
        ...inTwo(booking),
        ...chargeDate(booking),
        ['Código de llegada', booking.arrival_code ?? ''],
        ['Cancelación', policy.text],
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
      links: calendarLinks(work, booking),
    }
  },
  professional: (work, booking) => {
    if (booking.kind === 'rent') return rentConfirmed(work, booking)
    const contact = contactOf(booking)
    return {
      to: booking.professional_email,
      subject: `Nueva cita: ${booking.service_name}, ${when(booking)}`,
      lines: [`${contact?.firstName ?? ''} ${contact?.lastName ?? ''} reservó «${booking.service_name}».`],
      facts: [
        ...whoComes(booking),
        ['Cuándo', when(booking)],
        ['Dónde', where(booking)],
        ['Teléfono', contact?.phone ?? ''],
        ['Paga', formatCents(booking.total_cents)],
        ...inTwo(booking),
      ],
      action: { label: 'Ver la cita', address: ownVisit(work, booking) },
    }
  },
  host: (work, booking) =>
    booking.host_email === null
      ? null
      : {
          to: booking.host_email,
          subject: `Nueva reserva: ${booking.unit_name ?? booking.space_name ?? ''}, ${when(booking)}`,
          lines: [
            `${booking.professional_first_name} ${booking.professional_last_name} ${booking.kind === 'rent' ? 'rentó y pagó horas' : 'atiende'} en ${booking.space_name ?? 'tu espacio'}.`,
          ],
          facts: [
            ['Cuándo', `${when(booking)}, hasta las ${clockTime(booking.ends_at, booking.zone)} h`],
            ...(booking.persons > 1
              ? [['Personas', String(booking.persons)] satisfies [string, string]]
              : []),
            ['Renta', formatCents(booking.rent_cents)],
          ],
          action: { label: 'Ver mi disponibilidad', address: ownOccupancy(work, booking) },
        },
}

/** The charge date of a visit that is not paid yet; a captured payment shows its amount. */
const chargeDate = (booking: Addressed): [string, string][] => {
  const payment = paymentFor(booking, 'client')
  if (payment?.captureAt)
    return [
      [
        'Cargo a tu tarjeta',
        `${formatCents(payment.amountCents)}, el ${longDate(new Date(payment.captureAt), booking.zone)}`,
      ],
    ]
  if (payment === null || payment.capturedCents === 0) return []
  const months =
    payment.inMonths === undefined ? '' : `, en ${monthsText(payment.amountCents, payment.inMonths.months)}`
  return [['Pagado', `${formatCents(payment.capturedCents)}${months}`]]
}

/** The receipt of prepaid hours. */
const rentConfirmed = (work: Work, booking: Addressed): BookingMail => ({
  to: booking.professional_email,
  subject: `Renta confirmada: ${spaceOf(booking)}, ${when(booking)}`,
  lines: [
    'Tus horas están pagadas. Las citas que atiendas en ellas no deben renta, y tus clientes ya pueden reservarlas.',
    ...(booking.payment_method === 'cash'
      ? [
          'El espacio dice que le pagaste en efectivo, en su recepción. Si no fuiste tú, cancela y escríbenos.',
        ]
      : []),
  ],
  facts: [
    ['Cuándo', `${when(booking)}, hasta las ${clockTime(booking.ends_at, booking.zone)} h`],
    ['Dónde', where(booking)],
    ['Pagaste', formatCents(booking.total_cents)],
  ],
  action: { label: 'Ver mis espacios rentados', address: ownRents(work, booking) },
})
