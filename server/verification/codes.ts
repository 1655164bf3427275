/**
 * One-time codes: six digits, ten minutes, five tries, the newest wins. Asking announces the fact; the job that hears of
 * it sends the code. The database counts tries, one statement each, so that no two at once get a sixth.
 */
import { randomUUID } from 'node:crypto'
import type { Channel } from '#contract/verification.ts'
import { mostTries } from '#contract/verification.ts'
import { confirmEmail, confirmPhone, type Known, lockKnown } from '#server/account/confirmation.ts'
import { requireProof } from '#server/account/session.ts'
import { announce } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { textSenderOf } from '#server/verification/outside.ts'
import {
  canonicalEmail,
  reachablePhone,
  codeLifeMs,
  digitsOf,
  hashOf,
  isSameHash,
  resendRefusal,
  typedDigits,
} from '#server/verification/rules.ts'
import { ownId, view } from '#server/verification/verification.ts'

/**
 * Sends a code to my address, or to a new one. Refuses already_verified, email_invalid, invalid_phone, phone_missing,
 * sms_unavailable, confirm_identity for a change, and code_too_soon or too_many_codes with the seconds to wait.
 */
export const send = async (work: Work, asked: { channel: Channel; address?: string | undefined }) => {
  const { channel } = asked
  if (channel === 'sms' && textSenderOf(work.config) === null) refuse('sms_unavailable')
  await inTransaction(work, async (work) => {
    const known = await lockKnown(work, ownId(work))
    const address = wantedAddress(known, asked)
    if (isTakeover(known, channel, address)) requireProof(work)
    await requirePatience(work, known.id, channel, address)
    await endLiving(work, known.id, channel)
    await make(work, known.id, channel, address)
  })
  return view(work)
}

const wantedAddress = (
  known: Known,
  { channel, address }: { channel: Channel; address?: string | undefined },
) => {
  if (channel === 'email') {
    const wanted = canonicalEmail(address ?? known.email) ?? refuse('email_invalid')
    if (wanted === known.email && known.emailConfirmedAt !== null) refuse('already_verified')
    return wanted
  }
  const given = address ?? known.phone ?? refuse('phone_missing')
  const wanted = reachablePhone(given) ?? refuse('invalid_phone')
  if (wanted === known.phone && known.phoneConfirmedAt !== null) refuse('already_verified')
  return wanted
}

/** An address by which we reach its owner is to go: whoever only found the browser open must not lock them out. */
const isTakeover = (known: Known, channel: Channel, address: string) =>
  channel === 'email' ? address !== known.email : known.phoneConfirmedAt !== null && address !== known.phone

/** One address is asked about by one at a time; whose account it is about is locked already. */
const requirePatience = async (work: Work, accountId: number, channel: Channel, address: string) => {
  await lockName(work, `code ${channel} ${address}`)
  const rows = await work.db
    .selectFrom('verification_codes')
    .select(['created_at', 'account_id', 'address'])
    .where('channel', '=', channel)
    .where('created_at', '>', new Date(work.now.getTime() - 86_400_000))
    .where(({ or, eb }) => or([eb('account_id', '=', accountId), eb('address', '=', address)]))
    .execute()
  const earlier = rows.map((row) => ({
    createdAt: row.created_at,
    isOwn: row.account_id === accountId,
    isSameAddress: row.address === address,
  }))
  const refusal = resendRefusal(earlier, work.now)
  if (refusal !== null) refuse(refusal.code, { retryAfterSeconds: refusal.retryAfterSeconds })
}

const endLiving = (work: Work, accountId: number, channel: Channel) =>
  work.db
    .updateTable('verification_codes')
    .set({ over_at: work.now })
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('over_at', 'is', null)
    .execute()

const make = async (work: Work, accountId: number, channel: Channel, address: string) => {
  const id = randomUUID()
  const { secret } = work.config
  await work.db
    .insertInto('verification_codes')
    .values({
      id,
      channel,
      address,
      account_id: accountId,
      code_hash: hashOf(secret, { id, channel, address }, digitsOf(secret, id)),
      created_at: work.now,
      expires_at: new Date(work.now.getTime() + codeLifeMs),
    })
    .execute()
  await announce(work, 'verification.code_asked', { codeId: id })
}

/**
 * The address of the code is confirmed, and becomes mine if it is a new one; its former address and its former owner
 * are told. Refuses code_wrong with the tries that are left, code_used_up, code_expired, email_taken.
 */
export const enter = async (work: Work, { channel, code }: { channel: Channel; code: string }) => {
  const accountId = ownId(work)
  const tried = await countTry(work, accountId, channel)
  if (tried === undefined)
    return refuse((await isUsedUp(work, accountId, channel)) ? 'code_used_up' : 'code_expired')
  const about = { id: tried.id, channel, address: tried.address }
  if (!isSameHash(tried.code_hash, hashOf(work.config.secret, about, typedDigits(code)))) {
    const triesLeft = mostTries - tried.tries
    return refuse(triesLeft > 0 ? 'code_wrong' : 'code_used_up', { triesLeft })
  }
  await inTransaction(work, (work) => take(work, accountId, about))
  return view(work)
}

/** Counted before it is looked at, and outside of any transaction: a refusal takes no try back. */
const countTry = (work: Work, accountId: number, channel: Channel) =>
  work.db
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('over_at', 'is', null)
    .where('expires_at', '>', work.now)
    .where('tries', '<', mostTries)
    .returning(['id', 'address', 'code_hash', 'tries'])
    .executeTakeFirst()

const isUsedUp = async (work: Work, accountId: number, channel: Channel) => {
  const row = await work.db
    .selectFrom('verification_codes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('channel', '=', channel)
    .where('over_at', 'is', null)
    .where('expires_at', '>', work.now)
    .executeTakeFirst()
  return row !== undefined
}

const take = async (
  work: Work,
  accountId: number,
  code: { id: string; channel: Channel; address: string },
) => {
  const known = await lockKnown(work, accountId)
  const spent = await work.db
    .updateTable('verification_codes')
    .set({ spent_at: work.now, over_at: work.now })
    .where('id', '=', code.id)
    .where('over_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  // A newer code was asked for, or the same one entered, at this very moment.
  if (spent === undefined) return refuse('code_expired')
  if (code.channel === 'email') await confirmEmail(work, accountId, code.address, work.now)
  else await confirmMovedPhone(work, accountId, code)
  const former = code.channel === 'email' ? known.email : known.phone
  if (former !== null && former !== code.address)
    await announce(work, 'verification.address_changed', {
      accountId,
      codeId: code.id,
      channel: code.channel,
      former,
    })
}

const confirmMovedPhone = async (work: Work, accountId: number, code: { id: string; address: string }) => {
  const formerOwner = await confirmPhone(work, accountId, code.address, work.now)
  if (formerOwner !== null)
    await announce(work, 'verification.phone_moved', { accountId: formerOwner, codeId: code.id })
}

/** Long enough for the limits of a day. */
const keptMs = 2 * 86_400_000

export const forgetOldCodes = (work: Work) =>
  work.db
    .deleteFrom('verification_codes')
    .where('created_at', '<', new Date(work.now.getTime() - keptMs))
    .execute()
