/** Apps that ask people for access: made by their owner in the settings, or registered by themselves (RFC 7591). */
import { randomInt } from 'node:crypto'
import type { changeApp, makeApp, OwnApp, renewAppSecret } from '#contract/developer/app.ts'
import { hourMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { isScope, type Scope } from '#contract/platform/scope.ts'
import { sql } from 'kysely'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { isRedirectAllowed } from '#server/developer/redirect.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: string
  name: string
  website: string | null
  redirect_uris: string[]
  is_confidential: boolean
  scopes: string[]
  created_at: Date
  former_until: Date | null
  people: number
}

export const ownApps = async (work: Work): Promise<OwnApp[]> => {
  const { rows } = await sql<Row>`
    select app.id, app.name, app.website, app.redirect_uris, app.secret_hash is not null as is_confidential, app.scopes, app.created_at,
      case when app.former_until > ${work.now} then app.former_until end as former_until, (
      select count(distinct g.account_id)::int from oauth_grants g
      where g.app_id = app.id and g.exchanged_at is not null and g.revoked_at is null and g.expires_at > ${work.now}) as people
    from oauth_apps app where app.account_id = ${ownId(work)} order by app.created_at desc, app.id`.execute(
    work.db,
  )
  return rows.map(present)
}

const present = (row: Row): OwnApp => ({
  id: row.id,
  name: row.name,
  website: row.website,
  redirectUris: row.redirect_uris,
  isConfidential: row.is_confidential,
  scopes: row.scopes.filter(isScope),
  createdAt: row.created_at.toISOString(),
  formerUntil: row.former_until?.toISOString() ?? null,
  people: row.people,
})

/** Refuses `confirm_identity`, `redirect_not_allowed`, `website_not_allowed`, `too_many_apps`, `app_name_taken`. */
export const make = async (work: Work, { body }: Input<typeof makeApp>) => {
  requireProof(work)
  const made = await write(work, { ...body, accountId: ownId(work) })
  return { app: await ownApp(work, made.id), secret: made.secret }
}

type Described = { name: string; website?: string | undefined; redirectUris: readonly string[] }
type NewApp = Described & {
  accountId: number | null
  isConfidential: boolean
  scopes: readonly Scope[]
}

export const write = async (work: Work, app: NewApp) => {
  const described = describedOf(app)
  const secret = app.isConfidential ? `kalli_secret_${secretToken()}` : null
  const id = `app_${Array.from({ length: 16 }, () => randomInt(36).toString(36)).join('')}`
  await work.db
    .insertInto('oauth_apps')
    .values({
      id,
      account_id: app.accountId,
      ...described,
      secret_hash: secret === null ? null : hashToken(secret),
      scopes: [...new Set(app.scopes)].toSorted(),
      created_at: work.now,
    })
    .execute()
    .catch((error: unknown) =>
      refuseOn(error, { oauth_apps_full: 'too_many_apps', oauth_apps_one_a_name: 'app_name_taken' }),
    )
  return { id, secret }
}

/** Refuses `redirect_not_allowed`, `website_not_allowed`. */
const describedOf = ({ name, website: given, redirectUris }: Described) => {
  if (!redirectUris.every(isRedirectAllowed)) refuse('redirect_not_allowed')
  const website = given === undefined || given === '' ? null : given
  if (website !== null && !/^https:\/\/[^\s]+$/.test(website)) refuse('website_not_allowed')
  return { name, website, redirect_uris: [...new Set(redirectUris)] }
}

/**
 * Without `website` it stays, and an empty one removes it. Refuses `confirm_identity`, `not_found`, `redirect_not_allowed`,
 * `website_not_allowed`, `app_name_taken`.
 */
export const change = async (work: Work, { params: { id }, body }: Input<typeof changeApp>) => {
  requireProof(work)
  await ownApp(work, id)
  const { website, ...rest } = describedOf(body)
  await work.db
    .updateTable('oauth_apps')
    .set(body.website === undefined ? rest : { ...rest, website })
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .execute()
    .catch((error: unknown) => refuseOn(error, { oauth_apps_one_a_name: 'app_name_taken' }))
  return ownApp(work, id)
}

const ownApp = async (work: Work, id: string) =>
  (await ownApps(work)).find((app) => app.id === id) ?? refuse('not_found')

/** Of several former secrets only the last works. Refuses `confirm_identity`, `not_found`, `app_keeps_no_secret`. */
export const renewSecret = async (
  work: Work,
  { params: { id }, body: { formerHours } }: Input<typeof renewAppSecret>,
) => {
  requireProof(work)
  const secret = `kalli_secret_${secretToken()}`
  const own = await ownApp(work, id)
  if (!own.isConfidential) refuse('app_keeps_no_secret')
  const formerUntil = formerHours === 0 ? null : new Date(work.now.getTime() + formerHours * hourMs)
  await work.db
    .updateTable('oauth_apps')
    .set((eb) => ({
      former_secret_hash: formerUntil === null ? null : eb.ref('secret_hash'),
      former_until: formerUntil,
      secret_hash: hashToken(secret),
    }))
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .execute()
  return { secret, formerUntil: formerUntil?.toISOString() ?? null }
}

/** With all access that people allowed it. */
export const remove = async (work: Work, id: string) => {
  const gone = await work.db
    .deleteFrom('oauth_apps')
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .returning('id')
    .executeTakeFirst()
  if (gone === undefined) refuse('not_found')
  return { ok: true } as const
}

export const forgetApps = (work: Work, accountId: number) =>
  work.db.deleteFrom('oauth_apps').where('account_id', '=', accountId).execute()

/** Registered by itself, and never allowed by anyone. */
export const forgetUnused = (work: Work) =>
  sql`
  delete from oauth_apps app where app.account_id is null and app.created_at < ${work.now}::timestamptz - interval '7 days'
    and not exists (select from oauth_grants g where g.app_id = app.id)`.execute(work.db)
