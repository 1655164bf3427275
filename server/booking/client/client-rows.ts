/** The whole book as rows, for export to a spreadsheet. */
import { sql } from 'kysely'
import type { Birthday } from '#contract/booking/client/own-client.ts'
import { birthdayOf, type Entry, entries, ownId } from '#server/booking/client/own-client-row.ts'
import type { Work } from '#server/platform/work.ts'

type ClientLine = Pick<
  Entry,
  'firstName' | 'lastName' | 'phone' | 'email' | 'tags' | 'visits' | 'spentCents' | 'noShows' | 'lastAt'
> & { birthday: Birthday | null; lastZone: string | null; foundBy: string; note: string }

/** Sorted by name. Refuses no_profile. */
export const clientLines = async (work: Work): Promise<ClientLine[]> => {
  const professionalId = ownId(work)
  const { rows } = await sql<Entry & { foundBy: string; note: string }>`
    with ${entries(work, professionalId)}
    select entry.*, coalesce(card.found_by, '') as "foundBy", coalesce(note.text, '') as note
    from entry left join client_cards card on card.professional_id = ${professionalId} and card.id = entry.id
    left join client_notes note on note.professional_id = ${professionalId} and note.client_id = entry.id
    order by "firstName", "lastName", entry.id`.execute(work.db)
  return rows.map((row) => ({ ...row, birthday: birthdayOf(row) }))
}
