/**
 * For timeline.bench.ts: Kalli over many claims of others, and a host with fifty units in five spaces whose month is booked, blocked and
 * closed; reports its address, the host's session, and the statements of any path.
 */
import { sql } from 'kysely'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { answerAll } from './recording.ts'
import { likenesses, listenIn } from './likeness.ts'

const [claims = 0, units = 0, visits = 0] = process.argv.slice(2).map(Number)
const spaces = 5
const days = 31
/** Ids of people made in bulk. */
const first = 1_000_000

const kalli = await startTestServer()
const db = kalli.database.kysely
const at = await people.bookable(kalli, { durationMinutes: 60, stepMinutes: 30, units: 1 })
const { id: template } = await booked(kalli, at)

/** The units of the big host, each in its space. */
const fillBusiness = async () => {
  const made: { unit: number; space: number }[] = []
  for (let count = 0; count < spaces; count += 1) {
    const { id: space, units: own } = await people.space(kalli, at.host, { units: units / spaces })
    made.push(...own.map((unit) => ({ unit, space })))
  }
  return made
}

const fill = async (own: readonly { unit: number; space: number }[]) => {
  await db.connection().execute(async (connection) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(connection)
    // A superuser loads without foreign key checks for each row.
    await run(sql`set session_replication_role = replica`)
    await run(sql`alter table claims drop constraint claims_never_overlap`)
    // Other resources: a hundred claims each, an hour long, in the same weeks.
    await run(sql`insert into resources (id, kind)
      select ${first}::bigint + n, 'unit' from generate_series(1, ${Math.ceil(claims / 100)}::int) n`)
    await run(sql`insert into claims (resource_id, during, state)
      select ${first}::bigint + 1 + n / 100, tstzrange(start, start + interval '1 hour'), 'firm'
      from generate_series(0, ${claims - 1}::int) n,
        lateral (select ${kalli.clock()}::timestamptz + (n % 100 * 8 - 60) * interval '1 hour' as start) hour`)
    await run(sql`create temporary table own as
      select * from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as o (unit bigint, space bigint)`)
    // So many visits a unit and day from nine on, half an hour apart.
    await run(sql`create temporary table made as
      select gen_random_uuid() as id, unit, space,
        (date '2026-11-23' + day + time '09:00' + visit * interval '90 minutes') at time zone 'America/Mexico_City' as starts_at
      from own, generate_series(0, ${days - 1}::int) day, generate_series(0, ${visits - 1}::int) visit`)
    await likenesses(connection, 'bookings', template, sql`made`, {
      id: sql`made.id`,
      unit_id: sql`made.unit`,
      space_id: sql`made.space`,
      host_id: sql`${at.host.id}::bigint`,
      agreement_id: sql`null::bigint`,
      starts_at: sql`made.starts_at`,
      ends_at: sql`made.starts_at + interval '1 hour'`,
      local_start: sql`made.starts_at at time zone one.zone`,
    })
    await run(sql`insert into claims (booking_id, resource_id, during, state)
      select id, unit, tstzrange(starts_at, starts_at + interval '1 hour'), 'firm' from made`)
    // Every tenth unit is closed for repair one morning of each week.
    await run(sql`with blocked as (
        insert into blocks (unit_id, kind, reason, author_account_id, created_at)
        select unit, 'maintenance', 'Cambian el respaldo', ${at.host.accountId}::bigint, ${kalli.clock()}::timestamptz
        from own where unit % 10 = 0 returning id, unit_id)
      insert into claims (resource_id, during, state, block_id)
      select unit_id, tstzrange('2026-12-01T13:00:00Z', '2026-12-01T15:00:00Z'), 'firm', id from blocked`)
    await run(
      sql`alter table claims add constraint claims_never_overlap exclude using gist (resource_id with =, during with &&)`,
    )
    await run(sql`set session_replication_role = origin`)
  })
  await sql`vacuum analyze`.execute(db)
}

await fill(await fillBusiness())
const cookie = [...at.host.person.jar].map(([name, value]) => `${name}=${value}`).join('; ')
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
