/** A reader's own calendar, as stored by a calendar program (ical.js) that accepts every message received by email. */
import assert from 'node:assert/strict'
import type { Kysely } from 'kysely'
import type { DB } from '#server/platform/database/tables.ts'
import { calendarsOf, schedulingProblems } from '#server/testing/itip.ts'

type Entry = { startsAt: string; endsAt: string; sequence: number }
export type ReaderCalendar = ReadonlyMap<string, Entry>

/** By mailbox and UID. Refuses what a calendar program cannot accept: broken messages, older versions, unknown cancellations. */
export const readerCalendars = async (db: Kysely<DB>): Promise<ReadonlyMap<string, ReaderCalendar>> => {
  const mails = await db
    .selectFrom('mails')
    .select(['to_address', 'calendar', 'dedupe_key'])
    .where('calendar', 'is not', null)
    .orderBy('id')
    .execute()
  const all = new Map<string, Map<string, Entry>>()
  for (const { to_address: reader, calendar, dedupe_key: key } of mails) {
    const stream = calendar ?? ''
    assert.deepEqual(schedulingProblems(stream), [], key ?? '')
    const own = all.get(reader) ?? new Map<string, Entry>()
    all.set(reader, own)
    for (const one of calendarsOf(stream)) take(own, one, `${key} to ${reader}`)
  }
  return all
}

const take = (own: Map<string, Entry>, calendar: ReturnType<typeof calendarsOf>[number], which: string) => {
  const method = calendar.getFirstPropertyValue('method')
  for (const event of calendar.getAllSubcomponents('vevent')) {
    const uid = String(event.getFirstPropertyValue('uid'))
    const sequence = Number(event.getFirstPropertyValue('sequence'))
    const before = own.get(uid)
    assert.ok(before === undefined || sequence >= before.sequence, `${which}: an older version`)
    if (method === 'CANCEL') {
      assert.ok(before, `${which}: takes out what was never sent`)
      own.delete(uid)
    } else
      own.set(uid, { sequence, startsAt: instantOf(event, 'dtstart'), endsAt: instantOf(event, 'dtend') })
  }
}

const instantOf = (event: ReturnType<typeof calendarsOf>[number], name: string) =>
  new Date(String(event.getFirstPropertyValue(name))).toISOString()

type Visit = { id: string; starts_at: Date; ends_at: Date }

/** What the calendar should hold: these visits and nothing else, as they are now. */
export const expectHolds = (
  calendar: ReaderCalendar | undefined,
  visits: readonly Visit[],
  domain: string,
) => {
  const held = [...(calendar ?? new Map<string, Entry>())].map(([uid, { startsAt, endsAt }]) => [
    uid,
    startsAt,
    endsAt,
  ])
  const wanted = visits.map(({ id, starts_at, ends_at }) => [
    `kalli-${id}@${domain}`,
    starts_at.toISOString(),
    ends_at.toISOString(),
  ])
  const byId = (one: readonly string[], other: readonly string[]) =>
    (one[0] ?? '').localeCompare(other[0] ?? '')
  assert.deepEqual(held.toSorted(byId), wanted.toSorted(byId))
}
