/** The e-mail of somebody without an account, confirmed by a code on the browser that they book with. */
import { randomBytes, randomUUID } from 'node:crypto'
import { resendSeconds } from '#contract/verification.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, lockName, type Work } from '#server/platform/work.ts'
import { issue, spend, tryDigits } from '#server/verification/one-time-code.ts'
import { outboxOf } from '#server/verification/verification.ts'

/** On the same browser the same e-mail is believed for a day. */
const believedMs = 86_400_000

/** Sends a code there. Refuses code_too_soon, too_many_codes. */
export const sendToContact = async (work: Work, email: string) => {
  const visitor = ownVisitor(work)
  const codeId = await inTransaction(work, async (work) => {
    await lockName(work, `codes of ${visitor}`)
    return issue(work, { visitor }, { channel: 'email', address: email })
  })
  return { codeId, resendInSeconds: resendSeconds, outbox: outboxOf(work, 'email', email) }
}

/** Refuses code_wrong, code_used_up, code_expired; a code of another address is none. */
export const enterContact = async (work: Work, given: { email: string; code: string }): Promise<void> => {
  const code = await tryDigits(work, { visitor: ownVisitor(work) }, 'email', given.code)
  if (code.address !== given.email) return refuse('code_expired')
  await spend(work, code)
}

/** Whether this browser showed within the day that the e-mail is theirs. */
export const isContactConfirmed = async (work: Work, email: string): Promise<boolean> => {
  if (work.who.visitor === null) return false
  const row = await work.db
    .selectFrom('verification_codes')
    .select('id')
    .where('visitor', '=', work.who.visitor)
    .where('channel', '=', 'email')
    .where('address', '=', email)
    .where('spent_at', '>', new Date(work.now.getTime() - believedMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Who came by a link that only the mailbox had has shown the same as with a code: noted as one that was entered. */
export const believeContact = async (work: Work, email: string): Promise<void> => {
  if (work.who.accountId !== null || (await isContactConfirmed(work, email))) return
  await work.db
    .insertInto('verification_codes')
    .values({
      id: randomUUID(),
      visitor: ownVisitor(work),
      channel: 'email',
      address: email,
      code_hash: randomBytes(32),
      created_at: work.now,
      expires_at: work.now,
      spent_at: work.now,
      over_at: work.now,
    })
    .execute()
}

const ownVisitor = (work: Work): string => work.who.visitor ?? refuse('not_found')
