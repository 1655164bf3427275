/** An account's own addresses: confirmed, and changed, by a code sent to them (one-time-code.ts). */
import type { Channel } from '#contract/verification/verification.ts'
import { confirmEmail, confirmPhone, type Known, lockKnown } from '#server/account/confirmation.ts'
import { requireProof } from '#server/account/session.ts'
import { resumeTexts } from '#server/messaging/opt-out.ts'
import { canText } from '#server/messaging/texting.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { type Code, issue, spend, tryDigits } from '#server/verification/one-time-code.ts'
import { canonicalEmail, reachablePhone } from '#server/verification/rules.ts'
import { ownId, view } from '#server/verification/verification.ts'

/**
 * Sends a code to the account's address, or to a new one. Refuses already_verified, email_invalid, invalid_phone, phone_missing,
 * sms_unavailable, confirm_identity for a change, and code_too_soon or too_many_codes with the seconds to wait.
 */
export const send = async (work: Work, request: { channel: Channel; address?: string | undefined }) => {
  const { channel } = request
  if (channel === 'sms' && !canText(work)) refuse('sms_unavailable')
  await inTransaction(work, async (work) => {
    const known = await lockKnown(work, ownId(work))
    const address = wantedAddress(known, request)
    if (isTakeover(known, channel, address)) requireProof(work)
    await issue(work, { account_id: known.id }, { channel, address })
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

/** Replaces an address by which we reach the owner: a person who only found the browser open must not lock the owner out. */
const isTakeover = (known: Known, channel: Channel, address: string) =>
  channel === 'email' ? address !== known.email : known.phoneConfirmedAt !== null && address !== known.phone

/**
 * Confirms the address of the code, which becomes the account's if it is a new one; its former address and its former owner are notified.
 * Refuses code_wrong with the remaining tries, code_used_up, code_expired, email_taken.
 */
export const enter = async (work: Work, { channel, code }: { channel: Channel; code: string }) => {
  const accountId = ownId(work)
  const right = await tryDigits(work, { account_id: accountId }, channel, code)
  await inTransaction(work, (work) => take(work, accountId, right))
  return view(work)
}

const take = async (work: Work, accountId: number, code: Code) => {
  const known = await lockKnown(work, accountId)
  await spend(work, code)
  if (code.channel === 'email') await confirmEmail(work, accountId, code.address, work.now)
  else {
    await confirmMovedPhone(work, accountId, code)
    await resumeTexts(work, code.address)
  }
  const former = code.channel === 'email' ? known.email : known.phone
  if (former !== null && former !== code.address)
    await publish(work, 'verification.address_changed', {
      accountId,
      codeId: code.id,
      channel: code.channel,
      former,
    })
}

const confirmMovedPhone = async (work: Work, accountId: number, code: { id: string; address: string }) => {
  const formerOwner = await confirmPhone(work, accountId, code.address, work.now)
  if (formerOwner !== null)
    await publish(work, 'verification.phone_moved', { accountId: formerOwner, codeId: code.id })
}
