/** The engine's state of an account, in tables. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Difference, Ledger, Written } from '#server/connection/engine.ts'
import type { Account } from '#server/connection/account.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** A run whose lease was taken by another records nothing more. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

export const requireLease = async (work: Work, { id, lease }: Pick<Account, 'id' | 'lease'>) => {
  const { rows } =
    await sql`select from calendar_accounts where id = ${id} and lease = ${lease} for no key update`.execute(
      work.db,
    )
  if (rows.length === 0) throw new LeaseLost()
}

export const ledgerOf = (work: Work, account: Pick<Account, 'id' | 'lease'>): Ledger => {
  const leased = <T>(run: (work: Work) => Promise<T>) =>
    inTransaction(work, async (work) => {
      await requireLease(work, account)
      return run(work)
    })
  return {
    written: () => writtenOf(work, account.id),
    save: (written) => leased((work) => save(work, account.id, written)),
    forget: (ref) =>
      leased(async (work) => {
        await work.db
          .deleteFrom('written_events')
          .where('account_id', '=', account.id)
          .where('ref', '=', ref)
          .execute()
      }),
    open: () => questionsOf(work, account.id),
    ask: (difference) => leased((work) => ask(work, account.id, difference)),
    settle: (ref) => leased((work) => endQuestion(work, account.id, ref, 'over')),
  }
}

export const writtenOf = async (work: Work, accountId: number): Promise<Written[]> => {
  const { rows } = await sql<Written>`
    select written.ref, calendar.external_id as "calendarId", written.event_id as "eventId", written.digest, written.etag,
      written.removing, written.starts_at as "startsAt", written.ends_at as "endsAt"
    from written_events written join connected_calendars calendar on calendar.id = written.calendar_id
    where written.account_id = ${accountId} order by written.ref`.execute(work.db)
  return rows
}

export const save = async (work: Work, accountId: number, written: Written) => {
  const { ref, calendarId, eventId, digest, etag, removing, startsAt, endsAt } = written
  await sql`
    insert into written_events (account_id, ref, calendar_id, event_id, digest, etag, removing, starts_at, ends_at)
    select ${accountId}, ${ref}, id, ${eventId}, ${digest}, ${etag}, ${removing}, ${startsAt}, ${endsAt}
    from connected_calendars where account_id = ${accountId} and external_id = ${calendarId}
    on conflict (account_id, ref) do update set calendar_id = excluded.calendar_id, event_id = excluded.event_id,
      digest = excluded.digest, etag = excluded.etag, removing = excluded.removing, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at`.execute(work.db)
}

const questionsOf = async (work: Work, accountId: number): Promise<Difference[]> => {
  const { rows } = await sql<{
    ref: string
    kind: 'moved' | 'deleted'
    startsAt: Date | null
    endsAt: Date | null
    digest: string
  }>`
    select ref, kind, starts_at as "startsAt", ends_at as "endsAt", digest from calendar_differences
    where account_id = ${accountId} and ended_at is null`.execute(work.db)
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    hour: startsAt === null || endsAt === null ? null : { start: startsAt.getTime(), end: endsAt.getTime() },
  }))
}

/** Once for each hour: a repeated report is one question, and a further move another. */
const ask = async (work: Work, accountId: number, { ref, kind, hour, digest }: Difference) => {
  const [startsAt, endsAt] = hour === null ? [null, null] : [new Date(hour.start), new Date(hour.end)]
  const same =
    await sql`select from calendar_differences where account_id = ${accountId} and ref = ${ref} and ended_at is null
    and kind = ${kind} and digest = ${digest} and starts_at is not distinct from ${startsAt}::timestamptz
    and ends_at is not distinct from ${endsAt}::timestamptz`.execute(work.db)
  if (same.rows.length > 0) return
  await endQuestion(work, accountId, ref, 'over')
  const id = randomUUID()
  await work.db
    .insertInto('calendar_differences')
    .values({
      id,
      account_id: accountId,
      ref,
      kind,
      starts_at: startsAt,
      ends_at: endsAt,
      digest,
      state: 'open',
      found_at: work.now,
    })
    .execute()
  await publish(work, 'calendar_difference.found', { differenceId: id })
}

export const endQuestion = async (work: Work, accountId: number, ref: string, state: 'over' | 'put_back') => {
  await sql`update calendar_differences set state = ${state}, ended_at = ${work.now}
    where account_id = ${accountId} and ref = ${ref} and ended_at is null`.execute(work.db)
}
