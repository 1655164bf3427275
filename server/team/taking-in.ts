/** Who agreed on a fixed rent belongs to the house from then on, whose rent runs collect it. */
import { sql } from 'kysely'
import type { HouseTerms } from '#contract/team.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { record } from '#server/team/team.ts'

type Row = {
  hostId: number
  spaceId: number
  professionalId: number
  accountId: number
  name: string
  email: string
  windows: unknown
  every: 'week' | 'month'
  amountCents: number
  validFrom: Date
  status: string
}

/** Once: of an agreement that is over by now, or of somebody who joined otherwise meanwhile, nothing is made. */
export const takeIn = (work: Work, agreementId: number) =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Row>`
      select s.host_id as "hostId", s.id as "spaceId", p.id as "professionalId", p.account_id as "accountId",
        concat_ws(' ', p.first_name, p.last_name) as name, lower(account.email) as email, a.windows, a.fixed_every as every,
        a.fixed_cents::float8 as "amountCents", a.valid_from as "validFrom", a.status
      from agreements a join spaces s on s.id = a.space_id join professionals p on p.id = a.professional_id
      join accounts account on account.id = p.account_id
      where a.id = ${agreementId} and a.fixed_every is not null and a.status not in ('ended', 'expired')
        and not exists (select from memberships m where m.agreement_id = a.id)
      for update of a`.execute(work.db)
    const [row] = rows
    if (row === undefined) return
    const terms: HouseTerms = { fixed: { every: row.every, amountCents: row.amountCents }, perUse: null }
    const status = row.status === 'suspended' ? 'pending_details' : 'active'
    const made = await work.db
      .insertInto('memberships')
      .values({
        host_id: row.hostId,
        space_id: row.spaceId,
        name: row.name.slice(0, 80),
        email: row.email,
        account_id: row.accountId,
        professional_id: row.professionalId,
        agreement_id: agreementId,
        role: 'resident',
        permissions: ['see_own'],
        shift: row.windows === null ? null : JSON.stringify(row.windows),
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
    if (made !== undefined)
      await record(work, { id: made.id, version: 0, status: null }, 'take_in', status, 'platform')
  })
