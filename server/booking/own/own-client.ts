/** The client of an own appointment: one of the professional's clients, or a person she enters. */
import { sql } from 'kysely'
import type { makeOwnAppointment } from '#contract/booking/series/own-appointment.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { linkCard } from '#server/booking/contact/client-card.ts'
import { entryOf } from '#server/booking/client/own-client-row.ts'
import { clientAddedBy, type Contact } from '#server/booking/contact/client.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { reachablePhone } from '#server/verification/texting.ts'

/** Text messages to unconfirmed numbers cost money: the limit per day. */
const maxTextsADay = 40

/** The client of a client card, whose own time is checked; null: entered by hand, without a visit so far. Refuses not_found. */
export const clientOfEntry = async (work: Work, id: number): Promise<number | null> =>
  (await entryOf(work, work.viewer.professionalId ?? refuse('not_found'), id)).clientId

/**
 * The client of a client card, with the contact of their last visit with her, else the one she entered. A person without a visit becomes
 * her client, and the card is theirs from now on. Refuses not_found, invalid_phone.
 */
const whoIs = async (work: Work, professionalId: number, id: number) => {
  const entry = await entryOf(work, professionalId, id)
  if (entry.clientId !== null)
    return { clientId: entry.clientId, contact: await contactOfClient(work, professionalId, entry.clientId) }
  const known = await newClient(work, professionalId, entry)
  await linkCard(work, { professionalId, cardId: entry.id, clientId: known.clientId })
  return known
}

/** The contact that the client gave for their last visit with her. Refuses not_found without a confirmed visit. */
const contactOfClient = async (work: Work, professionalId: number, clientId: number): Promise<Contact> => {
  const visit = await work.db
    .selectFrom('bookings')
    .innerJoin('clients', 'clients.id', 'bookings.client_id')
    .select(['bookings.contact', 'clients.first_name', 'clients.last_name'])
    .where('bookings.professional_id', '=', professionalId)
    .where('bookings.client_id', '=', clientId)
    .where('bookings.kind', '=', 'visit')
    .where('bookings.confirmed_at', 'is not', null)
    .orderBy('bookings.starts_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (visit === undefined) return refuse('not_found')
  const given = contactOf(visit)
  // A client who left Kalli has no contact any more.
  if (given === null) return refuse('not_found')
  const { email, phone, proved } = given
  return { firstName: visit.first_name, lastName: visit.last_name, email, phone, proved }
}

type Given = Input<typeof makeOwnAppointment>['body']['client']

/** The client and how they are reached. Refuses not_found, invalid_phone. */
export const whoComes = async (work: Work, given: Given): Promise<{ clientId: number; contact: Contact }> => {
  const professionalId = work.viewer.professionalId ?? refuse('not_found')
  return 'id' in given ? whoIs(work, professionalId, given.id) : newClient(work, professionalId, given)
}

const newClient = async (
  work: Work,
  professionalId: number,
  { firstName, lastName, phone: given }: { firstName: string; lastName: string; phone: string | null },
): Promise<{ clientId: number; contact: Contact }> => {
  if (firstName === '') return refuse('not_found')
  const typed = given?.trim() ?? ''
  const phone = typed === '' ? '' : (reachablePhone(typed) ?? refuse('invalid_phone'))
  const clientId = await clientAddedBy(work, professionalId, { firstName, lastName, phone })
  const isTexted = phone !== '' && (await textsToday(work, professionalId)) < maxTextsADay
  return {
    clientId,
    contact: { firstName, lastName, email: '', phone, ...(isTexted ? { proved: 'given' as const } : {}) },
  }
}

const textsToday = async (work: Work, professionalId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from bookings where professional_id = ${professionalId} and booked_by = 'professional'
      and created_at > ${new Date(work.now.getTime() - dayMs)} and contact ->> 'proved' = 'given'`.execute(
    work.db,
  )
  return rows[0]?.n ?? 0
}
