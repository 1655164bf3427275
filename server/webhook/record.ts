/** The effects of an attempt on the message, its webhook's state and the next attempt, in one transaction. */
import { sql } from 'kysely'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { webhookOffAfterHours, webhookRetryHours } from '#contract/webhook/webhook.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { isGone, isTaken, type Outcome } from '#server/webhook/try.ts'
import { switchOff } from '#server/webhook/webhook.ts'

export type Attempt = Outcome & {
  at: Date
  durationMs: number
  answer: string
  retryAfter: string | null
}

/** Answers whether the next message may follow at once. */
export const record = (
  work: Work,
  { webhookId, messageId, addressHash }: { webhookId: string; messageId: string; addressHash: Buffer },
  attempt: Attempt,
): Promise<boolean> =>
  inTransaction(work, async (work) => {
    const before = await lockFailures(work, webhookId)
    const tried = await noteTry(work, messageId, attempt)
    // Deleted meanwhile, with its log.
    if (before === undefined || tried === undefined) return false
    // Its owner entered another address meanwhile, where a refused message is already due: the answer says nothing of the new one.
    if (!before.addressHash.equals(addressHash)) {
      if (isTaken(attempt)) await noteSent(work, messageId)
      return true
    }
    if (isTaken(attempt)) {
      await noteTaken(work, webhookId, messageId, before.failures >= deafFrom)
      return true
    }
    await noteFailed(work, messageId, attempt.at, tried.endsAt)
    const { failures, failingSince } = await noteFailing(work, webhookId, attempt, before)
    const reason = isGone(attempt) ? 'gone' : isOver(attempt.at, failingSince) ? 'failing' : null
    if (reason === null) return failures < deafFrom && attempt.retryAfter === null
    if (await switchOff(work, webhookId, reason))
      await publish(work, 'webhook.switched_off', { webhookId, reason })
    return false
  })

/** After so many consecutive failures it is tried rarely, one message at a time. */
const deafFrom = 3

const isOver = (now: Date, failingSince: Date) =>
  now.getTime() - failingSince.getTime() >= webhookOffAfterHours * hourMs

type Failures = { failures: number; failingSince: Date | null; addressHash: Buffer }

/** Two processes whose leases overlapped write one after the other. */
const lockFailures = async (work: Work, id: string): Promise<Failures | undefined> => {
  const { rows } = await sql<Failures>`
    select failures, failing_since as "failingSince", address_hash as "addressHash" from webhooks where id = ${id} for update`.execute(
    work.db,
  )
  return rows[0]
}

type Tried = { tries: number; endsAt: Date | null }

const noteTry = async (work: Work, id: string, attempt: Attempt): Promise<Tried | undefined> => {
  const { rows } = await sql<Tried>`
    update webhook_messages set tries = tries + 1 where id = ${id} returning tries, ends_at as "endsAt"`.execute(
    work.db,
  )
  const [tried] = rows
  if (tried === undefined) return undefined
  await work.db
    .insertInto('webhook_tries')
    .values({
      message_id: id,
      number: tried.tries,
      at: attempt.at,
      duration_ms: Math.round(attempt.durationMs),
      status: attempt.status,
      problem: attempt.problem,
      answer: attempt.answer,
    })
    .execute()
  return tried
}

const noteSent = (work: Work, id: string) =>
  sql`update webhook_messages set state = 'sent', next_at = null, ends_at = null where id = ${id}`.execute(
    work.db,
  )

/** A failing webhook that recovers gets its waiting messages at once. */
const noteTaken = async (work: Work, webhookId: string, messageId: string, wasDeaf: boolean) => {
  await noteSent(work, messageId)
  await sql`update webhooks set succeeded_at = ${work.now}, failing_since = null, failures = 0, hold_until = null
    where id = ${webhookId}`.execute(work.db)
  if (wasDeaf)
    await sql`update webhook_messages set next_at = least(next_at, ${work.now})
      where webhook_id = ${webhookId} and state = 'pending'`.execute(work.db)
}

/** Growing waits that add up to three days, as Standard Webhooks proposes. */
const waitsMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]
const longestMs = 24 * hourMs

/** Up to a fifth more or less, so that simultaneous failures are not retried simultaneously. */
const jittered = (ms: number) => ms * (0.8 + 0.4 * Math.random())

/**
 * The last attempt is when its time ends; after it the message is given up and those behind it follow. Attempts before its owner sent it
 * again do not count: its time and its waits began anew.
 */
const noteFailed = async (work: Work, id: string, at: Date, endsAt: Date | null) => {
  if (endsAt === null) return
  const began = new Date(endsAt.getTime() - webhookRetryHours * hourMs)
  const { rows } = await sql<{ tries: number }>`
    select count(*)::integer as tries from webhook_tries where message_id = ${id} and at >= ${began}`.execute(
    work.db,
  )
  const wait = jittered(waitsMs[Math.max(rows[0]?.tries ?? 0, 1) - 1] ?? longestMs)
  const isLast = at >= endsAt
  const next = new Date(Math.min(at.getTime() + wait, endsAt.getTime()))
  await sql`update webhook_messages set state = ${isLast ? 'failed' : 'pending'}, next_at = ${isLast ? null : next},
    ends_at = ${isLast ? null : endsAt} where id = ${id} and state = 'pending'`.execute(work.db)
}

const holdMs = [minuteMs / 2, minuteMs, 2 * minuteMs, 4 * minuteMs, 8 * minuteMs]
const longestHoldMs = 15 * minuteMs
const longestRequestedMs = hourMs

const noteFailing = async (work: Work, id: string, { at, retryAfter }: Attempt, before: Failures) => {
  const failures = before.failures + 1
  const failingSince = before.failingSince ?? at
  const ownMs = failures < deafFrom ? 0 : jittered(holdMs[failures - deafFrom] ?? longestHoldMs)
  const waitMs = Math.max(ownMs, requestedMs(retryAfter, at))
  await sql`update webhooks set failures = ${failures}, failing_since = ${failingSince},
    hold_until = ${waitMs === 0 ? null : new Date(at.getTime() + waitMs)} where id = ${id}`.execute(work.db)
  return { failures, failingSince }
}

/** `Retry-After` is seconds or a date. */
const requestedMs = (retryAfter: string | null, at: Date): number => {
  if (retryAfter === null) return 0
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : new Date(retryAfter).getTime() - at.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestRequestedMs) : 0
}
