/** An hour held by message: the same decision and claims as any hold. Its link passes it to the browser that opens it and pays. */
import { sql } from 'kysely'
import { openToken } from '#server/availability/slots/slot-token.ts'
import { holdUnder } from '#server/booking/checkout/hold.ts'
import { addressOfLink, makeLink } from '#server/booking/columns/link-row.ts'
import { areaOf } from '#server/booking/contact/location.ts'
import { lockById } from '#server/booking/moves/move.ts'
import { endLink } from '#server/booking/series/link.ts'
import { clockTime, localDate } from '#server/booking/moves/wording.ts'
import { shownById } from '#server/booking/summary/present.ts'
import { choice, type Said, type Step } from '#server/chat/action.ts'
import { chooseHour } from '#server/chat/book.ts'
import { daysThere } from '#server/chat/choose.ts'
import { bookerOf, workerOf } from '#server/chat/person.ts'
import { money, whenOf } from '#server/chat/words.ts'
import { sayLater } from '#server/messaging/received.ts'
import { publish } from '#server/platform/jobs.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import { inTransaction, isOwn, type Work } from '#server/platform/work.ts'

/** Of two clients who choose one hour the first gets it; the second is shown the remaining hours. */
export const held = async (work: Work, phone: string, step: Step<'hold'>): Promise<Said> => {
  const worker = await workerOf(work, phone)
  if (isOwn(worker?.viewer.professionalId ?? null, step.professionalId)) return refuse('own_booking')
  const booker = await bookerOf(work, phone)
  const { do: _, slot, ...chosen } = step
  try {
    const id = await holdUnder(booker.work, slot, booker.holder)
    return await saidOf(work, id, await linkTo(work, id, { phone, firstName: booker.firstName }))
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    // A list can be pressed for longer than its prices are valid.
    if (problem.code === 'slot_token_invalid') {
      const days = await daysThere(work, phone, { do: 'days', ...chosen, from: null })
      return { ...days, text: `${problem.message} ${days.text}` }
    }
    if (!isTaken.has(problem.code)) throw problem
    return chooseHour(work, { do: 'day', ...chosen, date: dateOf(work, slot) }, `${problem.message} `)
  }
}

const isTaken: ReadonlySet<string> = new Set(['slot_taken', 'slot_not_available', 'price_changed'])

/** Days in Mexico City's zone, as offered. */
const dateOf = (work: Work, slot: string) =>
  localDate(new Date(openToken(work, slot).startsAt), 'America/Mexico_City')

/** Repeating it leaves the first link valid. */
const linkTo = (work: Work, bookingId: string, { phone, firstName }: { phone: string; firstName: string }) =>
  inTransaction(work, async (work) => {
    const booking = await lockById(work, bookingId)
    if (booking?.status !== 'held' || booking.hold_expires_at === null) return refuse('slot_taken')
    const known = await work.db
      .selectFrom('booking_links')
      .select('id')
      .where('booking_id', '=', bookingId)
      .where('kind', '=', 'chat')
      .executeTakeFirst()
    return (
      known?.id ??
      makeLink(work, {
        kind: 'chat',
        bookingId,
        firstName,
        lastName: '',
        email: null,
        phone,
        note: '',
        expiresAt: booking.hold_expires_at,
      })
    )
  })

const saidOf = async (work: Work, id: string, linkId: string): Promise<Said> => {
  const shown = await shownById(work, id)
  const until = clockTime(shown.hold_expires_at ?? work.now, shown.zone)
  return {
    text: `Apartada hasta las ${until} h: ${shown.service_name} con ${shown.professional_first_name}, ${whenOf(work, shown.starts_at.toISOString(), shown.zone)}. ${areaOf(shown)}. Total: ${money(shown.total_cents)}. Confírmala y págala aquí antes de esa hora: ${addressOfLink(work, linkId)}`,
    choices: [choice('Ya no la quiero', { do: 'release', id })],
  }
}

/** Released for others, unless it is being paid. */
export const released = async (work: Work, phone: string, { id }: Step<'release'>): Promise<Said> => {
  const { holder } = await bookerOf(work, phone)
  await inTransaction(work, async (work) => {
    const booking = await lockById(work, id)
    const link = await work.db
      .selectFrom('booking_links')
      .selectAll()
      .where('booking_id', '=', id)
      .where('kind', '=', 'chat')
      .executeTakeFirst()
    if (booking === undefined || link === undefined || booking.status === 'expired') return
    // The browser that opened the link holds it now, and releases it there.
    if (booking.holder !== holder || booking.status !== 'held') return refuse('payment_in_progress')
    await endLink(work, link, booking, { how: 'declined', by: 'client' })
    await publish(work, 'booking.link_answered', { linkId: link.id })
  })
  return { text: 'Listo, la soltamos. Escribe «reservar» para elegir otra.' }
}

/** Its hold expired unpaid: the client reads it in the conversation, while messages there are allowed. */
export const sayExpired = async (work: Work, { bookingId }: { bookingId: string }): Promise<void> => {
  const { rows } = await sql<{
    holder: string
    phone: string | null
    startsAt: Date
    zone: string
    service: string
  }>`
    select booking.holder, owner.phone, booking.starts_at as "startsAt", booking.zone, booking.service_name as service
    from bookings booking join booking_links link on link.booking_id = booking.id and link.kind = 'chat' and link.answer = 'expired'
    left join accounts owner on booking.holder = 'account:' || owner.id
    where booking.id = ${bookingId} and booking.status = 'expired'`.execute(work.db)
  const [row] = rows
  const phone = row?.phone ?? /^telephone:(\+\d+)$/.exec(row?.holder ?? '')?.[1]
  if (row === undefined || phone === undefined) return
  await sayLater(work, bookingId, phone, {
    text: `Se acabó el tiempo de ${row.service}, ${whenOf(work, row.startsAt.toISOString(), row.zone)}: ya no está apartada y no se cobró nada. Escribe «reservar» para elegir otra.`,
    options: [],
  })
}
