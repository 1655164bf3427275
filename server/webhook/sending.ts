/**
 * Sends what waits: at least once, of one booking in order, to one webhook by one process at a time. A webhook is leased for longer than an
 * attempt may take; who crashes between sending and marking leaves a message that is sent again under the same id.
 */
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { attempt, type Due } from '#server/webhook/attempt.ts'
import { record } from '#server/webhook/record.ts'

/** Twice an attempt. */
const leaseSeconds = 30
/** So many webhooks at once per process. */
const abreast = 8
/** A round gives way to the next minute's. */
const roundMs = 45_000
/** Of one webhook, before others have their turn. */
const inARow = 50

type Round = { done: Promise<number>; again: Work | null }
const rounds = new WeakMap<Work['db'], Round>()

/** Sends what is due until nothing is left; answers how many attempts there were. One round at a time in a process, many processes. */
export const sendDue = (work: Work): Promise<number> => {
  requireNoTransaction(work)
  const running = rounds.get(work.db)
  if (running !== undefined) {
    running.again = work
    return running.done
  }
  const round: Round = { done: Promise.resolve(0), again: null }
  rounds.set(work.db, round)
  round.done = sendAll(work, round).finally(() => rounds.delete(work.db))
  return round.done
}

/** The same without waiting long for others' systems: a job holds up the jobs behind it. What is left the round goes on with. */
export const wake = async (work: Work): Promise<void> => {
  const round = sendDue(work)
  const late = round.catch((error: unknown) => work.log.error({ err: error }, 'a round of webhooks failed'))
  await Promise.race([round, sleep(patienceMs, undefined, { ref: false })])
  void late
}
const patienceMs = 1_000

const sendAll = async (first: Work, round: Round): Promise<number> => {
  const began = performance.now()
  const isTime = () => performance.now() - began < roundMs
  let tries = 0
  for (let work: Work | null = first; work !== null && isTime(); work = round.again) {
    round.again = null
    // One looks first: mostly nothing waits.
    let found = await sendOneWebhook(work, isTime)
    while (found > 0 && isTime()) {
      tries += found
      const looking = work
      const lanes = Array.from({ length: abreast }, () => sendOneWebhook(looking, isTime))
      found = (await Promise.all(lanes)).reduce((sum, each) => sum + each, 0)
    }
  }
  return tries
}

/** Answers how many attempts there were; none, where none waits. */
const sendOneWebhook = async (work: Work, isTime: () => boolean): Promise<number> => {
  const run = randomUUID()
  const taken = await take(work, run, isDue(work))
  return taken === undefined ? 0 : sendTo(work, taken, run, isTime)
}

/** Nothing of its booking waits before it, unless its owner requested it. */
const isFirst = sql`(message.replayed_at is not null or message.booking_id is null or not exists (
  select from webhook_messages earlier where earlier.webhook_id = message.webhook_id and earlier.booking_id = message.booking_id
    and earlier.state = 'pending' and earlier.replayed_at is null and earlier.number < message.number))`

const isReady = (work: Work) =>
  sql`(message.state = 'pending' and message.next_at <= ${work.now} and ${isFirst})`

const isDue = (work: Work) => sql`(hook.hold_until is null or hook.hold_until <= ${work.now})
  and hook.id in (select message.webhook_id from webhook_messages message where ${isReady(work)})`

/** Of a suspended account nothing is sent. Undefined: there is none, or another process has it. */
const take = async (work: Work, run: string, which: RawBuilder<unknown>): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    update webhooks hook set leased_by = ${run}, leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    from (select hook.id from webhooks hook join accounts owner on owner.id = hook.account_id
      where hook.off_at is null and owner.suspended_at is null
        and (hook.leased_until is null or hook.leased_until < clock_timestamp()) and ${which}
      order by hook.succeeded_at nulls first limit 1 for update of hook skip locked) due
    where hook.id = due.id returning hook.id`.execute(work.db)
  return rows[0]?.id
}

const release = (work: Work, id: string, run: string) =>
  sql`update webhooks set leased_by = null, leased_until = null where id = ${id} and leased_by = ${run}`.execute(
    work.db,
  )

const sendTo = async (work: Work, id: string, run: string, isTime: () => boolean): Promise<number> => {
  let tries = 0
  for (; tries < inARow && isTime(); tries += 1) {
    const message = await nextOf(work, id, run, isReady(work))
    if (message === undefined || !(await sendOne(work, id, message))) break
  }
  await release(work, id, run)
  return tries
}

const sendOne = async (work: Work, webhookId: string, message: Due) =>
  record(work, { webhookId, messageId: message.id }, await attempt(work, message))

/** The first that may go, while the lease is ours, which begins anew. */
const nextOf = async (work: Work, id: string, run: string, which: RawBuilder<unknown>) => {
  const { rows } = await sql<Due>`
    with mine as (
      update webhooks hook set leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
      from accounts owner
      where hook.id = ${id} and hook.leased_by = ${run} and hook.leased_until > clock_timestamp() and hook.off_at is null
        and owner.id = hook.account_id and owner.suspended_at is null
      returning hook.*
    )
    select message.id, message.event, message.booking_id as "bookingId", message.version, message.facts,
      message.happened_at as "happenedAt", case when mine.host_id is null then 'professional' else 'host' end as role,
      mine.id as "webhookId", mine.address, mine.secret, case when mine.former_until > ${work.now} then mine.former_secret end as former
    from mine join webhook_messages message on message.webhook_id = mine.id
    where ${which} order by message.number limit 1`.execute(work.db)
  return rows[0]
}

/** One message now, on its owner’s request: past the pause after failures. If another process sends to it, that one goes on. */
export const sendNow = async (work: Work, webhookId: string, messageId: string): Promise<void> => {
  requireNoTransaction(work)
  const run = randomUUID()
  const taken = await take(work, run, sql`hook.id = ${webhookId}`)
  if (taken === undefined) return
  const message = await nextOf(
    work,
    taken,
    run,
    sql`message.id = ${messageId} and message.state = 'pending' and ${isFirst}`,
  )
  if (message !== undefined) await sendOne(work, taken, message)
  await release(work, taken, run)
}
