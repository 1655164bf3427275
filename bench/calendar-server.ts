/**
 * For calendar.bench.ts: Kalli and a professional whose month is booked, beside many bookings of the same professional in other months;
 * reports its address, the professional's session, and the statements of any path.
 */
import { sql } from 'kysely'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { answerAll } from './recording.ts'
import { likenesses, listenIn } from './likeness.ts'

const [visits = 0, others = 0] = process.argv.slice(2).map(Number)
const days = 28

const kalli = await startTestServer()
const db = kalli.database.kysely
const at = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 30, units: 1 })
const { id: template } = await booked(kalli, at)

await db.connection().execute(async (connection) => {
  const run = (query: ReturnType<typeof sql>) => query.execute(connection)
  // A superuser loads without foreign key checks for each row.
  await run(sql`set session_replication_role = replica`)
  // The requested month, then the years before it.
  await run(sql`create temporary table made as
    select gen_random_uuid() as id,
      (date '2026-11-30' + n % ${days}::int + time '09:00' + n / ${days}::int * interval '75 minutes')
        at time zone 'America/Mexico_City' as starts_at
    from generate_series(0, ${visits - 1}::int) n
    union all
    select gen_random_uuid(), (date '2026-11-01' - n / 8 + time '09:00' + n % 8 * interval '75 minutes')
        at time zone 'America/Mexico_City'
    from generate_series(0, ${others - 1}::int) n`)
  await likenesses(connection, 'bookings', template, sql`made`, {
    id: sql`made.id`,
    starts_at: sql`made.starts_at`,
    ends_at: sql`made.starts_at + interval '1 hour'`,
    local_start: sql`made.starts_at at time zone one.zone`,
  })
  await run(sql`insert into claims (booking_id, resource_id, during, state)
    select id, ${at.professional.id}::bigint, tstzrange(starts_at, starts_at + interval '1 hour'), 'firm' from made
    where starts_at >= ${kalli.clock()}::timestamptz`)
  await run(sql`set session_replication_role = origin`)
})
await sql`vacuum analyze`.execute(db)

const cookie = [...at.professional.person.jar].map(([name, value]) => `${name}=${value}`).join('; ')
const listener = await listenIn(kalli, cookie)

answerAll({
  pool: kalli.database.pool,
  statementsOf: listener.statementsOf,
  close: async () => {
    await listener.close()
    await kalli.close()
  },
})
process.send?.({ url: kalli.url, cookie })
