/** The access that a person gave to apps: listing and ending it. */
import { sql } from 'kysely'
import type { AllowedApp } from '#contract/developer/app.ts'
import { isScope } from '#contract/platform/scope.ts'
import { ownId } from '#server/account/profile.ts'
import { lastProblemOf } from '#server/developer/last-problem.ts'
import { endWithoutAccess } from '#server/developer/mandate.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

type Row = {
  id: string
  name: string
  website: string | null
  scopes: string[]
  since: Date
  until: Date
  last_used_at: Date | null
  last_problem_at: Date | null
  last_problem_code: string | null
}

/** An app on two devices is listed once, with the rights of either. */
export const allowed = async (work: Work): Promise<AllowedApp[]> => {
  const { rows } = await sql<Row>`
    select app.id, app.name, app.website, min(g.created_at) as since, max(g.expires_at) as until, max(g.last_used_at) as last_used_at,
      array(select distinct s from oauth_grants own, unnest(own.scopes) s where own.app_id = app.id and own.account_id = ${ownId(work)}
        and own.exchanged_at is not null and own.revoked_at is null and own.expires_at > ${work.now} order by s) as scopes,
      max(g.last_problem_at) as last_problem_at, (array_agg(g.last_problem_code order by g.last_problem_at desc nulls last))[1] as last_problem_code
    from oauth_grants g join oauth_apps app on app.id = g.app_id
    where g.account_id = ${ownId(work)} and g.exchanged_at is not null and g.revoked_at is null and g.expires_at > ${work.now}
    group by app.id order by max(g.created_at) desc, app.id`.execute(work.db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    website: row.website,
    scopes: row.scopes.filter(isScope),
    since: row.since.toISOString(),
    until: row.until.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastProblem: lastProblemOf(row),
  }))
}

/** On every device, including access just given whose code is not exchanged yet, and with its mandate. Refuses `not_found`. */
export const disallow = async (work: Work, appId: string) => {
  const own = work.db
    .selectFrom('oauth_grants')
    .select('id')
    .where('app_id', '=', appId)
    .where('account_id', '=', ownId(work))
  if ((await own.executeTakeFirst()) === undefined) refuse('not_found')
  await inTransaction(work, async (work) => {
    await work.db
      .updateTable('oauth_grants')
      .set({ revoked_at: work.now })
      .where('app_id', '=', appId)
      .where('account_id', '=', ownId(work))
      .where('revoked_at', 'is', null)
      .execute()
    await endWithoutAccess(work, ownId(work), appId)
  })
  return { ok: true } as const
}

/** Of all apps, with their mandates. */
export const revokeGrantsOf = (work: Work, accountId: number) =>
  inTransaction(work, async (work) => {
    await work.db
      .updateTable('oauth_grants')
      .set({ revoked_at: work.now })
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .execute()
    await endWithoutAccess(work, accountId)
  })

export const forgetGrants = (work: Work, accountId: number) =>
  work.db.deleteFrom('oauth_grants').where('account_id', '=', accountId).execute()

/** Expired tokens, access that no app used, and access that ended a month ago. */
export const forgetOver = async (work: Work) => {
  await forgetBefore(work, 'oauth_tokens', 'expires_at', work.now)
  await sql`
    delete from oauth_grants where exchanged_at is null and created_at < ${work.now}::timestamptz - interval '1 hour'
      or expires_at < ${work.now}::timestamptz - interval '30 days'`.execute(work.db)
}
