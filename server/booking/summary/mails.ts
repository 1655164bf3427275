/** The letters about a booking: to the client with the way back, to the professional, to the host. */
import { formatCents } from '#contract/platform/money.ts'
import { peopleText } from '#contract/platform/persons.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { endingOf, endWords, isMeantFor, type Ending } from '#server/booking/columns/ending.ts'
import { paymentFor } from '#server/booking/columns/payment.ts'
import { selectShown, type Shown } from '#server/booking/summary/present.ts'
import { sentenceFor } from '#server/booking/columns/ending-words.ts'
import { comesBack, moneyWords } from '#server/booking/columns/money-words.ts'
import { calendarFor, stands } from '#server/booking/summary/calendar-copy.ts'
import { asksOncePaid } from '#server/booking/moves/move.ts'
import { viewToken, type Side } from '#server/booking/moves/party.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { spaceOf, where } from '#server/booking/contact/whereabouts.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { policyOf } from '#server/pricing/cancellation.ts'

type Letter = {
  to: string
  subject: string
  lines: string[]
  facts?: [name: string, value: string][]
  action: { label: string; address: string }
  /** The appointment as a file for the reader's own calendar. */
  calendar?: string
  /** Where its reader turns this kind of email off. */
  unsubscribe?: string | undefined
}

/** Tells one party that the booking stands. */
export const mailConfirmed = async (work: Work, bookingId: string, side: Side, unsubscribe?: string) => {
  const booking = await bookingForMail(work, bookingId)
  // A visit that was cancelled since is no news as a new one: its cancellation says all.
  if (booking === undefined || !stands(booking)) return
  // Told with its whole series (series-mails.ts).
  if (side !== 'host' && isFollower(booking) && booking.requested_at === null) return
  const letter = confirmed[side](work, booking)
  if (letter !== null)
    await send(
      work,
      { ...letter, unsubscribe, ...(await fileOf(work, booking, side)) },
      `booking-confirmed:${bookingId}:${side}`,
    )
}

/** Tells one party that it was cancelled, and what comes back to whom. */
export const mailCancelled = async (work: Work, bookingId: string, side: Side, unsubscribe?: string) => {
  const booking = await bookingForMail(work, bookingId)
  const ending = booking === undefined ? null : endingOf(booking)
  if (booking === undefined || ending === null) return
  const letter = cancelled[side](work, booking, ending)
  if (letter !== null)
    await send(
      work,
      { ...letter, unsubscribe, ...(await fileOf(work, booking, side)) },
      `booking-cancelled:${bookingId}:${side}`,
    )
}

/** Tells the client at which chair they are expected; nothing else changed. Each move by its own letter. */
export const mailMoved = (work: Work, bookingId: string) =>
  mailNewPlan(work, bookingId, (booking, { firstName }) => ({
    subject: `Tu lugar cambió: ${booking.unit_name ?? spaceOf(booking)}`,
    lines: [
      `Hola, ${firstName}: tu cita sigue igual, solo te esperamos en otro lugar de la casa.`,
      'La hora, el precio y quien te atiende no cambian.',
    ],
    dedupeKey: `booking-moved:${bookingId}:${booking.version}`,
  }))

type Contact = NonNullable<ReturnType<typeof contactOf>>

/** What, when and where a confirmed booking now is, to its client, with the calendar file that moves the old one. */
export const mailNewPlan = async (
  work: Work,
  bookingId: string,
  say: (booking: Addressed, contact: Contact) => { subject: string; lines: string[]; dedupeKey: string },
) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking?.status !== 'confirmed' || contact === null) return
  const { dedupeKey, ...said } = say(booking, contact)
  const letter = {
    ...said,
    to: contact.email,
    facts: [
      [
        'Qué',
        `${booking.service_name} con ${booking.professional_first_name} ${booking.professional_last_name}`,
      ],
      ...whoComes(booking),
      ['Cuándo', when(booking)],
      ['Dónde', where(booking)],
    ] satisfies [string, string][],
    action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
  }
  await send(work, { ...letter, ...(await fileOf(work, booking, 'client')) }, dedupeKey)
}

/** Asks the client for another card while there is time; at most once a day, and not for one that was mended since. */
export const mailCardRefused = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const payment = booking === undefined ? null : paymentFor(booking, 'client')
  if (booking?.status !== 'confirmed' || contact === null || payment?.status !== 'card_saved') return
  if (payment.failure === null || payment.captureAt === null) return
  const until = new Date(payment.captureAt)
  const letter = {
    to: contact.email,
    subject: `Tu tarjeta no pasó: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: tu cita sigue en pie, pero no pudimos apartar ${formatCents(paidOf(booking))}. ${payment.failure}`,
      `Lo intentamos otra vez cada doce horas. Para no perder tu lugar, usa otra tarjeta antes del ${longDate(until, booking.zone)}, ${clockTime(until, booking.zone)} h; si para entonces ninguna pasa, la cita se cancela y no se te cobra nada.`,
    ],
    action: { label: 'Usar otra tarjeta', address: ownLink(work, booking) },
  }
  await send(work, letter, `booking-card-refused:${bookingId}:${work.now.toISOString().slice(0, 10)}`)
}

/** How, how much and until when to pay without a card: the letter that one takes to the counter. */
export const mailVoucher = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  const payment = booking === undefined ? null : paymentFor(booking, 'client')
  if (booking?.status !== 'awaiting_payment' || contact === null || !payment?.voucher) return
  const { until, reference, clabe, bank } = payment.voucher
  const at = new Date(until)
  const isCash = payment.method === 'oxxo'
  const { professional_first_name: name } = booking
  const asks = asksOncePaid(booking)
  const orNo = asks ? ` o ${name} no acepta` : ''
  const letter: Letter = {
    to: contact.email,
    subject: `Falta tu pago: ${booking.service_name}, ${when(booking)}`,
    lines: [
      `Hola, ${contact.firstName}: apartamos tu hora hasta el ${longDate(at, booking.zone)}, ${clockTime(at, booking.zone)} h.`,
      isCash
        ? 'Di en la caja que harás un pago de OXXO Pay y muestra esta referencia. Guarda tu comprobante.'
        : 'Transfiere desde tu banco exactamente este importe a esta CLABE.',
      ...(asks ? [`Cuando llegue tu pago, ${name} recibe tu solicitud y la responde.`] : []),
      isCash
        ? `El efectivo no se puede devolver: si cancelas${orNo}, lo que te toque queda como saldo a tu favor en Kalli.`
        : `Si cancelas${orNo}, lo que te toque vuelve a la cuenta de la que salió.`,
    ],
    facts: [
      ['Importe', formatCents(payment.amountCents)],
      ...(clabe === null ? [] : [['CLABE', clabe] satisfies [string, string]]),
      ...(bank === null ? [] : [['Banco', bank] satisfies [string, string]]),
      ['Referencia', reference],
    ],
    action: { label: 'Ver cómo pagar', address: ownLink(work, booking) },
  }
  await send(work, letter, `booking-voucher:${bookingId}:${payment.id}:${reference}`)
}

/** Tells a visitor whose money came too late that all of it goes back. */
export const mailTooLate = async (work: Work, bookingId: string) => {
  const booking = await bookingForMail(work, bookingId)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const letter = {
    to: contact.email,
    subject: 'Tu horario ya no estaba libre: te devolvemos todo',
    lines: [
      `Hola, ${contact.firstName}:`,
      `Tu pago por «${booking.service_name}» (${when(booking)}) llegó cuando el tiempo para reservar había terminado y alguien más tomó ese horario.`,
      comesBack(booking),
    ],
    action: {
      label: 'Buscar otro horario',
      address: `${work.config.publicUrl}/booking?professional=${booking.professional_id}`,
    },
  }
  await send(work, letter, `booking-too-late:${bookingId}`)
}

type Addressed = Shown & { professional_email: string; host_email: string | null }

export const bookingForMail = (work: Work, id: string): Promise<Addressed | undefined> =>
  selectShown(work.db)
    .innerJoin('accounts as professional_account', 'professional_account.id', 'professional.account_id')
    .leftJoin('hosts as host', 'host.id', 'booking.host_id')
    .leftJoin('accounts as host_account', 'host_account.id', 'host.account_id')
    .select(['professional_account.email as professional_email', 'host_account.email as host_email'])
    .where('booking.id', '=', id)
    .executeTakeFirst()

/** What goes into the calendar of this reader with a message about one booking or several. */
export const filesOf = async (
  work: Work,
  bookings: readonly Addressed[],
  side: Side,
): Promise<Pick<Letter, 'calendar'>> => {
  const [first] = bookings
  if (side === 'host' || first === undefined) return {}
  const calendar = await calendarFor(work, bookings, side === 'client' ? { side } : professionalOf(first))
  return calendar === undefined ? {} : { calendar }
}

const fileOf = (work: Work, booking: Addressed, side: Side) => filesOf(work, [booking], side)

const professionalOf = (booking: Addressed) => ({
  side: 'professional' as const,
  professionalId: booking.professional_id,
  to: {
    name: `${booking.professional_first_name} ${booking.professional_last_name}`,
    email: booking.professional_email,
  },
})

/** Of several people who they are; for their client and their professional. */
export const whoComes = ({ people }: Shown): [string, string][] =>
  people === null ? [] : [['Quiénes', peopleText(people.map(({ firstName }) => firstName))]]

/** Repeated from another visit. */
export const isFollower = ({ series }: Shown) => series !== null && series.position > 1

/** What is still to be filled in, if anything is. */
export const formsLine = ({ forms, professional_first_name: name }: Shown): string[] =>
  forms === 'pending'
    ? [`Te falta contestar el formulario de ${name}: ábrelo con el botón. Solo lo lee quien te atiende.`]
    : []

export const when = (booking: Shown) =>
  `${longDate(booking.starts_at, booking.zone)}, ${clockTime(booking.starts_at, booking.zone)} h`

/** What is paid when one books, and what when the visit is over. */
const inTwo = (booking: Shown): [string, string][] =>
  booking.balance_cents === 0
    ? []
    : [
        ['Anticipo', formatCents(paidOf(booking))],
        ['Al terminar la cita', formatCents(booking.balance_cents)],
      ]

export const ownLink = (work: Work, booking: Shown) =>
  `${work.config.publicUrl}/booking-success?id=${booking.id}&t=${encodeURIComponent(viewToken(work, booking))}`

const confirmed: Readonly<Record<Side, (work: Work, booking: Addressed) => Letter | null>> = {
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
      to: contact.email,
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
        ['Total', formatCents(booking.total_cents)],
        ...inTwo(booking),
        ['Código de llegada', booking.arrival_code ?? ''],
        ['Cancelación', policy.text],
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
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
          subject: `Nueva ocupación: ${booking.unit_name ?? booking.space_name ?? ''}, ${when(booking)}`,
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

/** For whom it was written, in the words of who ended it. What Kalli says is in the sentence already. */
const why = (booking: Pick<Addressed, 'kind'>, { by, said }: Ending, reader: Side) =>
  said === undefined ||
  by === reader ||
  (by === 'platform' && reader !== 'host') ||
  !isMeantFor(booking, by, reader)
    ? []
    : [`El motivo: ${said}`]

const cancelled: Readonly<Record<Side, (work: Work, booking: Addressed, ending: Ending) => Letter | null>> = {
  client: (work, booking, ending) => {
    const contact = contactOf(booking)
    if (contact === null) return null
    return {
      to: contact.email,
      subject: `Reserva cancelada: ${booking.service_name}, ${when(booking)}`,
      lines: [
        `Hola, ${contact.firstName}: tu reserva del ${when(booking)} quedó cancelada.`,
        sentenceFor(ending, booking, 'client'),
        ...why(booking, ending, 'client'),
        moneyWords(booking) ?? endWords(booking),
        ...(ending.feeCents > 0 ? [`Cuota por cancelar: ${formatCents(ending.feeCents)}.`] : []),
      ],
      action: { label: 'Ver mi reserva', address: ownLink(work, booking) },
    }
  },
  professional: (work, booking, ending) =>
    booking.kind === 'rent'
      ? rentCancelled(work, booking, ending)
      : {
          to: booking.professional_email,
          subject: `Cita cancelada: ${booking.service_name}, ${when(booking)}`,
          lines: [
            `La cita de ${contactOf(booking)?.firstName ?? 'tu clienta'} del ${when(booking)} quedó cancelada.`,
            sentenceFor(ending, booking, 'professional'),
            ...why(booking, ending, 'professional'),
            ending.professionalNetCents > 0
              ? `De la cuota recibes ${formatCents(ending.professionalNetCents)}.`
              : 'Tu horario vuelve a estar libre.',
          ],
          action: { label: 'Ver la cita', address: ownVisit(work, booking) },
        },
  host: (work, booking, ending) =>
    booking.host_email === null
      ? null
      : {
          to: booking.host_email,
          subject: `Ocupación cancelada: ${booking.unit_name ?? booking.space_name ?? ''}, ${when(booking)}`,
          lines: [
            `${booking.unit_name ?? 'Tu espacio'} vuelve a estar libre el ${when(booking)}.`,
            ...why(booking, ending, 'host'),
            ending.hostNetCents > 0
              ? `Recibes ${formatCents(ending.hostNetCents)} de renta.`
              : 'No hay renta por cobrar.',
          ],
          action: { label: 'Ver mi disponibilidad', address: ownOccupancy(work, booking) },
        },
}

/** A professional's visit, on its day. */
const ownVisit = (work: Work, { id }: Shown) =>
  `${work.config.publicUrl}/professional-appointments?visit=${id}`

/** A host's day at the place. */
const ownOccupancy = (work: Work, booking: Shown) =>
  `${work.config.publicUrl}/host-availability?date=${localDate(booking.starts_at, booking.zone)}`

const ownRents = (work: Work, { id }: Shown) =>
  `${work.config.publicUrl}/professional-appointments?tab=rents&rent=${id}`

/** The receipt of hours that were paid beforehand. */
const rentConfirmed = (work: Work, booking: Addressed): Letter => ({
  to: booking.professional_email,
  subject: `Renta confirmada: ${spaceOf(booking)}, ${when(booking)}`,
  lines: [
    'Tus horas están pagadas. Las citas que atiendas en ellas no deben renta, y tus clientas ya pueden reservarlas.',
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

const rentCancelled = (work: Work, booking: Addressed, ending: Ending): Letter => ({
  to: booking.professional_email,
  subject: `Renta cancelada: ${spaceOf(booking)}, ${when(booking)}`,
  lines: [
    ending.reason,
    ...why(booking, ending, 'professional'),
    booking.payment_method === 'cash'
      ? `Pagaste en mano: el espacio te devuelve en efectivo ${formatCents(ending.refundCents)}. Pídelos en su recepción.`
      : `Vuelven a tu tarjeta ${formatCents(ending.refundCents)}.`,
    ...(ending.professionalNetCents > 0
      ? [`El espacio te compensa con ${formatCents(ending.professionalNetCents)}.`]
      : []),
  ],
  action: { label: 'Ver mis espacios rentados', address: ownRents(work, booking) },
})

export const send = (
  work: Work,
  { to, subject, lines, facts, action, calendar, unsubscribe }: Letter,
  dedupeKey: string,
) =>
  sendMail(work, {
    to,
    subject,
    dedupeKey,
    ...(calendar === undefined ? {} : { calendar }),
    unsubscribe,
    ...mailLayout({ title: subject, paragraphs: lines, facts, action, unsubscribe }),
  })
