/**
 * Sends waiting messages: at least once, those of one booking in order, to one webhook by one process at a time. A webhook is leased for
 * longer than an attempt may take; after a crash between sending and marking, the message is sent again under the same id.
 */
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { type RawBuilder, sql } from 'kysely'
import { waitBriefly } from '#server/platform/wait-briefly.ts'
import { requireNoTransaction, type Work } from '#server/platform/work.ts'
import { attempt, type Due } from '#server/webhook/attempt.ts'
import { record } from '#server/webhook/record.ts'

/** Twice an attempt. */
const leaseSeconds = 30
/** Webhooks in parallel per process: each has a lane, so that a slow one delays no other. */
const abreast = 24
/** A lane ends before the next minute's round. */
const laneMs = 45_000
/** Messages to one webhook before others have their turn. */
const inARow = 50
/** A slower webhook gives way to others after each message. */
const slowMs = 1_000

type Round = {
  work: Work
  lanes: Set<Promise<void>>
  tries: number
  /** Something may have come since the last look. */
  again: boolean
  problem: unknown
}
const rounds = new WeakMap<Work['db'], Round>()

/** Sends what is due until nothing is left; answers how many attempts there were. One round at a time in a process, many processes. */
export const sendDue = async (work: Work): Promise<number> => {
  requireNoTransaction(work)
  const round = rounds.get(work.db) ?? {
    work,
    lanes: new Set(),
    tries: 0,
    again: false,
    problem: undefined,
  }
  rounds.set(work.db, round)
  round.work = work
  open(round)
  while (round.lanes.size > 0) await Promise.all(round.lanes)
  // Of several callers who wait for one round, the first gets its figures.
  const { tries, problem } = round
  Object.assign(round, { tries: 0, problem: undefined })
  if (problem !== undefined) throw problem
  return tries
}

/** The same without waiting long for other systems: a job holds up the jobs behind it. The round continues with the rest. */
export const wake = async (work: Work): Promise<void> => {
  await waitBriefly(work, sendDue(work), 'webhook round failed')
}

const open = (round: Round): void => {
  if (round.lanes.size >= abreast) {
    round.again = true
    return
  }
  const lane = sendAll(round)
    .catch((error: unknown) => {
      round.problem ??= error
    })
    .finally(() => round.lanes.delete(lane))
  round.lanes.add(lane)
}

/** One lane: webhook after webhook, while any is due. One lane looks first, since mostly none is; each that finds one opens the next. */
const sendAll = async (round: Round): Promise<void> => {
  const began = performance.now()
  const isTime = () => performance.now() - began < laneMs
  while (isTime()) {
    const { work } = round
    const run = randomUUID()
    const taken = await take(work, run, longestWaiting(work))
    if (taken !== undefined) {
      open(round)
      round.tries += await sendTo(work, taken, run, isTime)
    } else if (round.again) round.again = false
    else return
  }
}

const nothingBefore = (column: 'booking_id' | 'about') => sql`not exists (
  select from webhook_messages earlier where earlier.webhook_id = message.webhook_id
    and ${sql.ref(`earlier.${column}`)} = ${sql.ref(`message.${column}`)}
    and earlier.state = 'pending' and earlier.replayed_at is null and earlier.number < message.number)`

/** No earlier message about its booking or subject waits, unless its owner requested it. */
const isFirst = sql`(message.replayed_at is not null
  or (message.booking_id is null or ${nothingBefore('booking_id')}) and (message.about is null or ${nothingBefore('about')}))`

const isReady = (work: Work) =>
  sql`(message.state = 'pending' and message.next_at <= ${work.now} and ${isFirst})`

/** Nothing is sent for a suspended account, nor to a webhook that another process has leased. */
const isFree = sql`hook.off_at is null and owner.suspended_at is null
  and (hook.leased_until is null or hook.leased_until < clock_timestamp())`

/** The webhook whose message has waited longest: by the index of waiting messages, however many webhooks there are. */
const longestWaiting = (work: Work) => sql`
  select hook.id from webhook_messages message join webhooks hook on hook.id = message.webhook_id
    join accounts owner on owner.id = hook.account_id
  where ${isReady(work)} and ${isFree} and (hook.hold_until is null or hook.hold_until <= ${work.now})
  order by message.next_at limit 1 for update of hook skip locked`

const thisOne = (id: string) => sql`
  select hook.id from webhooks hook join accounts owner on owner.id = hook.account_id
  where hook.id = ${id} and ${isFree} for update of hook skip locked`

/** Undefined: there is none, or another process has it. */
const take = async (work: Work, run: string, which: RawBuilder<unknown>): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    update webhooks hook set leased_by = ${run}, leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    from (${which}) due where hook.id = due.id returning hook.id`.execute(work.db)
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

/** Whether the next may follow at once. */
const sendOne = async (work: Work, webhookId: string, message: Due): Promise<boolean> => {
  const done = await attempt(work, message)
  const { id: messageId, addressHash } = message
  return (await record(work, { webhookId, messageId, addressHash }, done)) && done.durationMs < slowMs
}

/** The first that may go, while the lease is ours; renews the lease. */
const nextOf = async (work: Work, id: string, run: string, which: RawBuilder<unknown>) => {
  const { rows } = await sql<Due>`
    with mine as (
      update webhooks hook set leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
      from accounts owner
      where hook.id = ${id} and hook.leased_by = ${run} and hook.leased_until > clock_timestamp() and hook.off_at is null
        and owner.id = hook.account_id and owner.suspended_at is null
      returning hook.*
    )
    select message.id, message.event, message.booking_id as "bookingId", message.about, message.version, message.facts,
      message.happened_at as "happenedAt", case when mine.host_id is null then 'professional' else 'host' end as role,
      mine.id as "webhookId", mine.address, mine.address_hash as "addressHash", mine.secret, case when mine.former_until > ${work.now} then mine.former_secret end as former
    from mine join webhook_messages message on message.webhook_id = mine.id
    where ${which} order by message.number limit 1`.execute(work.db)
  return rows[0]
}

/** Sends one message now, on its owner’s request, ignoring the pause after failures. A process that has the lease continues itself. */
export const sendNow = async (work: Work, webhookId: string, messageId: string): Promise<void> => {
  requireNoTransaction(work)
  const run = randomUUID()
  const taken = await take(work, run, thisOne(webhookId))
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
