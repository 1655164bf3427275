/**
 * The second step of signing in: a code of an authenticator app (RFC 6238: SHA-1, six digits, thirty seconds, as every app expects) or one
 * of ten recovery codes. Each code is good once, and tries are counted in the row itself.
 */
import { minuteMs } from '#contract/platform/duration.ts'
import { createHmac, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import { ownId } from '#server/account/profile.ts'
import { noteProof, requireProof, rotate } from '#server/account/session.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { secretBox } from '#server/platform/secret-box.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

const stepMs = 30_000
/** One step to either side: the clocks of phones and servers differ. */
const window = 1
/** Five wrong codes lock for a quarter of an hour: trying a million codes would take six years. */
const maxTries = 5
const lockMs = 15 * minuteMs

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Kalli', label, secret: Secret.fromBase32(secret), digits: 6, period: stepMs / 1000 })

const boxOf = (work: Work) => secretBox(work.config.secret, 'second factor')

/** Whether this account needs a second step to sign in. */
export const isOn = async (work: Work, accountId: number): Promise<boolean> => {
  const row = await work.db
    .selectFrom('second_factors')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A new secret, shown only once. Refuses `second_factor_on`, `confirm_identity`. */
export const start = async (work: Work) => {
  requireProof(work)
  const id = ownId(work)
  const secret = new Secret({ size: 20 }).base32
  const account = await work.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const saved = { secret: boxOf(work).seal(secret, String(id)), created_at: work.now }
  const made = await work.db
    .insertInto('second_factors')
    .values({ account_id: id, ...saved })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ ...saved, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()
  if (made === undefined) refuse('second_factor_on')
  const uri = totpOf(secret, account.email).toString()
  const { default: qrcode } = await import('qrcode')
  const picture = await qrcode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return { secret, uri, qr: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` }
}

/** Turns it on with a first code of the app; the session gets a new secret. Refuses `second_factor_off`, `second_factor_on`, `wrong_second_factor`. */
export const prove = async (work: Work, code: string, answer: Answer) => {
  const id = ownId(work)
  const row = await countTry(work, id)
  if (row === undefined) return refuse('second_factor_off')
  if (row.confirmed_at !== null) return refuse('second_factor_on')
  return inTransaction(work, async (work) => {
    if (!(await takeAppCode(work, id, row.secret, code))) refuse('wrong_second_factor')
    await work.db
      .updateTable('second_factors')
      .set({ confirmed_at: work.now, wrong_tries: 0 })
      .where('account_id', '=', id)
      .execute()
    const recoveryCodes = await makeRecoveryCodes(work, id)
    await noteProof(work)
    await rotate(work, answer)
    await publish(work, 'account.second_factor_changed', { accountId: id, on: true, at: work.now.getTime() })
    return { recoveryCodes }
  })
}

/** Replaces the recovery codes by ten new ones. Refuses `confirm_identity`, `second_factor_off`. */
export const renewRecoveryCodes = async (work: Work) => {
  requireProof(work)
  const id = ownId(work)
  if (!(await isOn(work, id))) refuse('second_factor_off')
  return inTransaction(work, async (work) => ({ recoveryCodes: await makeRecoveryCodes(work, id) }))
}

/** Refuses `confirm_identity`, `second_factor_needed_here` for administrators, `second_factor_off`. */
export const remove = (work: Work) =>
  inTransaction(work, async (work) => {
    requireProof(work)
    const id = ownId(work)
    if (work.viewer.roles.includes('admin')) refuse('second_factor_needed_here')
    const gone = await work.db
      .deleteFrom('second_factors')
      .where('account_id', '=', id)
      .where('confirmed_at', 'is not', null)
      .returning('account_id')
      .executeTakeFirst()
    if (gone === undefined) refuse('second_factor_off')
    await publish(work, 'account.second_factor_changed', {
      accountId: id,
      on: false,
      at: work.now.getTime(),
    })
    return { ok: true } as const
  })

/** Uses a code up, or refuses `wrong_second_factor`, `second_factor_locked`. Not inside a transaction: tries must count. */
export const take = async (work: Work, accountId: number, code: string) => {
  const row = await countTry(work, accountId)
  if (row === undefined || row.confirmed_at === null) return refuse('second_factor_off')
  const taken =
    (await takeAppCode(work, accountId, row.secret, code)) || (await takeRecoveryCode(work, accountId, code))
  if (!taken) return refuse('wrong_second_factor')
  await work.db
    .updateTable('second_factors')
    .set({ wrong_tries: 0 })
    .where('account_id', '=', accountId)
    .execute()
}

/** Counts the try before checking it, so that a hundred at once are a hundred tries. */
const countTry = async (work: Work, accountId: number) => {
  const row = await work.db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const since = new Date(work.now.getTime() - lockMs)
  const counted = await work.db
    .updateTable('second_factors')
    .set({
      wrong_tries: sql`case when tries_since > ${since} then wrong_tries + 1 else 1 end`,
      tries_since: sql`case when tries_since > ${since} then tries_since else ${work.now}::timestamptz end`,
    })
    .where('account_id', '=', accountId)
    .where((where) => where.or([where('wrong_tries', '<', maxTries), where('tries_since', '<=', since)]))
    .returning('account_id')
    .executeTakeFirst()
  if (counted === undefined) refuse('second_factor_locked', { retryAfterSeconds: lockMs / 1000 })
  return row
}

/** Of two concurrent uses of one code, the row accepts one: its step must be newer than the last. */
const takeAppCode = async (work: Work, accountId: number, sealed: Buffer, code: string) => {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const totp = totpOf(boxOf(work).open(sealed, String(accountId)))
  const delta = totp.validate({ token, timestamp: work.now.getTime(), window })
  if (delta === null) return false
  const step = Math.floor(work.now.getTime() / stepMs) + delta
  const taken = await work.db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst()
  return taken !== undefined
}

const takeRecoveryCode = async (work: Work, accountId: number, code: string) => {
  const taken = await work.db
    .updateTable('recovery_codes')
    .set({ used_at: work.now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', recoveryHash(work, accountId, code))
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return taken !== undefined
}

const makeRecoveryCodes = async (work: Work, accountId: number) => {
  const codes = Array.from({ length: 10 }, recoveryCode)
  await work.db.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await work.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: recoveryHash(work, accountId, code) })))
    .execute()
  return codes
}

/** Without look-alike characters; ten of them are 49 bits, and an attacker gets only five tries. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCode = () => {
  const drawn = Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${drawn.slice(0, 5)}-${drawn.slice(5)}`
}

/** Keyed: otherwise an attacker with only the database could brute-force 49 bits. */
const recoveryHash = (work: Work, accountId: number, code: string) =>
  createHmac('sha256', `recovery codes ${work.config.secret}`)
    .update(`${accountId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest()
