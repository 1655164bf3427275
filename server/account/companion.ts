/** Family and companions that an account saves to bring along again. Those of a visit are in booking/contact/companion.ts. */
import { sql } from 'kysely'
import type { SavedCompanion } from '#contract/account/companion.ts'
import { maxCompanions } from '#contract/platform/persons.ts'
import { ownId } from '#server/account/profile.ts'
import { constraintOf, refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Said = { firstName: string; isMinor: boolean }

export const list = async (work: Work): Promise<SavedCompanion[]> => {
  const rows = await work.db
    .selectFrom('companions')
    .select(['id', 'first_name', 'is_minor'])
    .where('account_id', '=', ownId(work))
    .orderBy('place')
    .execute()
  return rows.map(present)
}

/** The same name twice is one. Refuses companions_full. */
export const save = async (work: Work, said: Said): Promise<SavedCompanion> => {
  const row = (await keep(work, ownId(work), said)) ?? refuse('companions_full')
  return present(row)
}

/** Undefined: all twelve places are taken. Of two concurrent calls, the second looks again. */
export const keep = async (work: Work, accountId: number, said: Said): Promise<Row | undefined> => {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const row = await putDown(work, accountId, said)
    if (row !== undefined) return row
  }
  return undefined
}

/** Inserts into the first free place. */
const putDown = async (
  work: Work,
  accountId: number,
  { firstName, isMinor }: Said,
): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    with known as (
      update companions set is_minor = ${isMinor} where account_id = ${accountId} and lower(first_name) = lower(${firstName})
      returning id, first_name, is_minor
    ), made as (
      insert into companions (account_id, place, first_name, is_minor, created_at)
      select ${accountId}, free.place, ${firstName}, ${isMinor}, ${work.now}::timestamptz
      from generate_series(1, ${maxCompanions}::integer) as free(place)
      where not exists (select from known)
        and not exists (select from companions taken where taken.account_id = ${accountId} and taken.place = free.place)
      order by free.place limit 1
      on conflict do nothing
      returning id, first_name, is_minor
    )
    select * from known union all select * from made`.execute(work.db)
  return rows[0]
}

/** Refuses not_found, companion_known. */
export const change = async (
  work: Work,
  id: number,
  { firstName, isMinor }: Said,
): Promise<SavedCompanion> => {
  try {
    const row = await work.db
      .updateTable('companions')
      .set({ first_name: firstName, is_minor: isMinor })
      .where('id', '=', id)
      .where('account_id', '=', ownId(work))
      .returning(['id', 'first_name', 'is_minor'])
      .executeTakeFirst()
    return present(row ?? refuse('not_found'))
  } catch (error) {
    if (constraintOf(error) === 'companions_known') return refuse('companion_known')
    throw error
  }
}

export const remove = async (work: Work, id: number): Promise<{ ok: true }> => {
  const gone = await work.db
    .deleteFrom('companions')
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .executeTakeFirst()
  return gone.numDeletedRows === 0n ? refuse('not_found') : { ok: true }
}

type Row = { id: number; first_name: string; is_minor: boolean }
const present = ({ id, first_name, is_minor }: Row): SavedCompanion => ({
  id,
  firstName: first_name,
  isMinor: is_minor,
})
