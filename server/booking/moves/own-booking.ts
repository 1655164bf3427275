/** A professional cannot be her own client. The database refuses such a booking (`bookings_own_client`); this check runs before it. */
import { sql } from 'kysely'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Contact = { clientId: number | null; email: string | null; phone: string | null }

/** Refuses own_booking when the contact is the professional's own. */
export const requireNotOwn = async (work: Work, professionalId: number | null, contact: Contact) => {
  if (professionalId === null) return
  const { clientId, email, phone } = contact
  const { rows } = await sql<{ own: boolean }>`
    select is_own_booking(${professionalId}::bigint, ${clientId}::bigint,
      ${JSON.stringify({ email, phone })}::jsonb) as own`.execute(work.db)
  if (rows[0]?.own === true) refuse('own_booking')
}
