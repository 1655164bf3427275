/**
 * The session of a browser. It ends 30 days after its sign-in and is stored on the server only: the browser's cookie is a random secret, of
 * which a hash is stored. The secret changes with the session's rights.
 */
import { dayMs, hourMs, minuteMs } from '#contract/platform/duration.ts'
import type { FastifyRequest } from 'fastify'
import { rememberDevice } from '#server/account/known-device.ts'
import type { Database } from '#server/platform/database/database.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { cookieOf } from '#server/platform/http/origin.ts'
import { refuse } from '#server/platform/refuse.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import { anonymous, type Viewer, type Work } from '#server/platform/work.ts'

const lifeMs = 30 * dayMs
/** A page view should not be a write: the last use is recorded once an hour. */
const noteEveryMs = hourMs

export const sessionCookie = 'sid'

/** The session secret of this request, if any. API and pages read it here and nowhere else. */
export const sessionTokenOf = (request: FastifyRequest) => cookieOf(request, sessionCookie)

/** The viewer, by the request's cookie and address: one prepared query, and none without a cookie. */
export const identify = async (database: Database, request: FastifyRequest, now: Date): Promise<Viewer> => {
  const visitor = { ...anonymous, address: request.ip }
  const token = sessionTokenOf(request)
  if (token === undefined) return visitor
  const hash = hashToken(token)
  const { rows } = await database.pool.query<SessionRow>(whoseSession, [hash, now])
  const [row] = rows
  if (row === undefined) return visitor
  if (now.getTime() - row.seen_at.getTime() >= noteEveryMs) await database.pool.query(noteUse, [hash, now])
  return {
    accountId: row.account_id,
    activeRole: row.active_role,
    roles: row.available_roles,
    professionalId: row.professional_id,
    hostId: row.host_id,
    clientId: row.client_id,
    visitor: null,
    address: request.ip,
    session: hash.toString('base64url'),
    provenAt: row.proven_at,
    mustSetSecondFactor: row.available_roles.includes('admin') && !row.has_second_factor,
    credential: null,
  }
}

type SessionRow = {
  account_id: number
  seen_at: Date
  active_role: string
  available_roles: string[]
  professional_id: number | null
  host_id: number | null
  client_id: number | null
  proven_at: Date | null
  has_second_factor: boolean
}

const whoseSession = `
  select s.account_id, s.seen_at, s.proven_at, a.active_role, a.available_roles,
    'admin' = any (a.available_roles) and exists (
      select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as has_second_factor,
    p.id as professional_id, h.id as host_id, c.id as client_id
  from sessions s
  join accounts a on a.id = s.account_id
  left join professionals p on p.account_id = a.id
  left join hosts h on h.account_id = a.id
  left join clients c on c.account_id = a.id
  where s.token_hash = $1 and s.expires_at > $2 and a.suspended_at is null`
const noteUse = `update sessions set seen_at = $2 where token_hash = $1 and seen_at < $2`

/** Signs the browser in under a fresh secret and ends its previous session. Refuses account_suspended, https_needed. */
export const begin = async (work: Work, accountId: number, answer: Answer) => {
  if (!answer.mayUseCookies) {
    work.log.warn('no session over http: the proxy must terminate TLS and send X-Forwarded-Proto: https')
    refuse('https_needed')
  }
  const { suspended_at: suspendedAt } = await work.db
    .selectFrom('accounts')
    .select('suspended_at')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (suspendedAt !== null) refuse('account_suspended')
  await end(work, answer)
  const token = secretToken()
  await work.db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      account_id: accountId,
      user_agent: answer.userAgent,
      created_at: work.now,
      seen_at: work.now,
      proven_at: work.now,
      expires_at: new Date(work.now.getTime() + lifeMs),
    })
    .execute()
  answer.setCookie(sessionCookie, token, lifeMs / 1000)
  rememberDevice(work, answer, accountId)
}

/**
 * Gives this browser's session a new secret when its rights have changed, so that an earlier leaked secret is useless. The session keeps
 * its end. Refuses not_signed_in if it has ended meanwhile.
 */
export const rotate = async (work: Work, answer: Answer) => {
  const token = secretToken()
  const session = await work.db
    .updateTable('sessions')
    .set({ token_hash: hashToken(token) })
    .where('token_hash', '=', ownHash(work))
    .returning('expires_at')
    .executeTakeFirst()
  if (session === undefined) return refuse('not_signed_in')
  const secondsLeft = Math.floor((session.expires_at.getTime() - work.now.getTime()) / 1000)
  answer.setCookie(sessionCookie, token, secondsLeft)
}

/** Ends this browser's session, if it has one. */
export const end = async (work: Work, answer: Answer) => {
  if (work.viewer.session !== null)
    await work.db
      .deleteFrom('sessions')
      .where('token_hash', '=', Buffer.from(work.viewer.session, 'base64url'))
      .execute()
  answer.clearCookie(sessionCookie)
}

/** Ends the account's sessions on all other browsers; answers how many. */
export const endOthers = async (work: Work, accountId: number): Promise<number> => {
  const { numDeletedRows } = await work.db
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(work.viewer.session !== null, (query) => query.where('token_hash', '!=', ownHash(work)))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const ownHash = (work: Work) => Buffer.from(work.viewer.session ?? '', 'base64url')

/** The owner has just confirmed their identity on this browser. */
export const noteProof = (work: Work) =>
  work.db
    .updateTable('sessions')
    .set({ proven_at: work.now })
    .where('token_hash', '=', ownHash(work))
    .execute()

/** Short, so that a borrowed phone must prove the owner's identity again. */
export const proofLifeMs = 10 * minuteMs

/** Before a change that locks the owner out or gives their data away. Refuses `confirm_identity`. */
export const requireProof = (work: Work) => {
  const { provenAt } = work.viewer
  if (provenAt === null || work.now.getTime() - provenAt.getTime() > proofLifeMs) refuse('confirm_identity')
}

/** Signs out every browser of this account. */
export const endAll = (work: Work, accountId: number) =>
  work.db.deleteFrom('sessions').where('account_id', '=', accountId).execute()

export const forgetOver = (work: Work) => forgetBefore(work, 'sessions', 'expires_at', work.now)
