/**
 * Events and the jobs that subscribe to them (events.ts lists the events). A verb publishes an event in its own transaction; each job
 * that subscribes gets a row of its own, so an event exists exactly when what it is about was committed, and one failing job is
 * retried without the others. A job runs at least once, in no promised order: it must read the current state and converge.
 */
import { sql } from 'kysely'
import type { Job as QueuedJob, PgBoss, Queue } from 'pg-boss'
import * as z from 'zod/mini'
import { type EventName, parsePayload, type Payload } from '#server/platform/events.ts'
import { DeadMailbox } from '#server/platform/mail.ts'
import { logOutage, outageKindOf } from '#server/platform/database/outage.ts'
import { ownWork, type House, type Work } from '#server/platform/work.ts'

/**
 * `name` is unique and stays: waiting rows carry it. `formerly` are names of jobs that are part of this one by now. `every` is a cron
 * expression in UTC, at most every minute. A job of an event is made by `subscribe`, which parses what comes back from the queue.
 */
export type Job = {
  name: string
  formerly?: readonly string[]
  run: (work: Work, payload: unknown) => Promise<unknown>
} & ({ event: EventName } | { every: string } | { retired: true })

/** A job that runs once for each time the event is published. */
export const subscribe = <Name extends EventName>(
  event: Name,
  name: string,
  run: (work: Work, payload: Payload<Name>) => Promise<unknown>,
): Job => ({ event, name, run: (work, payload) => run(work, parsePayload(event, payload)) })

/** A job that no event starts any more; rows of it may still wait in the queue. */
export const retired = <Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  run: (work: Work, payload: z.output<Schema>) => Promise<unknown>,
): Job => ({ retired: true, name, run: (work, payload) => run(work, z.parse(schema, payload)) })

type Subscription = { queue: string; data: { job: string; payload: object } }

const eventQueue = 'facts'
const times = 'times'
const lost = 'lost'

/** A day of patience: an SMTP server that was down overnight still gets its letters. */
const patience = { retryLimit: 110, retryDelay: 2, retryBackoff: true, retryDelayMax: 900 }
/** A dead worker's job is back in line after a missed heartbeat (30 s) and the next look (15 s). */
const life = { heartbeatSeconds: 30, expireInSeconds: 900 }
const lookSeconds = 15
const day = 86_400

const queues: Record<string, Omit<Queue, 'name'>> = {
  [lost]: { retentionSeconds: 90 * day },
  [eventQueue]: { ...patience, ...life, deadLetter: lost, deleteAfterSeconds: day },
  // One of a kind at a time: a sweep that is still running is not started again.
  [times]: { ...life, policy: 'exclusive', retryLimit: 2, retryDelay: 5, deleteAfterSeconds: day },
}

const known = new Map<string, Job>()
const subscribers = new Map<EventName, string[]>()
let registered = false

/** All jobs of this process, so that `publish` knows the subscribers of each event. Replaces an earlier list. */
export const registerJobs = (jobs: readonly Job[]) => {
  known.clear()
  subscribers.clear()
  registered = true
  for (const job of jobs) {
    if (known.has(job.name)) throw new Error(`two jobs are called ${job.name}`)
    for (const name of [job.name, ...(job.formerly ?? [])]) known.set(name, job)
    if ('event' in job) subscribers.set(job.event, [...(subscribers.get(job.event) ?? []), job.name])
  }
}

/**
 * Puts one row per subscriber into the queue, through the caller's connection: inside a transaction the event is published if and
 * only if it commits.
 */
export const publish = <Name extends EventName>(work: Work, event: Name, payload: Payload<Name>) =>
  publishEach(work, event, [payload])

/** The same event of many things, in one statement. */
export const publishEach = async <Name extends EventName>(
  work: Work,
  event: Name,
  payloads: readonly Payload<Name>[],
) => {
  const subscriptions = payloads.flatMap((payload) => subscriptionsTo(event, payload))
  if (subscriptions.length > 0) await enqueueing(subscriptions).execute(work.db)
}

/** The same as part of a larger statement: both happen or neither. */
export const publishing = <Name extends EventName>(event: Name, payload: Payload<Name>) =>
  enqueueing(subscriptionsTo(event, payload))

const subscriptionsTo = (event: EventName, payload: object) => {
  if (!registered) throw new Error(`${event} was published before any job was registered`)
  return (subscribers.get(event) ?? []).map((job): Subscription => ({
    queue: eventQueue,
    data: { job, payload },
  }))
}

/**
 * What pg-boss's own `send` writes, in one statement that needs no pg-boss at hand (jobs.test.ts holds
 * the two alike). It sends no NOTIFY: that would line all commits up behind one lock.
 */
const enqueueing = (subscriptions: readonly Subscription[]) =>
  sql`
    insert into pgboss.job (name, data, policy, dead_letter, keep_until, expire_seconds, deletion_seconds,
      heartbeat_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max)
    select q.name, s.data, q.policy, q.dead_letter, now() + q.retention_seconds * interval '1s', q.expire_seconds,
      q.deletion_seconds, q.heartbeat_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max
    from jsonb_to_recordset(${JSON.stringify(subscriptions)}::jsonb) as s (queue text, data jsonb)
    join pgboss.queue q on q.name = s.queue`

/** Makes the queue's tables, after the migrations; quick when they are there. */
export const prepareJobs = async (url: string) => {
  const { PgBoss } = await library()
  const boss = new PgBoss({ connectionString: url, max: 1, schedule: false, supervise: false })
  const problems: Error[] = []
  boss.on('error', (error) => problems.push(error))
  await boss.start()
  try {
    const there = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const [name, { policy, ...options }] of Object.entries(queues))
      await (there.has(name)
        ? boss.updateQueue(name, options)
        : boss.createQueue(name, { policy, ...options }))
  } finally {
    await boss.stop({ graceful: false })
  }
  const [problem] = problems
  if (problem !== undefined) throw problem
}

/** Works on what is due until stopped. Any number of processes may; `stop` waits for what is under way. */
export const startJobs = async (house: House, jobs: readonly Job[]) => {
  registerJobs(jobs)
  const boss = await openBoss(house, { supervise: true, schedule: true })
  boss.on('error', (error) =>
    outageKindOf(error) === undefined
      ? house.log.error({ err: error }, 'the job queue has a problem')
      : logOutage(house.log, error),
  )
  boss.on('warning', (warning) => house.log.warn({ warning }, 'the job queue warns'))
  const stop = () => boss.stop({ graceful: true, timeout: 10_000 })
  try {
    await boss.start()
    await takeUp(house, boss, jobs)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  return { stop }
}

const takeUp = async (house: House, boss: PgBoss, jobs: readonly Job[]) => {
  await schedule(boss, jobs)
  const quick = { pollingIntervalSeconds: 0.5, batchSize: 5, localConcurrency: 2, burstWhenBatchFull: true }
  await boss.work(eventQueue, { ...quick, perJobResults: true }, (batch) =>
    Promise.all(batch.map((row) => settle(house, row))),
  )
  await boss.work(times, { pollingIntervalSeconds: 2, batchSize: 5, perJobResults: true }, (batch) =>
    Promise.all(batch.map((row) => settle(house, row))),
  )
}

/** Loaded when Kalli serves already: requests only write rows. */
const library = () => import('pg-boss')

const openBoss = async (house: House, options: { supervise: boolean; schedule: boolean }) => {
  const { PgBoss, fromKysely } = await library()
  return new PgBoss({
    db: fromKysely(house.database.kysely),
    migrate: false,
    ...options,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 2,
  })
}

/** The timetable is ours alone: what no job asks for any more is taken off. */
const schedule = async (boss: PgBoss, jobs: readonly Job[]) => {
  const timed = jobs.filter((job) => 'every' in job)
  const names = new Set(timed.map(({ name }) => name))
  for (const { key } of await boss.getSchedules(times)) if (!names.has(key)) await boss.unschedule(times, key)
  for (const { name, every } of timed)
    await boss.schedule(
      times,
      every,
      { job: name },
      { key: name, singletonKey: name, tz: 'UTC', missed: 'once' },
    )
}

const settle = async (house: House, row: QueuedJob<unknown>) => {
  try {
    await perform(house, row.data)
    return { id: row.id, status: 'completed' as const }
  } catch (error) {
    if (outageKindOf(error) === undefined)
      house.log.error(
        { err: error, data: row.data, attempt: row.retryCount + 1 },
        'a job failed and will be repeated',
      )
    else logOutage(house.log, error)
    return { id: row.id, status: 'failed' as const, output: { message: String(error) } }
  }
}

const perform = async (house: House, data: unknown) => {
  if (typeof data !== 'object' || data === null) throw new Error('a job row without data')
  const name = 'job' in data ? data.job : undefined
  const job = typeof name === 'string' ? known.get(name) : undefined
  // An older process may meet a newer one's job: it goes back in line until somebody knows it.
  if (job === undefined) throw new Error(`nobody here knows the job ${String(name)}`)
  try {
    await job.run(ownWork(house), 'payload' in data ? data.payload : undefined)
  } catch (error) {
    // Repeated it would be refused every time.
    if (!(error instanceof DeadMailbox)) throw error
    house.log.warn({ err: error, data }, 'a job ended at a mailbox that does not exist')
  }
}

/**
 * For tests and tools: runs every waiting job of an event here and now, and what those publish, until none is
 * left; answers how many ran. What a job throws is thrown, after its row went back in line; rows that
 * wait for their next attempt are left unless `retries` is set. `atOnce` are fetched together, and still
 * run one after the other.
 */
export const drain = async (house: House, options: { retries?: boolean; atOnce?: number } = {}) => {
  const { retries: ignoreStartAfter = false, atOnce: batchSize = 1 } = options
  const boss = await openBoss(house, { supervise: false, schedule: false })
  await boss.start()
  let ran = 0
  try {
    for (;;) {
      const rows = await boss.fetch(eventQueue, { ignoreStartAfter, batchSize })
      if (rows.length === 0) return ran
      await performEach(house, boss, rows)
      ran += rows.length
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const performEach = async (house: House, boss: PgBoss, rows: readonly QueuedJob<unknown>[]) => {
  for (const [place, row] of rows.entries())
    try {
      await perform(house, row.data)
    } catch (error) {
      const done = rows.slice(0, place)
      const left = rows.slice(place + 1).map(({ id }) => id)
      if (done.length > 0) await boss.complete(eventQueue, done)
      await boss.fail(eventQueue, row, { message: String(error) })
      // Not begun: back in line.
      if (left.length > 0) await boss.cancel(eventQueue, left)
      if (left.length > 0) await boss.resume(eventQueue, left)
      throw error
    }
  await boss.complete(eventQueue, [...rows])
}

/** For tests: every timed job once (of some modules only), in the order of registration, then all events. */
export const runJobsOnce = async (
  house: House,
  options: { of?: readonly string[]; atOnce?: number } = {},
) => {
  for (const job of new Set(known.values()))
    if ('every' in job && isOf(job, options.of)) await job.run(ownWork(house), undefined)
  return drain(house, options)
}

const isOf = ({ name }: Job, modules: readonly string[] | undefined) =>
  modules === undefined || modules.some((module) => name.startsWith(`${module}.`))
