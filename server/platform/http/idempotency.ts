import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { digest } from '#server/platform/digest.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** A process renews the leases of its calls; those of a dead process are taken over when they have lapsed. */
const leaseSeconds = 8
const renewEveryMs = 2_000
/** A call that began this long ago is taken over in any case; its verb converges by itself. */
const takeOverMs = minuteMs

type Mine = { actor: string; key: string; run: string }

/**
 * Runs a call once per key: a retry gets the first reply, another body under the same key 422, a retry while the first still runs 409.
 * Refusals and failures are not stored: the retry runs anew.
 */
export const once = async (
  work: Work,
  call: { key: string; endpoint: string; body: unknown },
  run: (work: Work) => Promise<string>,
): Promise<string> => {
  if (call.key.length < 8 || call.key.length > 200)
    refuse('invalid_input', { fields: [{ field: 'Idempotency-Key' }] })
  const actor = actorOf(work.viewer)
  const mine = { actor, key: call.key, run: randomUUID() }
  const bodyHash = digest(call.body)
  const fresh = await work.db
    .insertInto('idempotency_keys')
    .values({
      ...mine,
      endpoint: call.endpoint,
      body_hash: bodyHash,
      started_at: work.now,
      leased_until: leaseEnd,
    })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (fresh === undefined) {
    const earlier = await earlierReply(work, mine, { ...call, bodyHash })
    if (earlier !== null) return earlier
  }
  const renewal = renew(work, mine)
  try {
    const reply = await run({
      ...work,
      call: digest([{ actor, key: call.key }, call.endpoint, call.body]).toString('hex'),
    })
    await work.db
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(reply), status: 200 })
      .where('actor', '=', actor)
      .where('key', '=', call.key)
      .where('run', '=', mine.run)
      .execute()
    return reply
  } catch (error) {
    await release(work, mine).catch(() => void releaseLater(work, mine))
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** Each key and app of an account chooses its idempotency keys by itself: another's answer is never its own. */
const actorOf = ({ accountId, credential, visitor }: Work['viewer']) => {
  if (accountId === null) return `visitor:${visitor ?? ''}`
  return credential === null ? `account:${accountId}` : `account:${accountId}:${credential.id}`
}

const leaseEnd = sql<Date>`clock_timestamp() + ${leaseSeconds}::int * interval '1 second'`

const renew = (work: Work, { actor, key, run }: Mine) =>
  setInterval(() => {
    work.db
      .updateTable('idempotency_keys')
      .set({ leased_until: leaseEnd })
      .where('actor', '=', actor)
      .where('key', '=', key)
      .where('run', '=', run)
      .where('reply', 'is', null)
      .execute()
      // The next renewal succeeds, or the lease lapses.
      .catch(() => undefined)
  }, renewEveryMs).unref()

const release = (work: Work, { actor, key, run }: Mine) =>
  work.db
    .deleteFrom('idempotency_keys')
    .where('actor', '=', actor)
    .where('key', '=', key)
    .where('run', '=', run)
    .execute()

/** After a failure of the database the lease is released once the database is back; beyond that it has lapsed. */
const releaseLater = async (work: Work, mine: Mine) => {
  for (const end = performance.now() + leaseSeconds * 1000; performance.now() < end;) {
    await sleep(250, undefined, { ref: false })
    const isDone = await release(work, mine).then(
      () => true,
      () => false,
    )
    if (isDone) return
  }
}

/** The stored reply, or null when the earlier run was cut off and this one has replaced it. */
const earlierReply = async (
  work: Work,
  mine: Mine,
  call: { endpoint: string; bodyHash: Buffer },
): Promise<string | null> => {
  const row = await work.db
    .selectFrom('idempotency_keys')
    .select(['endpoint', 'body_hash', 'reply', 'started_at'])
    .where('actor', '=', mine.actor)
    .where('key', '=', mine.key)
    .executeTakeFirst()
  if (row === undefined) return refuse('in_progress')
  if (row.endpoint !== call.endpoint || !row.body_hash.equals(call.bodyHash))
    return refuse('idempotency_mismatch')
  if (typeof row.reply === 'string') return row.reply
  const taken = await work.db
    .updateTable('idempotency_keys')
    .set({ started_at: work.now, run: mine.run, leased_until: leaseEnd })
    .where('actor', '=', mine.actor)
    .where('key', '=', mine.key)
    .where('reply', 'is', null)
    .where((row) =>
      row.or([
        row('leased_until', '<', sql<Date>`clock_timestamp()`),
        row('started_at', '<', new Date(work.now.getTime() - takeOverMs)),
      ]),
    )
    .returning('key')
    .executeTakeFirst()
  return taken === undefined ? refuse('in_progress') : null
}

/** Keys older than a day are deleted. */
export const forgetOldKeys = (work: Work) =>
  forgetBefore(work, 'idempotency_keys', 'started_at', new Date(work.now.getTime() - dayMs))

/**
 * Replies to other people that contain any of these (ids of bookings, an address, a number): they hold the names of a deleted account.
 * A retry of such a call is executed again; the verb finds what it has done. Reads at most the keys of one day.
 */
export const forgetReplies = async (work: Work, named: readonly string[]): Promise<void> => {
  await sql`
    delete from idempotency_keys where reply is not null
      and exists (select from unnest(${[...named]}::text[]) as word where strpos(reply::text, word) > 0)`.execute(
    work.db,
  )
}

/** Replies that are stored for one visitor's browser. */
export const forgetVisitorReplies = (work: Work, visitor: string) =>
  work.db.deleteFrom('idempotency_keys').where('actor', '=', `visitor:${visitor}`).execute()

/** Replies that are stored for an account's browsers, keys and apps. Reads at most the keys of one day. */
export const forgetAccountReplies = (work: Work, accountId: number) =>
  sql`delete from idempotency_keys
    where actor = ${`account:${accountId}`} or starts_with(actor, ${`account:${accountId}:`})`.execute(
    work.db,
  )
