/** Chairs for a fixed rent: the units of a space that no team member has in some hours, and the one that a host names on accepting. */
import { sql } from 'kysely'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { everyHour } from '#contract/platform/weekly-window.ts'
import type { WeeklyWindow } from '#server/availability/hours/hours.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export type Chair = { id: number; name: string; isFree: boolean }

/** Taken by a team member's shift, or by an agreement whose professional a job has yet to add to the team. */
export const chairsOf = async (
  work: Work,
  spaceId: number,
  windows: readonly WeeklyWindow[] | null,
  /** The agreement's own chair does not conflict with itself. */
  agreementId: number | null = null,
): Promise<Chair[]> => {
  // Without a shift they may come at all opening hours.
  const hours = JSON.stringify(windows ?? everyHour)
  const { rows } = await sql<Chair>`
    with asked as (
      select weekday, int4range("fromMinute", "toMinute") as minutes
      from jsonb_to_recordset(${hours}::jsonb) as one(weekday int, "fromMinute" int, "toMinute" int)
    )
    select u.id, u.name, not exists (
      select from membership_shifts taken join asked using (weekday)
      where taken.unit_id = u.id and taken.minutes && asked.minutes
    ) and not exists (
      select from agreements signed
        cross join jsonb_to_recordset(coalesce(signed.windows, ${JSON.stringify(everyHour)}::jsonb))
          as theirs(weekday int, "fromMinute" int, "toMinute" int)
        join asked using (weekday)
      where signed.space_id = ${spaceId} and signed.unit_id = u.id and signed.id is distinct from ${agreementId}
        and signed.status in ('active', 'paused', 'expiring', 'suspended')
        and int4range(theirs."fromMinute", theirs."toMinute") && asked.minutes
        and not exists (select from memberships member where member.agreement_id = signed.id)
    ) as "isFree"
    from units u where u.space_id = ${spaceId} and u.active order by u.id`.execute(work.db)
  return rows
}

/**
 * The terms with this chair and its current name. Refuses `shift_taken`, and `invalid_input` for a chair of another space or for terms that
 * pay for none.
 */
export const withChair = async (
  work: Work,
  terms: AgreementTerms,
  spaceId: number,
  unitId: number | null = unitOf(terms),
): Promise<AgreementTerms> => {
  if (unitId === null) return terms
  if (terms.rent.kind !== 'fixed') return wrong('solo con renta fija')
  // Serializes concurrent acceptances of one chair: the second sees the first.
  await sql`select from units where id = ${unitId} and space_id = ${spaceId} for no key update`.execute(
    work.db,
  )
  const chair = (await chairsOf(work, spaceId, terms.windows)).find(({ id }) => id === unitId)
  if (chair === undefined) return wrong('ya no existe')
  if (!chair.isFree) refuse('shift_taken')
  return { ...terms, rent: { ...terms.rent, unit: { id: chair.id, name: chair.name } } }
}

/** A professional may keep the chair that the host named, or leave it open. Refuses `invalid_input`. */
export const keepingChair = (terms: AgreementTerms, before: AgreementTerms | null): AgreementTerms => {
  if (terms.rent.kind !== 'fixed' || terms.rent.unit === null) return terms
  if (before?.rent.kind !== 'fixed' || before.rent.unit?.id !== terms.rent.unit.id)
    return wrong('la elige el espacio')
  return { ...terms, rent: { ...terms.rent, unit: before.rent.unit } }
}

export const unitOf = ({ rent }: AgreementTerms): number | null =>
  rent.kind === 'fixed' ? (rent.unit?.id ?? null) : null

const wrong = (problem: string) => refuse('invalid_input', { fields: [{ field: 'unitId', problem }] })
