/** Identifies the caller of the API: a browser's session, a key, or an app's access token. The only place that reads a bearer token. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { minuteMs } from '#contract/platform/duration.ts'
import { identify } from '#server/account/session.ts'
import { keyPrefix } from '#server/developer/api-key.ts'
import { audienceOf } from '#server/developer/resource.ts'
import { accessPrefix } from '#server/developer/token.ts'
import { bearerOf } from '#server/platform/http/bearer.ts'
import { refusedCodeOf } from '#server/platform/http/on-error.ts'
import { isBearer, isSecure } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken } from '#server/platform/tokens.ts'
import { anonymous, type AppContext, type Viewer } from '#server/platform/work.ts'

/** Last use and last problem are written at most this often: a call should not be a write. */
const noteEveryMs = minuteMs

/** Refuses `token_unknown`, `token_expired`, `token_revoked`, `token_elsewhere`, and `https_needed` where the token was sent in clear. */
export const identifyCaller = async (context: AppContext, request: FastifyRequest): Promise<Viewer> => {
  if (!isBearer(request)) return identify(context.database, request, context.clock())
  if (request.server.httpsOnly && !isSecure(request)) refuse('https_needed')
  const token = bearerOf(request) ?? ''
  return token.startsWith(accessPrefix)
    ? identifyApp(context, request, token)
    : identifyKey(context, request, token)
}

type Caller = {
  account_id: number
  available_roles: string[]
  is_usable: boolean
  professional_id: number | null
  host_id: number | null
  client_id: number | null
}

type KeyRow = Caller & {
  secret_hash: Buffer
  name: string
  scopes: string[]
  acts_as: string
  api_version: string
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

const callerColumns = `a.id as account_id, a.available_roles, a.suspended_at is null and a.erased_at is null as is_usable,
    p.id as professional_id, h.id as host_id, c.id as client_id`
const callerTables = `accounts a
  left join professionals p on p.account_id = a.id
  left join hosts h on h.account_id = a.id
  left join clients c on c.account_id = a.id`
const whoseKey = `
  select k.secret_hash, k.name, k.scopes, k.acts_as, k.api_version, k.expires_at, k.revoked_at, k.last_used_at, ${callerColumns}
  from ${callerTables} join api_keys k on k.account_id = a.id where k.id = $1`

const identifyKey = async (context: AppContext, request: FastifyRequest, token: string): Promise<Viewer> => {
  const prefix = keyPrefix(context.config)
  const id = token.slice(prefix.length, prefix.length + 12)
  const secret = token.slice(prefix.length + 13)
  if (!token.startsWith(prefix) || !/^[a-z0-9]{12}_[\w-]{43}$/.test(token.slice(prefix.length)))
    return refuse('token_unknown')
  const { rows } = await context.database.pool.query<KeyRow>(whoseKey, [id])
  const [row] = rows
  if (row === undefined || !timingSafeEqual(row.secret_hash, hashToken(secret)))
    return refuse('token_unknown')
  const now = context.clock()
  callers.set(request, { table: 'api_keys', id })
  if (row.revoked_at !== null) refuse('token_revoked')
  if (row.expires_at !== null && row.expires_at <= now) refuse('token_expired')
  const actsAs = usableRole(row)
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= noteEveryMs)
    await context.database.pool.query(noteUse.api_keys, [id, now, noteEveryMs / 1000])
  return {
    ...whoOf(row, actsAs, request),
    credential: {
      kind: 'key',
      id: `key.${id}`,
      name: row.name,
      scopes: row.scopes,
      version: row.api_version,
      expiresAt: row.expires_at,
    },
  }
}

type GrantRow = Caller & {
  id: string
  name: string
  scopes: string[]
  acts_as: string
  resource: string
  api_version: string
  token_expires_at: Date
  revoked_at: Date | null
  last_used_at: Date | null
}

const whoseGrant = `
  select g.id, app.name, g.scopes, g.acts_as, g.resource, g.api_version, t.expires_at as token_expires_at, g.revoked_at, g.last_used_at, ${callerColumns}
  from ${callerTables} join oauth_grants g on g.account_id = a.id join oauth_apps app on app.id = g.app_id
  join oauth_tokens t on t.grant_id = g.id where t.token_hash = $1 and t.kind = 'access'`

const identifyApp = async (context: AppContext, request: FastifyRequest, token: string): Promise<Viewer> => {
  const { rows } = await context.database.pool.query<GrantRow>(whoseGrant, [hashToken(token)])
  const [row] = rows
  if (row === undefined) return refuse('token_unknown')
  const now = context.clock()
  if (row.revoked_at !== null) refuse('token_revoked')
  // The normal case: the app renews it.
  if (row.token_expires_at <= now) refuse('token_expired')
  callers.set(request, { table: 'oauth_grants', id: row.id })
  if (row.resource !== audienceOf(request)) refuse('token_elsewhere')
  const actsAs = usableRole(row)
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= noteEveryMs)
    await context.database.pool.query(noteUse.oauth_grants, [row.id, now, noteEveryMs / 1000])
  return {
    ...whoOf(row, actsAs, request),
    credential: {
      kind: 'app',
      id: `app.${row.id}`,
      name: row.name,
      scopes: row.scopes,
      version: row.api_version,
      expiresAt: row.token_expires_at,
    },
  }
}

/** A suspended account's keys are inactive; a revoked role cannot be used by a key. */
const usableRole = (row: Caller & { acts_as: string }): string => {
  if (!row.is_usable) return refuse('account_suspended')
  return row.available_roles.includes(row.acts_as) ? row.acts_as : refuse('role_not_available')
}

/** Never an administrator, whatever the account may do in a browser. */
const whoOf = (row: Caller, actsAs: string, request: FastifyRequest): Viewer => ({
  ...anonymous,
  accountId: row.account_id,
  activeRole: actsAs,
  roles: row.available_roles.filter((role) => role !== 'admin'),
  professionalId: row.professional_id,
  hostId: row.host_id,
  clientId: row.client_id,
  address: request.ip,
})

const useOf = (table: string) => `update ${table} set last_used_at = $2
  where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - make_interval(secs => $3))`
const problemIn = (table: string) => `update ${table} set last_problem_at = $2, last_problem_code = $4
  where id = $1 and (last_problem_at is null or last_problem_at <= $2::timestamptz - make_interval(secs => $3))`
const noteUse = { api_keys: useOf('api_keys'), oauth_grants: useOf('oauth_grants') } as const
const noteProblem = { api_keys: problemIn('api_keys'), oauth_grants: problemIn('oauth_grants') } as const

const callers = new WeakMap<FastifyRequest, { table: keyof typeof noteUse; id: string }>()

/** Problems that the key's owner can fix; a missing or changed row is a normal answer. */
const isProblem = (status: number) => [400, 401, 403, 429].includes(status) || status >= 500

/** Records the last refused call of each key, after its response was sent. */
export const watchCallers = (app: FastifyInstance, context: AppContext) => {
  app.addHook('onResponse', async (request, reply) => {
    const caller = callers.get(request)
    const code = refusedCodeOf(request)
    if (caller === undefined || code === undefined || !isProblem(reply.statusCode)) return
    await context.database.pool
      .query(noteProblem[caller.table], [caller.id, context.clock(), noteEveryMs / 1000, code])
      .catch((error: unknown) => context.log.warn({ err: error }, 'failed API request was not recorded'))
  })
}
