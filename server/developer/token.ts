/**
 * Codes and refresh tokens are exchanged for tokens, each once: a second use means that it was copied, and ends the access. Concurrent uses
 * wait for each other at the row.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { endWithoutAccess } from '#server/developer/mandate.ts'
import { resourceOf } from '#server/developer/resource.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Short, since a copy looks like the real one. */
export const accessMinutes = 15

export const accessPrefix = 'kalli_at_'
const refreshPrefix = 'kalli_rt_'

/** By the names of RFC 6749. */
export type TokenReply = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}
export type OauthError = { error: string; error_description: string }

/** A named resource must be the one that the person allowed. */
const isOther = (work: Work, grant: { resource: string }, named: string | undefined) =>
  named !== undefined && resourceOf(named, work.config.publicUrl) !== grant.resource
const invalidTarget: OauthError = {
  error: 'invalid_target',
  error_description: 'resource is another one than was allowed',
}

const invalidGrant = (description: string): OauthError => ({
  error: 'invalid_grant',
  error_description: description,
})

type Exchanged = {
  grant_id: string
  scopes: string[]
  resource: string
  revoked_at: Date | null
  grant_expires_at: Date
  used_at: Date | null
  is_over: boolean
}

type CodeRow = Exchanged & { account_id: number; redirect_uri: string; challenge: string }

/** Exchanges the code of a consent, with the verifier that only its app knows. */
export const exchangeCode = async (
  work: Work,
  appId: string,
  given: Given,
): Promise<TokenReply | OauthError> => {
  const reply = await exchanged(work, appId, given)
  crashPoint('committed-token')
  return reply
}

type Given = {
  code: string
  redirectUri: string | undefined
  verifier: string
  resource?: string | undefined
}

const exchanged = (work: Work, appId: string, given: Given): Promise<TokenReply | OauthError> =>
  inTransaction(work, async (work) => {
    const codeHash = hashToken(given.code)
    const { rows } = await sql<CodeRow>`
      select c.grant_id, g.scopes, g.resource, g.revoked_at, g.expires_at as grant_expires_at, c.used_at, c.expires_at <= ${work.now} as is_over,
        g.account_id, c.redirect_uri, c.challenge
      from oauth_codes c join oauth_grants g on g.id = c.grant_id
      where c.code_hash = ${codeHash} and g.app_id = ${appId} for update of c`.execute(work.db)
    const [code] = rows
    if (code === undefined) return invalidGrant('the code is unknown')
    if (code.used_at !== null) {
      await revokeGrant(work, code.grant_id)
      return invalidGrant('the code was used before; what it gave is revoked')
    }
    if (code.is_over || code.revoked_at !== null) return invalidGrant('the code is over')
    if (given.redirectUri !== undefined && given.redirectUri !== code.redirect_uri)
      return invalidGrant('redirect_uri is another one than before')
    if (challengeOf(given.verifier) !== code.challenge) return invalidGrant('the verifier is wrong')
    if (isOther(work, code, given.resource)) return invalidTarget
    await work.db
      .updateTable('oauth_codes')
      .set({ used_at: work.now })
      .where('code_hash', '=', codeHash)
      .execute()
    await endWithoutAccess(work, code.account_id, appId)
    await work.db
      .updateTable('oauth_grants')
      .set({ exchanged_at: work.now })
      .where('id', '=', code.grant_id)
      .execute()
    return issue(work, code)
  })

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** The next pair; the used refresh token becomes invalid. */
export const refresh = async (
  work: Work,
  appId: string,
  token: string,
  resource?: string,
): Promise<TokenReply | OauthError> => {
  const reply = await renewed(work, appId, token, resource)
  crashPoint('committed-token')
  return reply
}

const renewed = (
  work: Work,
  appId: string,
  token: string,
  resource: string | undefined,
): Promise<TokenReply | OauthError> =>
  inTransaction(work, async (work) => {
    const tokenHash = hashToken(token)
    const { rows } = await sql<Exchanged>`
      select t.grant_id, g.scopes, g.resource, g.revoked_at, g.expires_at as grant_expires_at, t.used_at, t.expires_at <= ${work.now} as is_over
      from oauth_tokens t join oauth_grants g on g.id = t.grant_id
      where t.token_hash = ${tokenHash} and t.kind = 'refresh' and g.app_id = ${appId} for update of t`.execute(
      work.db,
    )
    const [known] = rows
    if (known === undefined) return invalidGrant('the refresh token is unknown')
    if (known.revoked_at !== null) return invalidGrant('the person or the app ended this access')
    if (known.used_at !== null) {
      await revokeGrant(work, known.grant_id)
      return invalidGrant('the refresh token was used before; all its tokens are revoked')
    }
    if (known.is_over) return invalidGrant('the access is over; ask the person again')
    if (isOther(work, known, resource)) return invalidTarget
    await work.db
      .updateTable('oauth_tokens')
      .set({ used_at: work.now })
      .where('token_hash', '=', tokenHash)
      .execute()
    return issue(work, known)
  })

const issue = async (
  work: Work,
  grant: Pick<Exchanged, 'grant_id' | 'scopes' | 'grant_expires_at'>,
): Promise<TokenReply> => {
  const [access, refreshed] = [`${accessPrefix}${secretToken()}`, `${refreshPrefix}${secretToken()}`]
  const end = Math.min(work.now.getTime() + accessMinutes * minuteMs, grant.grant_expires_at.getTime())
  await work.db
    .insertInto('oauth_tokens')
    .values([
      {
        token_hash: hashToken(access),
        grant_id: grant.grant_id,
        kind: 'access',
        created_at: work.now,
        expires_at: new Date(end),
      },
      {
        token_hash: hashToken(refreshed),
        grant_id: grant.grant_id,
        kind: 'refresh',
        created_at: work.now,
        expires_at: grant.grant_expires_at,
      },
    ])
    .execute()
  crashPoint('inside-token')
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor((end - work.now.getTime()) / 1000),
    refresh_token: refreshed,
    scope: grant.scopes.join(' '),
  }
}

/** A refresh token ends the whole access, an access token itself alone. Nothing for an unknown token or another app's (RFC 7009). */
export const revokeToken = async (work: Work, appId: string, token: string) => {
  const known = await work.db
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .select(['t.token_hash', 't.kind', 't.grant_id'])
    .where('t.token_hash', '=', hashToken(token))
    .where('g.app_id', '=', appId)
    .executeTakeFirst()
  if (known === undefined) return
  if (known.kind === 'refresh') await revokeGrant(work, known.grant_id)
  else await work.db.deleteFrom('oauth_tokens').where('token_hash', '=', known.token_hash).execute()
}

const revokeGrant = (work: Work, grantId: string) =>
  inTransaction(work, async (work) => {
    const revoked = await work.db
      .updateTable('oauth_grants')
      .set({ revoked_at: work.now })
      .where('id', '=', grantId)
      .where('revoked_at', 'is', null)
      .returning(['account_id', 'app_id'])
      .executeTakeFirst()
    if (revoked !== undefined) await endWithoutAccess(work, revoked.account_id, revoked.app_id)
  })
