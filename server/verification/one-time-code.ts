/**
 * One-time codes: six digits, ten minutes, five tries, the newest wins. A request publishes an event; the subscribed job sends the code.
 * The database counts tries, one statement each, so that concurrent ones get no sixth.
 */
import { randomUUID } from 'node:crypto'
import { dayMs } from '#contract/platform/duration.ts'
import type { SentBy } from '#contract/booking/contact-address.ts'
import { type Channel, maxTries } from '#contract/verification/verification.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { lockName, type Work } from '#server/platform/work.ts'
import {
  codeLifeMs,
  digitsOf,
  hashOf,
  isSameHash,
  resendRefusal,
  typedDigits,
} from '#server/verification/rules.ts'

/** The code's owner: an account, or a browser without one (the hash of its cookie). */
export type Owner = { account_id: number } | { visitor: string }
export type Code = { id: string; channel: Channel; address: string }

/** The event whose job sends a code. */
export const request = 'verification.code_asked'
export type CodeEvent = typeof request | 'booking.guest_asked'

/**
 * A new code for this address, which ends the owner's earlier one; answers with its id, which is no secret. Inside a transaction that has
 * locked the owner. Refuses code_too_soon and too_many_codes with the seconds to wait.
 */
export const issue = async (
  work: Work,
  owner: Owner,
  { channel, address, sentBy = channel }: { channel: Channel; address: string; sentBy?: SentBy },
  event: CodeEvent = request,
): Promise<string> => {
  await requireWait(work, owner, channel, address)
  const [column, value] = ownerOf(owner)
  await work.db
    .updateTable('verification_codes')
    .set({ ended_at: work.now })
    .where(column, '=', value)
    .where('channel', '=', channel)
    .where('ended_at', 'is', null)
    .execute()
  const id = randomUUID()
  const { secret } = work.config
  await work.db
    .insertInto('verification_codes')
    .values({
      ...owner,
      id,
      channel,
      address,
      sent_by: sentBy,
      code_hash: hashOf(secret, { id, channel, address }, digitsOf(secret, id)),
      created_at: work.now,
      expires_at: new Date(work.now.getTime() + codeLifeMs),
    })
    .execute()
  await publish(work, event, { codeId: id })
  return id
}

const ownerOf = (owner: Owner) =>
  'account_id' in owner ? (['account_id', owner.account_id] as const) : (['visitor', owner.visitor] as const)

/** Requests about one address run one at a time; the account concerned is locked already. */
const requireWait = async (work: Work, owner: Owner, channel: Channel, address: string) => {
  // Load tests buy as visitors; an account's codes cost money in any test.
  if ('visitor' in owner && !work.config.rateLimits) return
  const [column, value] = ownerOf(owner)
  await lockName(work, `code ${channel} ${address}`)
  const rows = await work.db
    .selectFrom('verification_codes')
    .select(['created_at', 'account_id', 'visitor', 'address'])
    .where('channel', '=', channel)
    .where('created_at', '>', new Date(work.now.getTime() - dayMs))
    .where(({ or, eb }) => or([eb(column, '=', value), eb('address', '=', address)]))
    .execute()
  const earlier = rows.map((row) => ({
    createdAt: row.created_at,
    isOwn: row[column] === value,
    isSameAddress: row.address === address,
  }))
  const refusal = resendRefusal(earlier, work.now)
  if (refusal !== null) refuse(refusal.code, { retryAfterSeconds: refusal.retryAfterSeconds })
}

/** The owner's current code, if these are its digits. Refuses code_wrong with the remaining tries, code_used_up, code_expired. */
export const tryDigits = async (work: Work, owner: Owner, channel: Channel, typed: string): Promise<Code> => {
  const tried = await countTry(work, owner, channel)
  if (tried === undefined)
    return refuse((await isUsedUp(work, owner, channel)) ? 'code_used_up' : 'code_expired')
  const code = { id: tried.id, channel, address: tried.address }
  if (!isSameHash(tried.code_hash, hashOf(work.config.secret, code, typedDigits(typed)))) {
    const triesLeft = maxTries - tried.tries
    return refuse(triesLeft > 0 ? 'code_wrong' : 'code_used_up', { triesLeft })
  }
  return code
}

/** Counted before it is checked, and outside of any transaction: a refusal takes no try back. */
const countTry = (work: Work, owner: Owner, channel: Channel) =>
  work.db
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(...isOwners(owner))
    .where('channel', '=', channel)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', work.now)
    .where('tries', '<', maxTries)
    .returning(['id', 'address', 'code_hash', 'tries'])
    .executeTakeFirst()

const isUsedUp = async (work: Work, owner: Owner, channel: Channel) => {
  const row = await work.db
    .selectFrom('verification_codes')
    .select('id')
    .where(...isOwners(owner))
    .where('channel', '=', channel)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst()
  return row !== undefined
}

const isOwners = (owner: Owner) => {
  const [column, value] = ownerOf(owner)
  return [column, '=', value] as const
}

/** Of several concurrent right answers, one uses it. Refuses code_expired: a newer one was requested, or this one entered. */
export const spend = async (work: Work, code: Code): Promise<void> => {
  const spent = await work.db
    .updateTable('verification_codes')
    .set({ spent_at: work.now, ended_at: work.now })
    .where('id', '=', code.id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (spent === undefined) refuse('code_expired')
}

/** Long enough for the limits of a day. */
const retentionMs = 2 * dayMs

export const forgetOldCodes = (work: Work) =>
  forgetBefore(work, 'verification_codes', 'created_at', new Date(work.now.getTime() - retentionMs))

/** Switches the owner's current code for this telephone to SMS, if it left by WhatsApp; its id, or null where there is none. */
export const turnToSms = async (work: Work, owner: Owner, address: string): Promise<string | null> => {
  const row = await work.db
    .updateTable('verification_codes')
    .set({ sent_by: 'sms' })
    .where(...isOwners(owner))
    .where('channel', '=', 'sms')
    .where('address', '=', address)
    .where('sent_by', '=', 'whatsapp')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', work.now)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The same for one code that WhatsApp did not deliver. */
export const turnCodeToSms = async (work: Work, codeId: string): Promise<boolean> => {
  const row = await work.db
    .updateTable('verification_codes')
    .set({ sent_by: 'sms' })
    .where('id', '=', codeId)
    .where('sent_by', '=', 'whatsapp')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', work.now)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
