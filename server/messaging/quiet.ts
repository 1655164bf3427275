/**
 * A person's quiet hours: chosen, or the usual ones. For senders, and for code that would start at night a process that needs an answer
 * within minutes. The choice is written by server/notification.
 */
import { sql } from 'kysely'
import type { Work } from '#server/platform/work.ts'

/** Until chosen, and for people without an account: ten at night to eight in the morning. */
export const usualQuiet = { fromMinute: 22 * 60, toMinute: 8 * 60 } as const
export const usualZone = 'America/Mexico_City'

type Quiet = { fromMinute: number; toMinute: number } | null
/** A person's quiet hours, and their zone. */
export type Sleep = { quiet: Quiet; zone: string }

/**
 * When an email written now may leave: at once, or when the quiet hours end on the reader's clock. A message that must arrive before
 * `usefulUntil` (a visit that starts early) does not wait past it.
 */
export const dueAt = (now: Date, quiet: Quiet, zone: string, usefulUntil?: Date): Date => {
  if (quiet === null || quiet.fromMinute === quiet.toMinute) return now
  const clock = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const minute = clock.hour * 60 + clock.minute
  if (!isWithin(minute, quiet)) return now
  // The end may lie on the next day, and a clock change in between.
  const days = quiet.toMinute > minute ? 0 : 1
  const end = clock
    .add({ days })
    .withPlainTime({ hour: Math.floor(quiet.toMinute / 60), minute: quiet.toMinute % 60 })
  const morning = new Date(end.epochMilliseconds)
  return usefulUntil !== undefined && usefulUntil < morning ? now : morning
}

const isWithin = (minute: number, { fromMinute, toMinute }: { fromMinute: number; toMinute: number }) =>
  fromMinute < toMinute
    ? minute >= fromMinute && minute < toMinute
    : minute >= fromMinute || minute < toMinute

/** The columns that `sleepIn` reads of an account `a`, with the joins of `sleepJoins`. */
export const sleepColumns = sql`s.quiet_from, s.quiet_to, s.version,
  coalesce(a.zone, p.zone, (select zone from spaces where host_id = h.id order by id limit 1)) as zone`
export const sleepJoins = sql`left join notification_settings s on s.account_id = a.id
  left join professionals p on p.account_id = a.id left join hosts h on h.account_id = a.id`

export type SleepRow = {
  quiet_from: number | null
  quiet_to: number | null
  version: number | null
  zone: string | null
}

/** Saved quiet hours apply; without saved ones the usual hours do. */
export const sleepIn = ({ version, quiet_from, quiet_to, zone }: SleepRow): Sleep => ({
  quiet:
    version === null
      ? usualQuiet
      : quiet_from === null || quiet_to === null
        ? null
        : { fromMinute: quiet_from, toMinute: quiet_to },
  zone: zone ?? usualZone,
})

/** When this account's current quiet hours end; null: none apply now. Without an account the usual hours of `zone` apply. */
export const quietEndsAt = async (
  work: Work,
  accountId: number | null,
  zone: string,
): Promise<Date | null> => {
  const [row] = accountId === null ? [] : await sleepRows(work, accountId)
  const own = row === undefined ? { quiet: usualQuiet, zone } : sleepIn(row)
  const due = dueAt(work.now, own.quiet, own.zone)
  return due > work.now ? due : null
}

const sleepRows = async (work: Work, accountId: number): Promise<SleepRow[]> => {
  const { rows } = await sql<SleepRow>`
    select ${sleepColumns} from accounts a ${sleepJoins} where a.id = ${accountId}`.execute(work.db)
  return rows
}
