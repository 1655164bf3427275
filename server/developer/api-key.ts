/**
 * Keys by which an owner's own system calls the API. The secret is shown once and stored as a hash; a key's rights are fixed when it is
 * made, and the database refuses any change of it (docs/developer/keys.md).
 */
import { randomInt } from 'node:crypto'
import type { ApiKey, makeApiKey } from '#contract/developer/api-key.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { isScope, newestVersion } from '#contract/platform/scope.ts'
import { ownId } from '#server/account/profile.ts'
import { requireProof } from '#server/account/session.ts'
import { lastProblemOf } from '#server/developer/last-problem.ts'
import type { Config } from '#server/platform/config.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Keys of a test installation must not be mistaken for keys that move real bookings. */
export const keyPrefix = ({ production }: Pick<Config, 'production'>) =>
  production ? 'kalli_live_' : 'kalli_test_'

export const columns = [
  'id',
  'name',
  'scopes',
  'acts_as',
  'api_version',
  'created_at',
  'expires_at',
  'last_used_at',
  'last_problem_at',
  'last_problem_code',
] as const

export const list = async (work: Work): Promise<ApiKey[]> => {
  const rows = await work.db
    .selectFrom('api_keys')
    .select(columns)
    .where('account_id', '=', ownId(work))
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => present(work, row))
}

type Row = {
  id: string
  name: string
  scopes: string[]
  acts_as: string
  api_version: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  last_problem_at: Date | null
  last_problem_code: string | null
}

export const present = (work: Work, row: Row): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: `${keyPrefix(work.config)}${row.id}`,
  scopes: row.scopes.filter(isScope),
  actsAs: roleOf(row.acts_as),
  version: row.api_version,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  isExpired: row.expires_at !== null && row.expires_at <= work.now,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastProblem: lastProblemOf(row),
})

const roleOf = (role: string): ApiKey['actsAs'] =>
  role === 'professional' || role === 'host' ? role : 'client'

/** Refuses `confirm_identity`, `too_many_keys`, `key_name_taken`, `access_not_as_admin`. */
export const make = async (work: Work, { body }: Input<typeof makeApiKey>) => {
  requireProof(work)
  const actsAs = work.viewer.activeRole
  if (actsAs === null || actsAs === 'admin') return refuse('access_not_as_admin')
  return inTransaction(work, (work) =>
    write(work, {
      name: body.name,
      scopes: [...new Set(body.scopes)].toSorted(),
      acts_as: actsAs,
      expires_at: body.days === null ? null : new Date(work.now.getTime() + body.days * dayMs),
    }),
  )
}

/** In the caller's transaction. Refuses `too_many_keys`, `key_name_taken`. */
export const write = async (work: Work, rights: Pick<Row, 'name' | 'scopes' | 'acts_as' | 'expires_at'>) => {
  const id = newId()
  const secret = secretToken()
  const row = await work.db
    .insertInto('api_keys')
    .values({
      ...rights,
      id,
      account_id: ownId(work),
      secret_hash: hashToken(secret),
      api_version: newestVersion,
      created_at: work.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) =>
      refuseOn(error, { api_keys_full: 'too_many_keys', api_keys_one_a_name: 'key_name_taken' }),
    )
  await publish(work, 'developer.key_made', { keyId: id })
  return { key: present(work, row), secret: `${keyPrefix(work.config)}${id}_${secret}` }
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const newId = () => Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/** Succeeds for a revoked key too. Another owner's is `not_found`. */
export const revoke = async (work: Work, id: string) => {
  const own = work.db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
  if ((await own.executeTakeFirst()) === undefined) refuse('not_found')
  await work.db
    .updateTable('api_keys')
    .set({ revoked_at: work.now })
    .where('id', '=', id)
    .where('account_id', '=', ownId(work))
    .where('revoked_at', 'is', null)
    .execute()
  return { ok: true } as const
}

/** Answers how many keys were revoked. */
export const revokeAll = async (work: Work, accountId: number): Promise<number> => {
  const { numUpdatedRows } = await work.db
    .updateTable('api_keys')
    .set({ revoked_at: work.now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export const forgetKeys = (work: Work, accountId: number) =>
  work.db.deleteFrom('api_keys').where('account_id', '=', accountId).execute()
