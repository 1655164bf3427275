import { sql } from 'kysely'
import { digest } from '#server/platform/digest.ts'
import { forgetBefore } from '#server/platform/forget.ts'
import { Refusal, refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** A call that was cut off may be taken over after this long; its verb converges by itself. */
const takeOverMs = 60_000

/**
 * Runs a call once per key: a repetition gets the first reply, another body under the same key 422, a
 * repetition while the first still runs 409. Refusals are not remembered, so that they can be mended.
 */
export const once = async (
  work: Work,
  call: { key: string; endpoint: string; body: unknown },
  run: (work: Work) => Promise<string>,
): Promise<string> => {
  if (call.key.length < 8 || call.key.length > 200)
    refuse('invalid_input', { fields: [{ field: 'Idempotency-Key' }] })
  const actor =
    work.who.accountId === null ? `visitor:${work.who.visitor ?? ''}` : `account:${work.who.accountId}`
  const mine = { actor, key: call.key }
  const bodyHash = digest(call.body)
  const fresh = await work.db
    .insertInto('idempotency_keys')
    .values({ ...mine, endpoint: call.endpoint, body_hash: bodyHash, started_at: work.now })
    .onConflict((conflict) => conflict.columns(['actor', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (fresh === undefined) {
    const earlier = await earlierReply(work, mine, { ...call, bodyHash })
    if (earlier !== null) return earlier
  }
  try {
    const reply = await run({ ...work, call: digest([mine, call.endpoint, call.body]).toString('hex') })
    await work.db
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(reply), status: 200 })
      .where('actor', '=', actor)
      .where('key', '=', call.key)
      .execute()
    return reply
  } catch (error) {
    if (error instanceof Refusal)
      await work.db
        .deleteFrom('idempotency_keys')
        .where('actor', '=', actor)
        .where('key', '=', call.key)
        .execute()
    throw error
  }
}

/** The remembered reply, or null when the earlier run was cut off and is ours to repeat. */
const earlierReply = async (
  work: Work,
  mine: { actor: string; key: string },
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
    .set({ started_at: work.now })
    .where('actor', '=', mine.actor)
    .where('key', '=', mine.key)
    .where('reply', 'is', null)
    .where('started_at', '=', row.started_at)
    .where('started_at', '<', new Date(work.now.getTime() - takeOverMs))
    .returning('key')
    .executeTakeFirst()
  return taken === undefined ? refuse('in_progress') : null
}

/** Keys older than a day are forgotten. */
export const forgetOldKeys = (work: Work) =>
  forgetBefore(work, 'idempotency_keys', 'started_at', new Date(work.now.getTime() - 86_400_000))

/**
 * Replies to others that name any of these (ids of bookings, an address, a number): they hold the names of a deleted account. A
 * retry of such a call is executed again; the verb finds what it has done. Reads at most the keys of one day.
 */
export const forgetReplies = async (work: Work, named: readonly string[]): Promise<void> => {
  await sql`
    delete from idempotency_keys where reply is not null
      and exists (select from unnest(${[...named]}::text[]) as word where strpos(reply::text, word) > 0)`.execute(
    work.db,
  )
}

/** Replies that are kept for one actor, such as `account:12`. */
export const forgetActor = (work: Work, actor: string) =>
  work.db.deleteFrom('idempotency_keys').where('actor', '=', actor).execute()
