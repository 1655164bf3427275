/**
 * Facts and what follows from them. A verb announces a fact in its own transaction; each job that
 * subscribes gets a row of its own, so a fact exists exactly when what it tells of was committed, and
 * one failing job repeats without the others. A job runs at least once, in no promised order: it must
 * find the thing as it stands now and converge.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ConnectionOptions, Job as QueuedJob, JobInsert, PgBoss, Queue } from 'pg-boss'
import { DeadMailbox } from '#server/platform/mail.ts'
import { logOutage, outageKindOf } from '#server/platform/database/outage.ts'
import { ownWork, type House, type Work } from '#server/platform/work.ts'

/**
 * `name` is unique in the house and stays: waiting rows carry it. `payload` is what `announce` was
 * given, after a round through JSON, so say its type there: `run: (work, { bookingId }: { bookingId: string }) => …`.
 * `every` is a cron expression in UTC, at most every minute. `formerly` are names of jobs that are part of this one by now.
 */
export type Job = {
  name: string
  formerly?: readonly string[]
  run(work: Work, payload: unknown): Promise<unknown>
} & ({ fact: string } | { every: string })

const facts = 'facts'
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
  [facts]: { ...patience, ...life, deadLetter: lost, deleteAfterSeconds: day },
  // One of a kind at a time: a sweep that is still running is not started again.
  [times]: { ...life, policy: 'exclusive', retryLimit: 2, retryDelay: 5, deleteAfterSeconds: day },
}

const known = new Map<string, Job>()
const followers = new Map<string, string[]>()
let registered = false

/** Tells this process of all jobs, so that `announce` knows who follows which fact. Replaces an earlier list. */
export const registerJobs = (jobs: readonly Job[]) => {
  known.clear()
  followers.clear()
  registered = true
  for (const job of jobs) {
    if (known.has(job.name)) throw new Error(`two jobs are called ${job.name}`)
    for (const name of [job.name, ...(job.formerly ?? [])]) known.set(name, job)
    if ('fact' in job) followers.set(job.fact, [...(followers.get(job.fact) ?? []), job.name])
  }
}

/**
 * Sends one job per subscriber through the caller's connection: inside a transaction the jobs exist if and only if
 * it commits. Payload: a small object of ids.
 */
export const announce = (work: Work, fact: string, payload: object) => announceEach(work, fact, [payload])

/** The same fact of many things, in one statement. */
export const announceEach = async (work: Work, fact: string, payloads: readonly object[]) => {
  const jobs = payloads.flatMap((payload) => jobsOf(fact, payload))
  if (jobs.length === 0) return
  const { fromKysely } = await library()
  await insertJobs(work, jobs, fromKysely(work.db))
}

/** The same as part of a larger statement, that is as true as its other parts: pg-boss's own insert, not run but returned. */
export const announcing = async (work: Work, fact: string, payload: object): Promise<RawBuilder<unknown>> => {
  const statements: RawBuilder<unknown>[] = []
  await insertJobs(work, jobsOf(fact, payload), {
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

const jobsOf = (fact: string, payload: object): JobInsert[] => {
  if (!registered) throw new Error(`${fact} was announced before any job was registered`)
  return (followers.get(fact) ?? []).map((job) => ({ data: { job, payload } }))
}

/** Not awaited once it is open, so that the statement travels together with the caller's other ones. */
const insertJobs = (work: Work, jobs: JobInsert[], db: ConnectionOptions['db']) =>
  sender === undefined
    ? openSender(work).then((opened) => opened.insert(facts, jobs, { db }))
    : sender.insert(facts, jobs, { db })

/** One per process. It only sends, so it is never started and has no timers. */
let sender: PgBoss | undefined

const openSender = async (work: Work) => {
  const { PgBoss, fromKysely } = await library()
  const boss = new PgBoss({ db: fromKysely(work.db), migrate: false, schedule: false, supervise: false })
  // Reads the queue's settings now: later the transaction of this work is over.
  await boss.insert(facts, [])
  sender = boss
  return boss
}

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
  await boss.work(facts, { ...quick, perJobResults: true }, (batch) =>
    Promise.all(batch.map((row) => settle(house, row))),
  )
  await boss.work(times, { pollingIntervalSeconds: 2, batchSize: 5, perJobResults: true }, (batch) =>
    Promise.all(batch.map((row) => settle(house, row))),
  )
}

/** Loaded when Kalli serves already, or at the first job that is sent. */
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
 * For tests and tools: runs every waiting fact here and now, and what those announce, until none is
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
      const rows = await boss.fetch(facts, { ignoreStartAfter, batchSize })
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
      if (done.length > 0) await boss.complete(facts, done)
      await boss.fail(facts, row, { message: String(error) })
      // Not begun: back in line.
      if (left.length > 0) await boss.cancel(facts, left)
      if (left.length > 0) await boss.resume(facts, left)
      throw error
    }
  await boss.complete(facts, [...rows])
}

/** For tests: every timed job once (of some modules only), in the order of registration, then all facts. */
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
