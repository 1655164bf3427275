/** The rows of links by which a client answers about one booking: made here, read and answered in link.ts. */
import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { AddOn } from '#contract/service/add-on.ts'
import type { LinkKind } from '#contract/booking/series/link.ts'
import type { BookingLinks } from '#server/platform/database/tables.ts'
import { hashToken } from '#server/platform/tokens.ts'
import type { Work } from '#server/platform/work.ts'

export type LinkRow = Selectable<BookingLinks>

/** The secret of a link, of which the row stores the hash. The job that sends it derives it again, so no queue contains it. */
export const tokenOf = (work: Pick<Work, 'tokens'>, id: string) =>
  work.tokens.sign('booking-link', { id }, forEver)
const forEver = new Date('9999-12-31T00:00:00Z')

/** The page that the link leads to. */
export const addressOfLink = (work: Work, id: string) =>
  `${work.config.publicUrl}/bookings/${tokenOf(work, id)}/accept`

/** In the caller's transaction. Returns the link's id, which is no secret. */
export const makeLink = async (
  work: Work,
  link: {
    bookingId: string
    firstName: string
    lastName: string
    email: string | null
    phone: string | null
    note: string
    expiresAt: Date
    kind?: z.output<typeof LinkKind>
    /** What the professional added to the appointment. */
    addOns?: readonly z.output<typeof AddOn>[]
  },
): Promise<string> => {
  const id = randomUUIDv7()
  await work.db
    .insertInto('booking_links')
    .values({
      id,
      token_hash: hashToken(tokenOf(work, id)),
      booking_id: link.bookingId,
      kind: link.kind ?? 'appointment',
      first_name: link.firstName,
      last_name: link.lastName,
      email: link.email,
      phone: link.phone,
      note: link.note,
      created_at: work.now,
      expires_at: link.expiresAt,
      add_ons: JSON.stringify(link.addOns ?? []),
    })
    .execute()
  return id
}
