/**
 * Events and the jobs that subscribe to them (events.ts lists the events). A verb publishes an event in its own transaction; each
 * subscribed job gets its own row, so an event exists exactly when the change it reports was committed, and one failing job is retried
 * without the others. A job runs at least once, in no guaranteed order: it must read the current state and converge.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ConnectionOptions, Job as QueuedJob, JobInsert, PgBoss, Queue } from 'pg-boss'
import * as z from 'zod/mini'
import { type EventName, parsePayload, type Payload } from '#server/platform/events.ts'
import { DeadMailbox } from '#server/platform/mail.ts'
import { logOutage, outageKindOf } from '#server/platform/database/outage.ts'
import { ownWork, type AppContext, type Work } from '#server/platform/work.ts'

/**
 * `name` is unique and must not change: waiting rows contain it. `formerly` are names of jobs merged into this one. `every` is a cron
 * expression in UTC, at most every minute. A job of an event is created by `subscribe`, which parses the payload from the queue.
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

/** A job that no event starts any more; its rows may still wait in the queue. */
export const retired = <Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  run: (work: Work, payload: z.output<Schema>) => Promise<unknown>,
): Job => ({ retired: true, name, run: (work, payload) => run(work, z.parse(schema, payload)) })

const eventQueue = 'facts'
const times = 'times'
const lost = 'lost'

/** A day of retries: an SMTP server that was down overnight still gets its emails. */
const patience = { retryLimit: 110, retryDelay: 2, retryBackoff: true, retryDelayMax: 900 }
/** A dead worker's job is requeued after a missed heartbeat (30 s) and the next poll (15 s). */
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
 * Sends one job per subscriber through the caller's connection: inside a transaction the event is published if and only if it
 * commits.
 */
export const publish = <Name extends EventName>(work: Work, event: Name, payload: Payload<Name>) =>
  publishEach(work, event, [payload])

/** The same event for many subjects, in one statement. */
export const publishEach = async <Name extends EventName>(
  work: Work,
  event: Name,
  payloads: readonly Payload<Name>[],
) => {
  const jobs = payloads.flatMap((payload) => jobsOf(event, payload))
  if (jobs.length === 0) return
  const { fromKysely } = await library()
  await insertJobs(work, jobs, fromKysely(work.db))
}

/** The same as part of a larger statement: both happen or neither. It is pg-boss's own insert, not run but returned. */
export const publishing = async <Name extends EventName>(
  work: Work,
  event: Name,
  payload: Payload<Name>,
): Promise<RawBuilder<unknown>> => {
  const statements: RawBuilder<unknown>[] = []
  await insertJobs(work, jobsOf(event, payload), {
    executeSql: async (text: string, values: unknown[] = []) => {
      statements.push(asFragment(text, values))
      return { rows: [] }
    },
  })
  const [statement] = statements
  if (statement === undefined || statements.length > 1) throw new Error('pg-boss inserts in one statement')
  return statement
}

const asFragment = (text: string, values: readonly unknown[]) =>
  sql`${sql.join(
    text
      .split(/\$(\d+)/)
      .map((part, place) => (place % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`)),
    sql.raw(''),
  )}`

const jobsOf = (event: EventName, payload: object): JobInsert[] => {
  if (!registered) throw new Error(`${event} was published before any job was registered`)
  return (subscribers.get(event) ?? []).map((job) => ({ data: { job, payload } }))
}

/** Not awaited once it is open, so that the statement travels together with the caller's other ones. */
const insertJobs = (work: Work, jobs: JobInsert[], db: ConnectionOptions['db']) =>
  sender === undefined
    ? openSender(work).then((opened) => opened.insert(eventQueue, jobs, { db }))
    : sender.insert(eventQueue, jobs, { db })

/** One per process. It only sends, so it is never started and has no timers. */
let sender: PgBoss | undefined

const openSender = async (work: Work) => {
  const { PgBoss, fromKysely } = await library()
  const boss = new PgBoss({ db: fromKysely(work.db), migrate: false, schedule: false, supervise: false })
  // Reads the queue's settings now: later the transaction of this work is over.
  await boss.insert(eventQueue, [])
  sender = boss
  return boss
}

/** Creates the queue's tables, after the migrations; quick when they exist. */
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

/** Runs due jobs until stopped. Any number of processes may; `stop` waits for running jobs. */
export const startJobs = async (context: AppContext, jobs: readonly Job[]) => {
  registerJobs(jobs)
  const boss = await openBoss(context, { supervise: true, schedule: true })
  boss.on('error', (error) =>
    outageKindOf(error) === undefined
      ? context.log.error({ err: error }, 'job queue error')
      : logOutage(context.log, error),
  )
  boss.on('warning', (warning) => context.log.warn({ warning }, 'job queue warning'))
  const stop = () => boss.stop({ graceful: true, timeout: 10_000 })
  try {
    await boss.start()
    await takeUp(context, boss, jobs)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
  return { stop }
}

const takeUp = async (context: AppContext, boss: PgBoss, jobs: readonly Job[]) => {
  await schedule(boss, jobs)
  const quick = { pollingIntervalSeconds: 0.5, batchSize: 5, localConcurrency: 2, burstWhenBatchFull: true }
  await boss.work(eventQueue, { ...quick, perJobResults: true }, (batch) =>
    Promise.all(batch.map((row) => settle(context, row))),
  )
  await boss.work(times, { pollingIntervalSeconds: 2, batchSize: 5, perJobResults: true }, (batch) =>
    Promise.all(batch.map((row) => settle(context, row))),
  )
}

/** Loaded after Kalli has started to serve, or with the first job that is sent. */
const library = () => import('pg-boss')

const openBoss = async (context: AppContext, options: { supervise: boolean; schedule: boolean }) => {
  const { PgBoss, fromKysely } = await library()
  return new PgBoss({
    db: fromKysely(context.database.kysely),
    migrate: false,
    ...options,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 2,
  })
}

/** The schedule is ours alone: entries without a job are removed. */
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

const settle = async (context: AppContext, row: QueuedJob<unknown>) => {
  try {
    await perform(context, row.data)
    return { id: row.id, status: 'completed' as const }
  } catch (error) {
    if (outageKindOf(error) === undefined)
      context.log.error(
        { err: error, data: row.data, attempt: row.retryCount + 1 },
        'job failed and will be retried',
      )
    else logOutage(context.log, error)
    return { id: row.id, status: 'failed' as const, output: { message: String(error) } }
  }
}

const perform = async (context: AppContext, data: unknown) => {
  if (typeof data !== 'object' || data === null) throw new Error('a job row without data')
  const name = 'job' in data ? data.job : undefined
  const job = typeof name === 'string' ? known.get(name) : undefined
  // An older process may meet a newer one's job: it is queued again until a process knows it.
  if (job === undefined) throw new Error(`nobody here knows the job ${String(name)}`)
  try {
    await job.run(ownWork(context), 'payload' in data ? data.payload : undefined)
  } catch (error) {
    // A retry would be refused every time.
    if (!(error instanceof DeadMailbox)) throw error
    context.log.warn({ err: error, data }, 'job ended: recipient mailbox does not exist')
  }
}

/**
 * For tests and tools: runs every waiting job of an event here and now, and the jobs that those publish, until none is left; returns
 * how many ran. An error of a job is thrown, after its row was requeued; rows that wait for their next attempt are left unless
 * `retries` is set. `atOnce` are fetched together, and still run one after the other, in no guaranteed order.
 */
export const drain = async (context: AppContext, options: { retries?: boolean; atOnce?: number } = {}) => {
  const { retries: ignoreStartAfter = false, atOnce: batchSize = 1 } = options
  const boss = await drainerOf(context)
  let ran = 0
  for (;;) {
    const rows = await boss.fetch(eventQueue, { ignoreStartAfter, batchSize })
    if (rows.length === 0) return ran
    await performEach(context, boss, rows)
    ran += rows.length
  }
}

/** One per context. It is never started and has no timers. */
const drainers = new WeakMap<AppContext, PgBoss>()

const drainerOf = async (context: AppContext) => {
  const opened = drainers.get(context) ?? (await openBoss(context, { supervise: false, schedule: false }))
  drainers.set(context, opened)
  return opened
}

const performEach = async (context: AppContext, boss: PgBoss, rows: readonly QueuedJob<unknown>[]) => {
  for (const [place, row] of rows.entries())
    try {
      await perform(context, row.data)
    } catch (error) {
      const done = rows.slice(0, place)
      const left = rows.slice(place + 1).map(({ id }) => id)
      if (done.length > 0) await boss.complete(eventQueue, done)
      await boss.fail(eventQueue, row, { message: String(error) })
      // Not started: queued again.
      if (left.length > 0) await boss.cancel(eventQueue, left)
      if (left.length > 0) await boss.resume(eventQueue, left)
      throw error
    }
  await boss.complete(eventQueue, [...rows])
}

/** For tests: every timed job once (of some modules only), in the order of registration, then all events. */
export const runJobsOnce = async (
  context: AppContext,
  options: { of?: readonly string[]; atOnce?: number } = {},
) => {
  for (const job of new Set(known.values()))
    if ('every' in job && isOf(job, options.of)) await job.run(ownWork(context), undefined)
  return drain(context, options)
}

const isOf = ({ name }: Job, modules: readonly string[] | undefined) =>
  modules === undefined || modules.some((module) => name.startsWith(`${module}.`))
