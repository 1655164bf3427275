/** For slots-endpoint.bench.ts: Kalli over a database with many claims; reports its address and the resources it used. */
import { sql } from 'kysely'
import { union } from '#server/availability/zone/intervals.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { stylistsAtWork, type Busy } from './slots.scenario.ts'

const [claims = 0, from = 0] = process.argv.slice(2).map(Number)
const kalli = await startTestServer({ now: new Date() })
const db = kalli.database.kysely

/** Claims of other resources: an hour each, a hundred a resource, from a month before to a month after. */
const fillDemo = async () => {
  await sql`alter table claims drop constraint claims_never_overlap`.execute(db)
  await sql`
    with made as (insert into resources (kind) select 'professional' from generate_series(1, ${claims / 100}::int) returning id)
    insert into claims (resource_id, during, state)
    select id, tstzrange(start, start + interval '1 hour'), 'firm'
    from made, generate_series(-36, 63) as turn,
      lateral (select ${new Date(from)}::timestamptz + (turn * 20 + id % 19) * interval '1 hour') as at(start)
  `.execute(db)
  await sql`alter table claims add constraint claims_never_overlap
    exclude using gist (resource_id with =, during with &&)`.execute(db)
}

/** Stylists with a chair each, open 9 to 18 as in the engine's scenarios. */
const fillStylists = async () => {
  const stylists = []
  for (let count = 0; count < stylistsAtWork; count += 1) {
    const { professional, space, serviceId } = await people.bookable(kalli, {
      durationMinutes: 30,
      stepMinutes: 30,
      noticeMinutes: 0,
      units: 1,
    })
    stylists.push({ professional: professional.id, service: serviceId, space: space.id })
  }
  const weekly = JSON.stringify(
    [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1080 })),
  )
  await db.updateTable('schedules').set({ weekly }).execute()
  await db.updateTable('services').set({ horizon_days: 365 }).execute()
  return stylists
}

const setBusy = async (professionals: readonly number[], busy: Busy) => {
  await db.deleteFrom('claims').where('resource_id', 'in', professionals).execute()
  const spans = union(busy)
  for (const resource_id of professionals)
    for (let index = 0; index < spans.length; index += 2) {
      const [start, end] = spans.slice(index, index + 2).map((edge) => new Date(edge).toISOString())
      await db
        .insertInto('claims')
        .values({ resource_id, during: `[${start},${end})`, state: 'firm' })
        .execute()
    }
}

const answer = (message: object) => void process.send?.(message)

const stylists = await fillStylists()
if (claims > 0) await fillDemo()
await sql`vacuum analyze`.execute(db)

process.on('message', async (message: { busy?: Busy; stop?: boolean }) => {
  if (message.stop) {
    await kalli.close()
    process.exit(0)
  } else {
    if (message.busy)
      await setBusy(
        stylists.map(({ professional }) => professional),
        message.busy,
      )
    const { user, system } = process.cpuUsage()
    answer({ cpuSeconds: (user + system) / 1e6, peakBytes: process.resourceUsage().maxRSS * 1024 })
  }
})
answer({ url: kalli.url, stylists })
