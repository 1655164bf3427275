/** A round of sending: one process claims messages and tries one channel after the other. */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import { DeadMailbox } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'
import {
  begin,
  callAgain,
  callTookNothing,
  confirmBy,
  deliveriesOf,
  type Delivery,
  noteFailed,
  noteSent,
} from '#server/messaging/delivery.ts'
import { pushSenderOf, textSenderOf, whatsappSenderOf } from '#server/messaging/outside.ts'
import { NoAnswer, Refused, Unreachable, type Way } from '#server/messaging/way.ts'

export type Message = {
  id: string
  accountId: number | null
  bookingId: string | null
  side: string | null
  event: string
  content: unknown
  dedupeKey: string
  createdAt: Date
  usefulUntil: Date | null
  tries: number
}

/** What to send now, by which channels in which order; not before `notBefore`. Null: nothing left to send. */
export type Written = { ways: readonly Way[]; notBefore: Date }
export type Write = (work: Work, messages: readonly Message[]) => Promise<ReadonlyMap<string, Written>>

/** Messages that a process renders at once. */
const aBatch = 100
/** Longer than a batch takes: 100 tries, 16 at once (`KALLI_MESSAGES_AT_ONCE`), 10 s timeout each; smaller batches end by `handsOffMs`. */
const leaseSeconds = 90
/** A process this late with its batch leaves the rest to the next one: its lease may be over. */
const handsOffMs = minuteMs
/** A round ends before the next minute's starts. */
const roundMs = 50_000

type Round = { done: Promise<number>; again: Work | null }
const rounds = new WeakMap<Work['db'], Round>()

/** Sends what is due until nothing is left; answers how many were looked at. One round at a time in a process, many processes. */
export const sendDue = (work: Work, write: Write): Promise<number> => {
  const running = rounds.get(work.db)
  if (running !== undefined) {
    running.again = work
    return running.done
  }
  const round: Round = { done: Promise.resolve(0), again: null }
  rounds.set(work.db, round)
  round.done = sendAll(work, write, round).finally(() => rounds.delete(work.db))
  return round.done
}

const sendAll = async (first: Work, write: Write, round: Round): Promise<number> => {
  const began = performance.now()
  let work = first
  let looked = 0
  while (performance.now() - began < roundMs) {
    const messages = await claim(work)
    looked += messages.length
    if (messages.length > 0) await sendBatch(work, write, messages)
    else if (round.again === null) return looked
    else {
      work = round.again
      round.again = null
    }
  }
  return looked
}

/** For people who inspect which process holds what. */
const me = `${hostname()}:${process.pid}`

/** Claims due messages and those of a dead process; no other process has them until the lease is over. */
const claim = async (work: Work): Promise<Message[]> => {
  const { rows } = await sql<Message>`
    update outbound_messages m set leased_by = ${me}, leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
    from (select id from outbound_messages
      where look_at <= ${work.now} and (leased_until is null or leased_until < clock_timestamp())
      order by look_at limit ${aBatch} for update skip locked) due
    where m.id = due.id
    returning m.id, m.account_id as "accountId", m.booking_id as "bookingId", m.side, m.event, m.content,
      m.dedupe_key as "dedupeKey", m.created_at as "createdAt", m.useful_until as "usefulUntil", m.tries`.execute(
    work.db,
  )
  return rows
}

type Try = { message: Message; delivery: Delivery; way: Way; isLast: boolean; isAgain: boolean }

const sendBatch = async (work: Work, write: Write, claimed: readonly Message[]) => {
  const claimedAt = performance.now()
  const { messages, written } = await writeAll(work, write, claimed)
  const earlier = Map.groupBy(
    await deliveriesOf(
      work,
      messages.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  )
  const tries: Try[] = []
  const fresh: { message: Message; way: Way; isLast: boolean }[] = []
  const over: string[] = []
  for (const message of messages) {
    const step = nextOf(work, earlier.get(message.id) ?? [], written.get(message.id))
    if (step.kind === 'over') over.push(message.id)
    else if (step.kind === 'later') await look(work, message.id, step.at)
    else if (step.kind === 'lost') await noteFailed(work, step.delivery, step.reason)
    else if (step.kind === 'again') tries.push({ message, ...step, isAgain: true })
    else fresh.push({ message, ...step })
  }
  await end(work, over)
  const started = new Map(
    (
      await begin(
        work,
        fresh.map(({ message, way }) => ({ messageId: message.id, way })),
      )
    ).map((one) => [one.messageId, one]),
  )
  for (const { message, way, isLast } of fresh) {
    const delivery = started.get(message.id)
    if (delivery !== undefined) tries.push({ message, delivery, way, isLast, isAgain: false })
  }
  const waiting = tries.values()
  await Promise.all(
    Array.from({ length: work.config.messagesAtOnce }, async () => {
      for (const one of waiting) if (performance.now() - claimedAt < handsOffMs) await attempt(work, one)
    }),
  )
}

/** All together; if that fails, one by one, so that one that cannot be rendered holds up no other, and is retried as any failure. */
const writeAll = async (work: Work, write: Write, messages: readonly Message[]) => {
  try {
    return { messages, written: await write(work, messages) }
  } catch (error) {
    work.log.error({ err: error, messages: messages.length }, 'one of these messages could not be written')
  }
  const alone = new Map<string, Written>()
  const known: Message[] = []
  for (const message of messages)
    try {
      for (const [id, said] of await write(work, [message])) alone.set(id, said)
      known.push(message)
    } catch (error) {
      work.log.error({ err: error, message: message.id }, 'message could not be written')
      if (message.createdAt.getTime() + dayMs < work.now.getTime()) await end(work, [message.id])
      else await waitWith(work, message)
    }
  return { messages: known, written: alone }
}

type Step =
  | { kind: 'over' }
  | { kind: 'later'; at: Date }
  | { kind: 'lost'; delivery: Delivery; reason: string }
  | { kind: 'again'; delivery: Delivery; way: Way; isLast: boolean }
  | { kind: 'fresh'; way: Way; isLast: boolean }

/** The next step of a message, by earlier attempts and today's preferences. */
const nextOf = (work: Work, tried: readonly Delivery[], written: Written | undefined): Step => {
  const alive = tried.find(({ state }) => state !== 'failed')
  if (alive?.state === 'delivered' || alive?.state === 'read') return { kind: 'over' }
  const left = written?.ways.filter(({ channel }) => tried.every((one) => one.channel !== channel)) ?? []
  const [next] = left
  const isUseless = written === undefined
  if (alive?.state === 'sent')
    return next === undefined || isUseless
      ? { kind: 'over' }
      : { kind: 'lost', delivery: alive, reason: 'not_confirmed' }
  const way = alive === undefined ? undefined : written?.ways.find(({ channel }) => channel === alive.channel)
  // The attempt ends if the message waited too long, or its channel is no longer wanted.
  if (alive !== undefined && (isUseless || way === undefined))
    return { kind: 'lost', delivery: alive, reason: isUseless ? 'too_late' : 'not_wanted' }
  if (isUseless) return { kind: 'over' }
  if (written.notBefore > work.now) return { kind: 'later', at: written.notBefore }
  if (alive !== undefined && way !== undefined)
    return { kind: 'again', delivery: alive, way, isLast: left.length === 0 }
  return next === undefined ? { kind: 'over' } : { kind: 'fresh', way: next, isLast: left.length === 1 }
}

const attempt = async (work: Work, one: Try) => {
  const { message, delivery, way, isLast } = one
  try {
    const externalId = await submitToProvider(work, one)
    // Nothing follows the last channel, so its report is not waited for.
    await noteSent(work, delivery, externalId, isLast ? null : confirmBy(work, way.channel))
  } catch (error) {
    if (error instanceof Refused) {
      work.log.warn({ err: error, delivery: delivery.id }, 'message could not be sent by this channel')
      return noteFailed(work, delivery, error.reason)
    }
    work.log.error({ err: error, delivery: delivery.id }, 'message could not be sent and will be retried')
    // The last channel is retried for a day; an earlier one gives way to the next.
    const isLastAttempt = isLast
      ? message.createdAt.getTime() + dayMs < work.now.getTime()
      : message.tries + 1 >= maxTries
    if (isLastAttempt) return noteFailed(work, delivery, 'unreachable')
    await waitWith(work, message)
  }
}

const waitWith = (work: Work, { id, tries }: Message) =>
  sql`update outbound_messages set tries = tries + 1, leased_until = null,
    look_at = ${new Date(work.now.getTime() + waitMs(tries))} where id = ${id}`.execute(work.db)

const maxTries = 4
const waitMs = (tries: number) => Math.min(15, 2 ** tries) * minuteMs

/**
 * An attempt in doubt is first looked up in the provider's records, where they can be queried, so that a crash between its answer and ours
 * sends nothing twice. WhatsApp has none: there a report brings our id back, and if none comes the next channel is tried. The number of
 * tries is no evidence: the last call may be the one that was accepted.
 */
const submitToProvider = async (work: Work, { delivery, way, isAgain }: Try): Promise<string | null> => {
  const tried = { id: delivery.id, startedAt: delivery.queuedAt }
  switch (way.channel) {
    case 'email':
      await way.send(work).catch(orRefused)
      return null
    case 'sms': {
      const sender = textSenderOf(work.config) ?? off()
      const known = isAgain ? await sender.find?.(work, tried, way) : null
      return known ?? sender.send(work, tried, way)
    }
    case 'whatsapp': {
      const sender = whatsappSenderOf(work.config) ?? off()
      if (isAgain && !(await callAgain(work, delivery))) return null
      return sender.send(work, tried, way).catch(async (error: unknown) => {
        if (error instanceof NoAnswer) return null
        if (error instanceof Unreachable) await callTookNothing(work, delivery)
        throw error
      })
    }
    case 'push':
      return (pushSenderOf(work.config) ?? off()).send(work, tried, way)
  }
}

const orRefused = (error: unknown): never => {
  throw error instanceof DeadMailbox ? new Refused(`smtp_${error.code}`, error.message) : error
}

/** The channel's keys were removed meanwhile. */
const off = (): never => {
  throw new Refused('channel_off', 'this channel is not set up any more')
}

const look = (work: Work, id: string, at: Date) =>
  sql`update outbound_messages set look_at = ${at}, leased_until = null where id = ${id}`.execute(work.db)

const end = async (work: Work, ids: readonly string[]) => {
  if (ids.length > 0)
    await sql`update outbound_messages set look_at = null, leased_until = null where id = any(${ids}::uuid[])`.execute(
      work.db,
    )
}
