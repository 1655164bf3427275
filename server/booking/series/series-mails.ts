/** One email for a whole series, to client and professional, instead of one per visit. */
import { rhythms, type Rhythm } from '#contract/booking/series/series.ts'
import { formatCents } from '#contract/platform/money.ts'
import { isActive } from '#server/booking/summary/calendar-copy.ts'
import {
  type Addressed,
  bookingForMail,
  filesOf,
  ownLink,
  send,
  when,
} from '#server/booking/summary/mail-parts.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { whoAnswers } from '#server/booking/columns/request.ts'
import { presentSeries } from '#server/booking/columns/series-row.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { eachCharged, isByLink } from '#server/booking/moves/upfront.ts'
import type { Work } from '#server/platform/work.ts'

/** An own appointment: no card is charged automatically. */
const isOwnPaid = ({ in_place_cents, link_cents }: Addressed) => in_place_cents > 0 || link_cents > 0

const ownPaidText = (booking: Addressed) =>
  isByLink(booking)
    ? 'Cada una se paga con su propia liga, que te llega unos días antes'
    : 'Cada una se paga en el lugar'

/** For the whole series, or for the visits that were added. */
export const mailSeries = async (
  work: Work,
  { seriesId, visitIds }: { seriesId: string; visitIds: readonly string[] },
) => {
  const { every, visits } = await presentSeries(work, seriesId)
  const isLonger = visitIds.length > 0
  const [first] = visits
  const wanted = visits.filter(({ id }) => (isLonger ? visitIds.includes(id) : id !== first?.id))
  const shown = await Promise.all(wanted.map(({ id }) => bookingForMail(work, id)))
  const present = shown.flatMap((one) =>
    one !== undefined && (isActive(one) || isRequested(one)) ? [one] : [],
  )
  // Visits cancelled before this email is sent are left out.
  const more = wanted.filter(({ id }) => present.some((one) => one.id === id))
  if (more.length === 0) return
  const booking = first === undefined ? undefined : await bookingForMail(work, first.id)
  const contact = booking === undefined ? null : contactOf(booking)
  if (booking === undefined || contact === null) return
  const asks = more.some(({ status }) => status === 'requested')
  const name = `${booking.professional_first_name} ${booking.professional_last_name}`
  const facts = more.map(({ position, startsAt, zone, totalCents }): [string, string] => {
    const at = new Date(startsAt)
    return [
      `Cita ${position} de ${visits.length}`,
      `${longDate(at, zone)}, ${clockTime(at, zone)} h · ${formatCents(totalCents)}`,
    ]
  })
  const key = `series:${[seriesId, ...visitIds.slice(0, 1)].join(':')}`
  const rhythm = rhythms[every satisfies Rhythm].toLowerCase()
  await send(
    work,
    {
      to: contact,
      subject: isLonger
        ? `Tu serie tiene más citas: ${booking.service_name}, ${rhythm}`
        : `Repetiste tu cita: ${booking.service_name}, ${rhythm}`,
      lines: [
        isLonger
          ? `Hola, ${contact.firstName}: a tus citas con ${name} ${asks ? 'pediste agregar' : 'se agregaron'} estas.`
          : `Hola, ${contact.firstName}: además de la del ${when(booking)} con ${name}, ${asks ? 'pediste' : 'quedaron'} estas citas.`,
        ...(asks ? [`${whoAnswers(booking)} responde cada una; te avisamos.`] : []),
        `${isOwnPaid(booking) ? ownPaidText(booking) : `${eachCharged(booking)}, con la misma tarjeta`}. Puedes cancelar una, o esa y las siguientes, cuando quieras.`,
      ],
      facts,
      action: { label: 'Ver mi cita', address: ownLink(work, booking) },
      ...(await filesOf(work, present, 'client')),
    },
    `${key}:client`,
  )
  await send(
    work,
    {
      to: booking.professional_email,
      subject: `${contact.firstName} ${isLonger ? 'tiene más citas' : 'repite su cita'}: ${booking.service_name}, ${rhythm}`,
      lines: [
        `${contact.firstName} ${asks ? 'te pide' : 'reservó'} ${more.length === 1 ? 'otra cita' : `otras ${more.length} citas`}.`,
      ],
      facts,
      action: {
        label: asks ? 'Responder' : 'Ver mis próximas citas',
        address: `${work.config.publicUrl}/professional-appointments?tab=${asks ? 'requests' : 'upcoming'}`,
      },
      ...(await filesOf(work, present, 'professional')),
    },
    `${key}:professional`,
  )
}

const isRequested = ({ status }: { status: string }) => status === 'requested'
