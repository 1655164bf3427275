/** Which notices a person receives by which channel: their choices over the defaults, and their quiet hours. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  NotificationEvent,
  type NotificationSettings,
  type saveNotificationSettings,
} from '#contract/notification/notification.ts'
import { type NotificationWays, openWays, registry } from '#contract/notification/registry.ts'
import { takeBackAll } from '#server/booking/client/message-consent.ts'
import {
  dueAt,
  type Sleep,
  sleepColumns,
  sleepIn,
  sleepJoins,
  type SleepRow,
  usualQuiet,
  usualZone,
} from '#server/messaging/quiet.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

export type Preference = Sleep & {
  accountId: number
  email: string
  firstName: string
  roles: readonly string[]
  ways: Readonly<Record<NotificationEvent, NotificationWays>>
  version: number
}

/** The viewer's, for the screen. */
export const settings = async (work: Work): Promise<NotificationSettings> => present(await mine(work))

/** Refuses `stale_version` when another window has saved in between. */
export const save = (
  work: Work,
  { body }: Input<typeof saveNotificationSettings>,
): Promise<NotificationSettings> =>
  inTransaction(work, async (work) => {
    const before = await mine(work)
    if (before.version !== body.version) refuse('stale_version')
    const choices = Object.fromEntries(
      body.events
        .map(({ event, ...chosen }) => [event, { ...before.ways[event], ...chosen }] as const)
        .filter(([event, chosen]) => ways.some((way) => chosen[way] !== registry[event].defaults[way])),
    )
    const { rows } = await sql`
      insert into notification_settings as kept (account_id, choices, quiet_from, quiet_to, version)
      values (${before.accountId}, ${JSON.stringify(choices)}, ${body.quiet?.fromMinute ?? null},
        ${body.quiet?.toMinute ?? null}, 1)
      on conflict (account_id) do update set choices = excluded.choices, quiet_from = excluded.quiet_from,
        quiet_to = excluded.quiet_to, version = kept.version + 1
      where kept.version = ${body.version}
      returning version`.execute(work.db)
    // Two windows at once: the second finds the row of the first.
    if (rows.length === 0) refuse('stale_version')
    const after = await mine(work)
    // Turning it off revokes all consents to messages of professionals.
    if (before.ways.win_back.email && !after.ways.win_back.email) await takeBackAll(work, before.accountId)
    return present(after)
  })

/** The preferences of these people, in one query. */
export const preferencesOf = async (work: Work, accountIds: readonly number[]): Promise<Preference[]> => {
  if (accountIds.length === 0) return []
  const { rows } = await sql<Row>`
    select a.id, a.email, a.first_name, a.available_roles, s.choices, ${sleepColumns}
    from accounts a ${sleepJoins}
    where a.id = any(${accountIds}::bigint[])`.execute(work.db)
  return rows.map(open)
}

/** A visitor without an account has the usual quiet hours in the zone of their visit. */
export const guestAt = (zone = usualZone): Sleep => ({ quiet: usualQuiet, zone })

/** When a message to this person may leave. */
export const mayLeaveAt = (work: Work, to: Sleep, usefulUntil?: Date): Date =>
  dueAt(work.now, to.quiet, to.zone, usefulUntil)

const mine = async (work: Work): Promise<Preference> => {
  const accountId = work.viewer.accountId ?? refuse('not_signed_in')
  const [own] = await preferencesOf(work, [accountId])
  return own ?? refuse('not_signed_in')
}

type Row = SleepRow & {
  id: number
  email: string
  first_name: string
  available_roles: string[]
  choices: unknown
}

const Chosen = z.object({
  app: z.boolean(),
  push: z.optional(z.boolean()),
  whatsapp: z.optional(z.boolean()),
  sms: z.optional(z.boolean()),
  email: z.boolean(),
})
const Choices = z.partialRecord(NotificationEvent, Chosen)
const ways = ['app', 'push', 'whatsapp', 'sms', 'email'] as const

const open = (row: Row): Preference => {
  const chosen = row.choices === null ? {} : z.parse(Choices, row.choices)
  const waysOf = (event: NotificationEvent): NotificationWays => ({
    ...registry[event].defaults,
    ...chosen[event],
  })
  return {
    accountId: row.id,
    email: row.email,
    firstName: row.first_name,
    roles: row.available_roles,
    ways: {
      space_match: waysOf('space_match'),
      professional_match: waysOf('professional_match'),
      invitation: waysOf('invitation'),
      booking_confirmed: waysOf('booking_confirmed'),
      booking_cancelled: waysOf('booking_cancelled'),
      booking_completed: waysOf('booking_completed'),
      booking_requested: waysOf('booking_requested'),
      problem: waysOf('problem'),
      reminder: waysOf('reminder'),
      answer_wanted: waysOf('answer_wanted'),
      search_alert: waysOf('search_alert'),
      win_back: waysOf('win_back'),
      application: waysOf('application'),
      agreement: waysOf('agreement'),
      message: waysOf('message'),
      review: waysOf('review'),
      payout: waysOf('payout'),
    },
    ...sleepIn(row),
    version: row.version ?? 0,
  }
}

const present = (own: Preference): NotificationSettings => ({
  events: NotificationEvent.options
    .map((event) => ({ event, ...own.ways[event], open: openWays(event, own.roles) }))
    .filter(({ open }) => open.length > 0),
  quiet: own.quiet,
  zone: own.zone,
  version: own.version,
})
