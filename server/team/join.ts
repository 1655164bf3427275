/**
 * A professional who agreed on a fixed rent joins the business's team, and its rent runs collect the rent. The chair that their host or
 * their vacancy named is theirs at once; where none was named or it is taken, the host has to decide (`server/figures/task.ts`).
 */
import { sql } from 'kysely'
import { Member } from '#contract/team/team.ts'
import type { BusinessTerms } from '#contract/team/rent-terms.ts'
import { chairsOf } from '#server/hiring/fit/chair.ts'
import { termColumns, termsOf, type TermsRow } from '#server/hiring/fit/agreement-terms.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { record, seat } from '#server/team/member-row.ts'

type Row = TermsRow & {
  hostId: number
  spaceId: number
  professionalId: number
  accountId: number
  name: string
  email: string
  /** The chair named on acceptance, or by their vacancy. */
  unitId: number | null
  status: string
}

/** Idempotent: an agreement that has ended, or a professional who joined otherwise meanwhile, adds no membership. */
export const takeIn = (work: Work, agreementId: number) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Row>`
      select s.host_id as "hostId", s.id as "spaceId", p.id as "professionalId", p.account_id as "accountId",
        concat_ws(' ', p.first_name, p.last_name) as name, lower(account.email) as email, coalesce(a.unit_id, v.unit_id) as "unitId", a.status, ${termColumns}
      from agreements a join spaces s on s.id = a.space_id join professionals p on p.id = a.professional_id
      join accounts account on account.id = p.account_id
      left join vacancies v on v.id = case a.origin when 'vacancy' then a.origin_id::bigint end
      where a.id = ${agreementId} and a.fixed_every is not null and a.status not in ('ended', 'expired')
        and not exists (select from memberships m where m.agreement_id = a.id)
      for update of a`.execute(work.db)
    const [row] = rows
    if (row === undefined) return
    const { rent } = termsOf(row)
    if (rent.kind !== 'fixed') return
    const { every, amountCents, perUse } = rent
    const terms: BusinessTerms = { fixed: { every, amountCents }, perUse }
    const shift = Member.shape.shift.parse(row.windows)
    const unitId = await chairFor(work, agreementId, row, shift)
    const status = row.status === 'suspended' ? 'pending_details' : 'active'
    const made = await work.db
      .insertInto('memberships')
      .values({
        host_id: row.hostId,
        space_id: row.spaceId,
        unit_id: unitId,
        name: row.name.slice(0, 80),
        email: row.email,
        account_id: row.accountId,
        professional_id: row.professionalId,
        agreement_id: agreementId,
        role: 'resident',
        permissions: ['see_own'],
        shift: shift === null ? null : JSON.stringify(shift),
        terms: JSON.stringify(terms),
        status,
        token_hash: null,
        invited_at: work.now,
        expires_at: work.now,
        // Days before it begins owe nothing.
        joined_at: row.validFrom,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made === undefined) return
    await seat(work, made.id, row.spaceId, unitId, shift)
    await record(work, { id: made.id, version: 0, status: null }, 'take_in', status, 'platform')
  })

/**
 * The chair that their host or their vacancy named, if no other member has it in these hours. A concurrent assignment is refused by the
 * exclusion constraint: then the job is retried, and finds it taken.
 */
const chairFor = async (
  work: Work,
  agreementId: number,
  { unitId, spaceId }: Row,
  shift: Member['shift'],
) => {
  if (unitId === null) return null
  const chairs = await chairsOf(work, spaceId, shift, agreementId)
  return chairs.some(({ id, isFree }) => id === unitId && isFree) ? unitId : null
}
