/**
 * One run of an account: reads the changes there, renews channels, and writes what should be there. At most one run of an account at a
 * time; it may stop at any line, and the next one continues from the stored state.
 */
import { sql } from 'kysely'
import { minuteMs } from '#contract/platform/duration.ts'
import { failProvided } from '#server/availability/outside/provided-calendar.ts'
import { unitEntriesOf } from '#server/booking/agenda/unit-entries.ts'
import { entriesOf } from '#server/booking/agenda/own-calendar.ts'
import { domainOf } from '#server/booking/summary/calendar-copy.ts'
import { type Account, type Opened, openAccount, takeAccount } from '#server/connection/account.ts'
import { type Calendar, calendarsOf, isRead, keepCalendars } from '#server/connection/calendars.ts'
import { followProposals } from '#server/connection/difference.ts'
import { type Entry, write } from '#server/connection/engine.ts'
import { LeaseLost, ledgerOf, requireLease } from '#server/connection/ledger.ts'
import { leave } from '#server/connection/leave.ts'
import { makeOwn } from '#server/connection/own-calendar.ts'
import { ProviderProblem } from '#server/connection/provider/provider.ts'
import { watchCalendar } from '#server/connection/push.ts'
import { readCalendar } from '#server/connection/reading.ts'
import { crashPoint } from '#server/platform/database/crash-points.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, requireNoTransaction, type Work } from '#server/platform/work.ts'

/** With a channel this only covers lost calls; without one it is how changes are found. */
const watchedMinutes = 15
const unwatchedMinutes = 2
/** A little less than the minute between two polls: CalDAV has no pushes. */
const polledMinutes = 0.75
const maxBackoffMinutes = 60
const refusedMinutes = 360
const maxRounds = 5

export const reconcile = async (work: Work, id: number): Promise<void> => {
  requireNoTransaction(work)
  for (let round = 0; round < maxRounds; round += 1) {
    const account = await takeAccount(work, id)
    if (account === undefined) return
    let minutes: number | null = null
    try {
      if (account.leavingAt !== null) await leave(work, account)
      else if (account.revokedAt === null) minutes = await run(work, account)
    } catch (error) {
      if (error instanceof LeaseLost) return
      await failed(work, account, error)
      if (!(error instanceof ProviderProblem)) throw error
    }
    if (!(await release(work, account, minutes))) return
  }
}

/** Minutes until the next reading. Throws ProviderProblem. */
const run = async (work: Work, account: Account): Promise<number> => {
  let opened = await openAccount(work, account)
  try {
    return await steps(work, account, opened)
  } catch (error) {
    if (!(error instanceof ProviderProblem) || error.failure !== 'unauthorised') throw error
  }
  // The token expired earlier than stated.
  opened = await openAccount(work, account, { anew: true })
  return steps(work, account, opened)
}

const steps = async (work: Work, account: Account, opened: Opened): Promise<number> => {
  if (!opened.provider.may(account.scopes).read) throw new ProviderProblem('revoked')
  const by = domainOf(work)
  if (account.wantsOwn) await makeOwn(work, account, opened)
  const calendars = await readAll(work, account, opened, by)
  let isWatched = true
  for (const calendar of calendars)
    if (!(await watchCalendar(work, account, opened, calendar)) && isRead(calendar)) isWatched = false
  const target = calendars.find((one) => isTarget(one) && one.unitId === null)?.externalId ?? null
  const ledger = ledgerOf(work, account)
  // Most accounts are only read.
  const hasWritten = calendars.some((calendar) => calendar.hasWritten || isTarget(calendar))
  if (hasWritten) await followProposals(work, account.id)
  if (hasWritten)
    await write(
      { ledger, remote: remoteOf(account, opened), by },
      { desired: await desiredOf(work, account, calendars), target, now: work.now },
    )
  if (isWatched) return watchedMinutes
  return account.provider === 'caldav' ? polledMinutes : unwatchedMinutes
}

/** Nothing is written into a lost calendar. */
const isTarget = ({ target, lostAt }: Calendar) => target && lostAt === null

/** The list of calendars is read again when one cannot be read, and now and then when one is lost; the others are read all the same. */
const readAll = async (work: Work, account: Account, opened: Opened, by: string): Promise<Calendar[]> => {
  let calendars = await calendarsOf(work, account.id)
  if (calendars.some(({ seekAt }) => seekAt !== null && seekAt <= work.now)) {
    await refreshList(work, account, opened)
    calendars = await calendarsOf(work, account.id)
  }
  const written = calendars.some(({ hasWritten }) => hasWritten)
    ? await ledgerOf(work, account).written()
    : []
  const refused = new Map<number, ProviderProblem>()
  for (const calendar of calendars)
    try {
      await readCalendar({ work, account, opened, by }, calendar, written)
    } catch (error) {
      if (!(error instanceof ProviderProblem) || !isOfOneCalendar(error)) throw error
      refused.set(calendar.id, error)
    }
  if (refused.size === 0) return calendars
  await refreshList(work, account, opened)
  calendars = await calendarsOf(work, account.id)
  const problem = calendars.flatMap(({ id, lostAt }) => (lostAt === null ? (refused.get(id) ?? []) : []))[0]
  // Still listed: the provider refuses it for another reason.
  if (problem !== undefined) throw problem
  return calendars
}

/** Deleted there, or no longer shared: providers answer either. */
const isOfOneCalendar = ({ failure }: ProviderProblem) => failure === 'gone' || failure === 'refused'

export const refreshList = async (work: Work, account: Account, opened: Opened) => {
  const found = await opened.provider.calendars(opened.access)
  await inTransaction(work, async (work) => {
    await requireLease(work, account)
    const { id: accountId, professionalId, hostId } = account
    await keepCalendars(work, { accountId, professionalId, hostId }, found)
  })
}

const remoteOf = (account: Account, { provider, access }: Opened) => ({
  insert: (calendarId: string, event: Parameters<typeof provider.insert>[2]) =>
    interruptible(() => provider.insert(access, calendarId, event)),
  replace: (calendarId: string, event: Parameters<typeof provider.insert>[2], etag: string | null) =>
    interruptible(() => provider.replace(access, calendarId, event, etag)),
  remove: (calendarId: string, eventId: string) =>
    interruptible(() => provider.remove(access, calendarId, eventId)),
  find: (calendarId: string, eventId: string) => provider.find(access, calendarId, eventId, account.zone),
})

const interruptible = async <T>(call: () => Promise<T>): Promise<T> => {
  crashPoint('before-event')
  const done = await call()
  crashPoint('sent-event')
  return done
}

/** Events that were over before the account was connected are not written. */
const desiredOf = async (work: Work, account: Account, calendars: readonly Calendar[]): Promise<Entry[]> => {
  const written = new Set((await ledgerOf(work, account).written()).map(({ ref }) => ref))
  const { professionalId, hostId } = account
  const entries =
    professionalId !== null
      ? await ownEntries(work, professionalId)
      : hostId !== null
        ? await unitEntries(work, hostId, calendars)
        : []
  return entries.filter(({ ref, endsAt }) => endsAt > work.now || written.has(ref))
}

/** Each into the calendar of its unit. */
const unitEntries = async (work: Work, hostId: number, calendars: readonly Calendar[]): Promise<Entry[]> => {
  const into = new Map(
    calendars.flatMap((calendar) =>
      calendar.unitId !== null && isTarget(calendar) ? [[calendar.unitId, calendar.externalId]] : [],
    ),
  )
  if (into.size === 0) return []
  const entries = await unitEntriesOf(work, { hostId, unitIds: [...into.keys()] })
  return entries.flatMap(({ id, unitId, title, place, startsAt, endsAt, date }) => {
    const calendarId = into.get(unitId)
    const link = `${work.config.publicUrl}/host-availability?date=${date}`
    return calendarId === undefined
      ? []
      : [{ ref: `unit-${id}`, title, place, startsAt, endsAt, link, calendarId }]
  })
}

const ownEntries = async (work: Work, professionalId: number): Promise<Entry[]> =>
  (await entriesOf(work, professionalId)).map(({ id, title, place, startsAt, endsAt }) => ({
    ref: id,
    title,
    place,
    startsAt,
    endsAt,
    link: `${work.config.publicUrl}${id.startsWith('block-') ? '/professional-calendar-advanced' : `/professional-appointments?visit=${id}`}`,
  }))

/** Notifies the owner at once where only they can help; otherwise retries with growing intervals. Busy times stay busy. */
const failed = async (work: Work, account: Account, error: unknown) => {
  const problem = error instanceof ProviderProblem ? error : new ProviderProblem('unreachable')
  const failure = storedFailure(problem.failure)
  work.log.info(
    {
      calendarAccountId: account.id,
      failure,
      cause: problem.cause instanceof Error ? problem.cause.message : null,
    },
    'a connected calendar failed',
  )
  await inTransaction(work, async (work) => {
    await requireLease(work, account)
    const waitMs = problem.retryAfterMs ?? backoffMs(account.failures, failure)
    await work.db
      .updateTable('calendar_accounts')
      .set({
        failure,
        failed_at: work.now,
        failures: account.failures + 1,
        next_at: new Date(work.now.getTime() + waitMs),
        ...(failure === 'revoked' ? { revoked_at: work.now } : {}),
      })
      .where('id', '=', account.id)
      .execute()
    const outside = (await calendarsOf(work, account.id)).flatMap(({ outsideId, lostAt }) =>
      lostAt === null ? (outsideId ?? []) : [],
    )
    await failProvided(work, outside, failure === 'revoked' ? 'gone' : 'unreachable')
    if (failure === 'revoked' && account.leavingAt === null)
      await publish(work, 'calendar_account.revoked', {
        calendarAccountId: account.id,
        at: work.now.getTime(),
      })
  })
}

const storedFailure = (failure: ProviderProblem['failure']) =>
  failure === 'revoked' || failure === 'limited' || failure === 'refused' || failure === 'gone'
    ? failure
    : 'unreachable'

/** Doubled each time, with jitter: accounts that failed together are not retried together. */
const backoffMs = (failures: number, failure: string) => {
  const minutes = failure === 'refused' ? refusedMinutes : Math.min(2 ** failures, maxBackoffMinutes)
  return minutes * minuteMs * (0.75 + Math.random() / 2)
}

/** `minutes`: until the next reading; null: as recorded. True: another run was requested meanwhile. */
const release = async (
  work: Work,
  { id, lease, revision }: Account,
  minutes: number | null,
): Promise<boolean> => {
  const done =
    minutes === null
      ? sql`next_at = case when revision = ${revision} or failure is not null then next_at else ${work.now} end`
      : sql`succeeded_at = ${work.now}, failure = null, failed_at = null, failures = 0, next_at = case when revision = ${revision}
        then ${work.now}::timestamptz + ${minutes} * interval '1 minute' else ${work.now} end`
  const { rows } = await sql<{ isAgain: boolean }>`
    update calendar_accounts set lease = null, leased_until = null, ${done} where id = ${id} and lease = ${lease}
    returning revision <> ${revision} and failure is null as "isAgain"`.execute(work.db)
  return rows[0]?.isAgain === true
}
