/** The client of a booking: who sees their name, phone, note and invoice, and how often they came before. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Booking } from '#contract/booking/booking.ts'
import { book } from '#contract/booking/checkout.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { bookingColumns } from '#server/booking/columns/joins.ts'
import { statusList } from '#server/booking/columns/sql-parts.ts'
import type { BookingRow } from '#server/booking/moves/move.ts'
import type { Side } from '#server/booking/moves/party.ts'
import { doneStatuses } from '#server/booking/moves/rules.ts'

/** How often this client came to this professional before, and the allergies tagged on their card. */
export const visitsColumns = bookingColumns([
  sql<number>`(select count(*) from bookings earlier
      where earlier.client_id = booking.client_id and earlier.professional_id = booking.professional_id
        and earlier.starts_at < booking.starts_at
        and earlier.status in (${statusList(doneStatuses)}))`.as('visits'),
  sql<string[] | null>`(select array_agg(distinct tag order by tag) from client_cards mine
      join client_cards card on card.professional_id = mine.professional_id and coalesce(mine.merged_into, mine.id) in (card.id, card.merged_into)
      cross join unnest(card.tags) as tag
      where mine.professional_id = booking.professional_id and mine.client_id = booking.client_id and tag ilike 'al_rgi%')`.as(
    'allergies',
  ),
])

type View = z.input<typeof Booking>
type Shown = Pick<BookingRow, 'contact' | 'confirmed_at' | 'client_id'> & {
  visits?: number
  allergies?: string[] | null
}

export const clientPart = (
  shown: Shown,
  side: Side,
  certain: boolean,
): Pick<View, 'client' | 'invoice' | 'note'> => ({
  client: clientFor(shown, side, certain),
  invoice: invoiceFor(shown, side, certain),
  note: noteFor(shown, side),
})

/** The client's name, phone and note, as given for this visit. */
export const contactOf = (booking: { contact: unknown }) =>
  booking.contact === null ? null : z.parse(StoredContact, booking.contact)

const StoredContact = z.extend(book.body.shape.contact, {
  /** How the client proved their contact; absent for visits from before telephones could be confirmed. */
  proved: z.optional(z.enum(['account', 'phone', 'email', 'given'])),
})

/** The telephone for text messages: one that the client confirmed, or one that a professional gave without an email; null: neither. */
export const textPhoneOf = (contact: z.output<typeof StoredContact> | null): string | null =>
  contact?.proved === 'phone' || (contact?.proved === 'given' && contact.phone !== '') ? contact.phone : null

const clientFor = (shown: Shown, side: Side, certain: boolean): View['client'] => {
  const contact = contactOf(shown)
  if (contact === null) return null
  if (side === 'host')
    return { firstName: contact.firstName, lastName: null, phone: null, visits: null, clientId: null }
  const known = certain || side === 'client'
  return {
    firstName: contact.firstName,
    lastName: contact.lastName,
    phone: known ? contact.phone : null,
    visits: side === 'professional' ? (shown.visits ?? null) : null,
    clientId: side === 'professional' && shown.confirmed_at !== null ? shown.client_id : null,
    ...(side === 'professional' && shown.confirmed_at !== null && shown.allergies
      ? { allergies: shown.allergies }
      : {}),
  }
}

/** The professional issues the invoice. */
const invoiceFor = (shown: Shown, side: Side, certain: boolean): View['invoice'] =>
  side === 'client' || (side === 'professional' && certain) ? (contactOf(shown)?.invoice ?? null) : null

const noteFor = (shown: Shown, side: Side): View['note'] => {
  const note = side === 'host' ? '' : (contactOf(shown)?.note ?? '')
  if (note === '') return null
  return untilAgreed(note, side === 'client' || shown.confirmed_at !== null)
}
