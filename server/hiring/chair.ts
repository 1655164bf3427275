/** Chairs for a fixed rent: which units of a space are nobody's of the house in some hours, and the one that a host names with their yes. */
import { sql } from 'kysely'
import type { AgreementTerms } from '#contract/agreement.ts'
import type { WeeklyWindow } from '#server/availability/hours.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Who has no shift may come whenever it is open. */
export const everyHour: WeeklyWindow[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  fromMinute: 0,
  toMinute: 1440,
}))

export type Chair = { id: number; name: string; isFree: boolean }

export const chairsOf = async (
  work: Work,
  spaceId: number,
  windows: readonly WeeklyWindow[] | null,
): Promise<Chair[]> => {
  const hours = JSON.stringify(windows ?? everyHour)
  const { rows } = await sql<Chair>`
    select u.id, u.name, not exists (
      select from membership_shifts taken
        join jsonb_to_recordset(${hours}::jsonb) as asked(weekday int, "fromMinute" int, "toMinute" int)
          on asked.weekday = taken.weekday and int4range(asked."fromMinute", asked."toMinute") && taken.minutes
      where taken.unit_id = u.id) as "isFree"
    from units u where u.space_id = ${spaceId} and u.active order by u.id`.execute(work.db)
  return rows
}

/** Refuses `shift_taken`, and `invalid_input` for a chair of elsewhere or for terms that pay for none. */
export const requireChair = async (work: Work, unitId: number, spaceId: number, terms: AgreementTerms) => {
  const wrong = (problem: string) => refuse('invalid_input', { fields: [{ field: 'unitId', problem }] })
  if (terms.rent.kind !== 'fixed') wrong('solo con renta fija')
  const chair = (await chairsOf(work, spaceId, terms.windows)).find(({ id }) => id === unitId)
  if (chair === undefined) return wrong('ya no existe')
  if (!chair.isFree) refuse('shift_taken')
}
