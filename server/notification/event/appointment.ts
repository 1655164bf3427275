/** Notices to the professional and the host about bookings. The client is notified by the booking module itself. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { endingOf } from '#server/booking/columns/ending.ts'
import { clockTime, localDate, longDate } from '#server/booking/moves/wording.ts'
import { paidOf } from '#server/booking/moves/upfront.ts'
import { type Notice, notify, notifyLater } from '#server/notification/message/notify.ts'
import type { Event, Row, Texts, NoticeText } from '#server/notification/message/notified.ts'
import { rentTexts } from '#server/notification/event/rent.ts'
import { preferencesOf } from '#server/notification/message/preference.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import type { Work } from '#server/platform/work.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'

/** Notifies professional and host, each with their text, unless they did it themselves or opted out. */
export const notifyParties = async (work: Work, bookingId: string, event: Event) => {
  const booking = await bookingOf(work, bookingId)
  if (booking === undefined) return
  const words = (booking.kind === 'rent' ? rentTexts : texts)[event]
  const notified = [
    {
      accountId: booking.professional_account,
      text: words.professional(booking),
      side: 'professional' as const,
    },
    { accountId: booking.host_account, text: words.host(booking), side: 'host' as const },
  ].filter(({ side }) => !isOfClass(booking, side, event))
  const notices = notified.flatMap(({ accountId, text }): Notice[] =>
    accountId === null || text === null
      ? []
      : [{ ...text, accountId, dedupeKey: `${event}:${bookingId}:${text.about.kind}` }],
  )
  await notify(work, event, notices, { channels: false })
}

/** Sends to one of them, now or when their quiet hours end; not at all if they opted out. */
export const enqueueFor = async (
  work: Work,
  bookingId: string,
  side: 'professional' | 'host',
  event: 'booking_confirmed' | 'booking_cancelled',
) => {
  const booking = await bookingOf(work, bookingId)
  const accountId = side === 'host' ? booking?.host_account : booking?.professional_account
  if (booking === undefined || accountId === undefined || accountId === null) return
  if (isOfClass(booking, side, event)) return
  const [to] = await preferencesOf(work, [accountId])
  if (to === undefined) return
  // A visit of this morning is no news at noon.
  const usefulUntil = new Date(booking.starts_at.getTime() - hoursToReact * hourMs)
  await notifyLater(work, [
    {
      to,
      email: { kind: 'booking', event, bookingId, side },
      dedupeKey: `${event}:${bookingId}:${side}`,
      usefulUntil,
    },
  ])
}

/** The text for one side in the current state; null: nothing. */
export const textFor = async (
  work: Work,
  bookingId: string,
  side: 'professional' | 'host',
  event: Event,
): Promise<NoticeText | null> => {
  const booking = await bookingOf(work, bookingId)
  return booking === undefined ? null : (booking.kind === 'rent' ? rentTexts : texts)[event][side](booking)
}

/** A host rents out the room and not its seats; the professional of a class that ended is notified once (class.ts), not seat by seat. */
const isOfClass = ({ class_status: status }: Row, side: 'professional' | 'host', event: Event) =>
  status !== null && (side === 'host' || (event === 'booking_cancelled' && status === 'cancelled'))

/** Time to read the notice and react before the visit. */
const hoursToReact = 2

const bookingOf = (work: Work, id: string): Promise<Row | undefined> =>
  work.db
    .selectFrom('bookings as booking')
    .innerJoin('professionals as professional', 'professional.id', 'booking.professional_id')
    .leftJoin('hosts as host', 'host.id', 'booking.host_id')
    .leftJoin('spaces as space', 'space.id', 'booking.space_id')
    .leftJoin('units as unit', 'unit.id', 'booking.unit_id')
    .leftJoin('payments as payment', 'payment.booking_id', 'booking.id')
    .leftJoin('class_sessions as class', 'class.id', 'booking.class_id')
    .select([
      'class.status as class_status',
      'booking.id',
      'booking.kind',
      'booking.service_name',
      'booking.starts_at',
      'booking.ends_at',
      'booking.zone',
      'booking.confirmed_at',
      'booking.professional_acceptance',
      sql<
        string | null
      >`(select v.actor from booking_moves v where v.booking_id = booking.id and v.move = 'accept'
        order by v.version desc limit 1)`.as('accepted_by'),
      'booking.completed_at',
      'booking.contact',
      'booking.cancellation',
      'booking.total_cents',
      'booking.balance_cents',
      'booking.balance_waived_cents',
      'booking.in_place_cents',
      'booking.link_cents',
      'booking.rent_cents',
      'booking.terms',
      'professional.account_id as professional_account',
      'professional.first_name',
      'professional.last_name',
      'host.account_id as host_account',
      spaceNamed('space').as('space_name'),
      'unit.name as unit_name',
      'payment.method as payment_method',
      sql<
        string | null
      >`(select a.first_name from booking_moves v join accounts a on a.id = v.actor_account_id
        where v.booking_id = booking.id and v.actor = 'host' and a.id <> host.account_id
        order by v.version desc limit 1)`.as('business_actor'),
      // The request is at an hour that its professional proposed.
      sql<boolean>`exists (select from booking_moves v where v.booking_id = booking.id and v.move = 'accept_change'
        and v.from_status = 'requested')`.as('took_other_hour'),
    ])
    .where('booking.id', '=', id)
    .executeTakeFirst()

const when = ({ starts_at, zone }: Row) => `${longDate(starts_at, zone)}, ${clockTime(starts_at, zone)} h`
const place = ({ unit_name, space_name }: Row) => [unit_name, space_name].filter(Boolean).join(', ')
const professionalName = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`
const clientName = (booking: Row) => {
  const contact = contactOf(booking)
  return contact === null ? 'Alguien' : `${contact.firstName} ${contact.lastName}`
}
const dayOf = (booking: Row) =>
  ({ kind: 'occupancy', id: localDate(booking.starts_at, booking.zone) }) as const

const isActiveVisit = ({ confirmed_at, cancellation }: Row) => confirmed_at !== null && cancellation === null

/** Null: no notice. The host learns neither the client's name nor the service. */
export const texts: Texts = {
  booking_confirmed: {
    professional: (booking) =>
      // The professional who accepted it, or wrote it into her own agenda, knows; a visit cancelled since is no new appointment.
      isActiveVisit(booking) && booking.accepted_by === 'host'
        ? {
            title: `Cita confirmada: ${booking.service_name}`,
            message: `El espacio aceptó la cita de ${clientName(booking)} del ${when(booking)}, en ${place(booking)}.`,
            about: { kind: 'appointments', id: booking.id },
          }
        : !isActiveVisit(booking) ||
            booking.in_place_cents > 0 ||
            booking.link_cents > 0 ||
            (booking.professional_acceptance === 'accepted' && !booking.took_other_hour)
          ? null
          : {
              title: `Nueva cita: ${booking.service_name}`,
              message: `${clientName(booking)} ${booking.took_other_hour ? 'aceptó la hora que propusiste:' : 'reservó para'} el ${when(booking)}${place(booking) === '' ? '' : `, en ${place(booking)}`}.`,
              about: { kind: 'appointments', id: booking.id },
            },
    host: (booking) =>
      // The host who accepted it last knows.
      !isActiveVisit(booking) || booking.accepted_by === 'host'
        ? null
        : {
            title: `Nueva reserva: ${booking.unit_name ?? booking.space_name ?? ''}`,
            message: `${professionalName(booking)} atiende el ${when(booking)}, hasta las ${clockTime(booking.ends_at, booking.zone)} h. Renta: ${formatCents(booking.rent_cents)}.`,
            about: dayOf(booking),
          },
  },
  booking_cancelled: {
    professional: (booking) => {
      const ending = endingOf(booking)
      if (ending === null || ending.by === 'professional') return null
      return {
        title: `Cita cancelada: ${booking.service_name}`,
        message: `La cita de ${clientName(booking)} del ${when(booking)} quedó cancelada. ${
          ending.professionalNetCents > 0
            ? `De la cuota recibes ${formatCents(ending.professionalNetCents)}.`
            : 'Tu horario vuelve a estar libre.'
        }`,
        about: { kind: 'appointments', id: booking.id },
      }
    },
    host: (booking) => {
      const ending = endingOf(booking)
      // They were never notified of a mere request.
      if (ending === null || booking.confirmed_at === null) return null
      if (ending.by === 'host')
        return booking.business_actor === null
          ? null
          : {
              title: `${booking.business_actor} canceló en tu nombre`,
              message: `La cita con ${professionalName(booking)} del ${when(booking)}. A quien reservó se le devuelve todo.`,
              about: dayOf(booking),
            }
      return {
        title: `Ocupación cancelada: ${booking.unit_name ?? booking.space_name ?? ''}`,
        message: `Vuelve a estar libre el ${when(booking)}. ${
          ending.hostNetCents > 0
            ? `Recibes ${formatCents(ending.hostNetCents)} de renta.`
            : 'No hay renta por cobrar.'
        }`,
        about: dayOf(booking),
      }
    },
  },
  booking_completed: {
    professional: (booking) =>
      booking.completed_at === null
        ? null
        : {
            title: `Cita completada: ${booking.service_name}`,
            message: paidText(booking),
            about: { kind: 'earnings', id: booking.id },
          },
    host: (booking) =>
      booking.completed_at === null || booking.rent_cents === 0
        ? null
        : {
            title: `Renta ganada: ${booking.unit_name ?? booking.space_name ?? ''}`,
            message: `${professionalName(booking)} terminó su cita del ${when(booking)}. Recibes ${formatCents(splitOf(booking).host.netCents)}.`,
            about: { kind: 'rent', id: booking.id },
          },
  },
}

/** With a balance due: the amount paid so far. */
const paidText = (booking: Row) =>
  booking.in_place_cents > 0 && booking.link_cents > 0
    ? linkText(booking)
    : booking.in_place_cents > 0
      ? `${clientName(booking)} te pagó ${formatCents(booking.in_place_cents)} en el lugar; Kalli no cobra comisión de esa cita.`
      : booking.balance_cents === 0
        ? `De los ${formatCents(paidOf(booking))} que pagó ${clientName(booking)}, ${formatCents(splitOf(booking).professional.netCents)} son para ti.`
        : `${clientName(booking)} pagó ${formatCents(paidOf(booking))}; faltan ${formatCents(booking.balance_cents)} por cobrar.`

/** A deposit by a link, and the rest at the place; or all of it at the place after all. */
const linkText = (booking: Row) => {
  const inPlace = formatCents(booking.in_place_cents)
  const open = booking.balance_cents === 0 ? '' : ` Faltan ${formatCents(booking.balance_cents)} del enlace.`
  return paidOf(booking) === 0
    ? `${clientName(booking)} te pagó ${inPlace} en el lugar.${open}`
    : `${clientName(booking)} pagó ${formatCents(paidOf(booking))} con el enlace y ${inPlace} en el lugar.`
}

const splitOf = (booking: Row) =>
  splitUnder(openTerms(booking.terms), { serviceCents: paidOf(booking), rentCents: booking.rent_cents })
