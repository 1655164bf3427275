/**
 * For growth.bench.ts: Kalli over many bookings, payments and claims, a hundred of each for every professional and every client; reports
 * its address, two sessions, and the statements of any path.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { answerAll } from './recording.ts'
import { likenesses, listenIn } from './likeness.ts'

const rows = Number(process.argv[2])
const each = 100
const addProfessionals = rows / each
/** Ids of people made in bulk. */
const first = 1_000_000

const kalli = await startTestServer()
const db = kalli.database.kysely

/** One real booking; the others copy it at other times, for other people. */
const template = await (async () => {
  const at = await people.bookable(kalli, { durationMinutes: 30, stepMinutes: 30, units: 1 })
  const { id } = await booked(kalli, at)
  return { ...at, booking: id }
})()

const Payment = z.tuple([z.object({ id: z.string() })])

const fill = () =>
  db.connection().execute(async (connection) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(connection)
    // A superuser loads without foreign key checks for each row.
    await run(sql`set session_replication_role = replica`)
    await run(sql`alter table claims drop constraint claims_never_overlap`)
    await run(sql`insert into resources (id, kind)
      select ${first}::bigint + n, 'professional' from generate_series(1, ${addProfessionals}::int) n
      union all select ${2 * first}::bigint + n, 'client' from generate_series(1, ${addProfessionals}::int) n`)
    const many = sql`generate_series(1, ${sql.lit(addProfessionals)}::int) n`
    const id = sql`${sql.lit(first)}::bigint + n`
    // Each confirmed address or number belongs to one account only.
    await likenesses(connection, 'accounts', template.professional.accountId, many, {
      id,
      email: sql`'p' || n || '@growth.test'`,
      phone: sql`null`,
      phone_confirmed_at: sql`null`,
    })
    await likenesses(connection, 'professionals', template.professional.id, many, {
      id,
      account_id: id,
      slug: sql`'growth-' || n`,
      has_own_place: sql`true`,
    })
    await run(sql`insert into schedules
      select owner_kind, ${first}::bigint + n, weekly from schedules, generate_series(1, ${addProfessionals}::int) n
      where owner_kind = 'professional' and owner_id = ${template.professional.id}`)
    await likenesses(connection, 'services', template.serviceId, many, { id, professional_id: id })
    await run(sql`insert into clients (id, account_id, email, first_name, last_name, created_at)
      select ${2 * first}::bigint + n, ${first}::bigint + n, 'p' || n || '@growth.test', 'Lucía', 'Hernández', ${kalli.clock()}::timestamptz
      from generate_series(1, ${addProfessionals}::int) n`)
    await run(sql`create temporary table made as
      select gen_random_uuid() as id, gen_random_uuid() as payment_id, ${first}::bigint + 1 + n % ${addProfessionals}::int as professional_id,
        ${2 * first}::bigint + 1 + (n / ${each}::int + n * 7)::bigint % ${addProfessionals}::int as client_id,
        ${kalli.clock()}::timestamptz + (n / ${addProfessionals}::int - 70) * interval '1 day' + (n % 8) * interval '30 minutes' as starts_at
      from generate_series(0, ${rows - 1}::int) n`)
    const [{ id: payment }] = Payment.parse(
      (await sql`select id from payments where booking_id = ${template.booking}`.execute(connection)).rows,
    )
    await likenesses(connection, 'bookings', template.booking, sql`made`, {
      id: sql`made.id`,
      professional_id: sql`made.professional_id`,
      service_id: sql`made.professional_id`,
      client_id: sql`made.client_id`,
      starts_at: sql`made.starts_at`,
      ends_at: sql`made.starts_at + interval '30 minutes'`,
      local_start: sql`made.starts_at at time zone one.zone`,
      status: sql`case when made.starts_at < ${sql.lit(kalli.clock().toISOString())}::timestamptz then 'completed' else 'confirmed' end`,
    })
    await likenesses(connection, 'payments', payment, sql`made`, {
      id: sql`made.payment_id`,
      booking_id: sql`made.id`,
    })
    await run(sql`insert into claims (booking_id, resource_id, during, state)
      select id, professional_id, tstzrange(starts_at, starts_at + interval '30 minutes'), 'firm' from made`)
    await run(sql`insert into reviews (booking_id, subject, professional_id, score, text, author_first_name, created_at)
      select id, 'professional', professional_id, 5, 'Muy puntual y con mucho cuidado.', 'Lucía', starts_at
      from made where starts_at < ${kalli.clock()}::timestamptz - interval '60 days'`)
    await run(
      sql`alter table claims add constraint claims_never_overlap exclude using gist (resource_id with =, during with &&)`,
    )
    await run(sql`set session_replication_role = origin`)
    await run(sql`vacuum analyze`)
  })

await fill()
const person = await people.signIn(kalli, first + 7)
const cookie = [...person.jar].map(([name, value]) => `${name}=${value}`).join('; ')

const listener = await listenIn(kalli, cookie)

answerAll({
  pool: kalli.database.pool,
  statementsOf: listener.statementsOf,
  close: async () => {
    await listener.close()
    await kalli.close()
  },
})
process.send?.({ url: kalli.url, databaseUrl: kalli.config.databaseUrl, cookie, professional: first + 7 })
