import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { isPassword } from '#server/account/password.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { drawAppointments } from '#server/seed/booking/appointments.ts'
import { loadFast } from '#server/seed/bulk.ts'
import { writePeople } from '#server/seed/people/people.ts'
import { demoAccounts, demoPassword, seed } from '#server/seed/seed.ts'
import { drawProfessional, drawSpace } from '#server/seed/people/demo-data.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'

const now = new Date('2026-11-20T16:00:00Z')
const stores: TestDatabase[] = []
const clients: pg.Client[] = []
let demo: pg.Client

const grow = async () => {
  const store = await testDatabase()
  stores.push(store)
  const config = readConfig({ KALLI_SEED: 'small', KALLI_SECRET: 'only-for-tests-0123456789abcdef0123' })
  await seed({ url: store.url, config, log: openLog('error'), now })
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  clients.push(client)
  return client
}

const one = async <T>(client: pg.Client, query: string): Promise<T> => {
  const { rows } = await client.query<{ value: T }>(query)
  const [row] = rows
  assert.ok(row)
  return row.value
}

before(async () => {
  demo = await grow()
})
after(async () => {
  for (const client of clients) await client.end()
  for (const store of stores) await store.drop()
})

test('the same number gives the same person, whatever the size of the demo data', () => {
  assert.deepEqual(drawProfessional(17), drawProfessional(17))
  assert.notDeepEqual(drawProfessional(17).lastName, drawProfessional(18).lastName)
  assert.deepEqual(drawSpace(5, 3), drawSpace(5, 3))
})

test('two demo data sets of one size and day are identical', async () => {
  const twin = await grow()
  const digests = `select md5(string_agg(line, '' order by line)) as value from (
    select bookings::text as line from bookings union all select entries::text from entries
    union all select (to_jsonb(professionals) - 'changed_at')::text from professionals union all select reviews::text from reviews) all_lines`
  // Ids that the database assigns may differ; the contents may not.
  const withoutIds = digests.replace(
    'reviews::text from reviews',
    'concat(booking_id, subject, score, text) from reviews',
  )
  assert.equal(await one(twin, withoutIds), await one(demo, withoutIds))
})

test('no person and no chair is booked twice, and ended bookings hold no time', async () => {
  const clashes = await one<string>(
    demo,
    `select count(*) as value from claims a join claims b on a.resource_id = b.resource_id and a.id < b.id and a.during && b.during`,
  )
  assert.equal(clashes, '0')
  const left = await one<string>(
    demo,
    `select count(*) as value from claims join bookings on bookings.id = booking_id where status in ('closed', 'cancelled_by_client')`,
  )
  assert.equal(left, '0')
})

test('no professional applied to a space or a vacancy of another trade', async () => {
  const requested = await one<number>(demo, 'select count(*)::int as value from applications')
  assert.ok(requested > 20, String(requested))
  const { rows } = await demo.query(
    `select a.id, a.status, p.categories, s.categories as allowed, v.category as wanted
     from applications a join professionals p on p.id = a.professional_id join spaces s on s.id = a.space_id
     left join vacancies v on v.id = a.vacancy_id
     where not (s.categories = '{}' or p.categories && s.categories) or v.category <> all(p.categories)
       or not (s.categories = '{}' or v.category is null or v.category = any(s.categories))`,
  )
  assert.deepEqual(rows, [])
})

test('every seeded row passes the constraints that were disabled to load it', async () => {
  // Rows copied into an empty twin with all triggers on, so that every constraint is checked here.
  const strict = await testDatabase()
  stores.push(strict)
  const client = new pg.Client({ connectionString: strict.url })
  await client.connect()
  clients.push(client)
  const tables = [
    'accounts',
    'resources',
    'hosts',
    'businesses',
    'professionals',
    'services',
    'spaces',
    'units',
    'agreements',
    'schedules',
    'clients',
    'class_sessions',
    'session_packs',
    'bookings+attendances+booking_segments+booking_companions',
    'booking_moves',
    'no_shows',
    'closures',
    'blocks+claims',
    'payments',
    'journals+entries',
    'payouts',
    'reviews',
    'notifications',
    'notification_matchings',
  ]
  for (const name of tables) {
    await client.query('begin')
    for (const table of name.split('+')) {
      const { rows } = await demo.query<{ rows: unknown }>(
        `select coalesce(jsonb_agg(t), '[]') as rows from ${table} t`,
      )
      // Generated columns cannot be copied.
      const columns = await one<string>(
        demo,
        `select string_agg(attname, ', ' order by attnum) as value from pg_attribute
         where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      )
      await client.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(rows[0]?.rows)],
      )
    }
    await client.query('commit')
  }
  assert.equal(
    await one(client, 'select count(*) as value from bookings'),
    await one(demo, 'select count(*) as value from bookings'),
  )
  const differences = await one<string>(
    client,
    `select count(*) as value from (select account, party_id, sum(amount_cents) from entries where party_id is not null group by 1, 2
      except select * from balances) d`,
  )
  assert.equal(differences, '0', 'the projection equals the sum of the entries')
})

test('seeding leaves the indexes and constraints of the schema unchanged', async () => {
  const empty = await testDatabase()
  stores.push(empty)
  const client = new pg.Client({ connectionString: empty.url })
  await client.connect()
  clients.push(client)
  const schema = `select string_agg(line, E'\\n' order by line) as value from (
    select concat_ws(' ', indexrelid::regclass, pg_get_indexdef(indexrelid), indisvalid, obj_description(indexrelid, 'pg_class')) as line
      from pg_index join pg_class on pg_class.oid = indrelid where relnamespace in ('public'::regnamespace, 'standin'::regnamespace)
    union all
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated, obj_description(oid, 'pg_constraint'))
      from pg_constraint where conrelid <> 0 and connamespace in ('public'::regnamespace, 'standin'::regnamespace)
    union all
    select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal) every_line`
  assert.equal(await one(demo, schema), await one(client, schema))
})

test('a row with a broken reference stops the seeding', async () => {
  const store = await testDatabase()
  stores.push(store)
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  clients.push(client)
  await client.query('begin')
  const endLoad = await loadFast(client)
  await client.query(
    `insert into hosts (id, account_id, created_at) overriding system value values (1, 4711, now())`,
  )
  await assert.rejects(endLoad, /hosts\.hosts_account_id_fkey/)
})

test('the ledger balances, and finished bookings hold no client money', async () => {
  assert.equal(await one(demo, 'select sum(amount_cents) as value from entries'), '0')
  const saved = await one<string>(
    demo,
    `select count(*) as value from (select booking_id from entries join journals on journals.id = journal_id
      join bookings on bookings.id = booking_id where account = 2010 and status in ('completed', 'closed')
      group by 1 having sum(amount_cents) <> 0) kept`,
  )
  assert.equal(saved, '0')
})

test('the demo people can sign in and have something to do today', async () => {
  for (const { email } of demoAccounts) {
    const hash = await one<string>(
      demo,
      `select password_hash as value from accounts where email = '${email}'`,
    )
    assert.ok(await isPassword(demoPassword, hash), email)
  }
  const today = `(starts_at at time zone 'America/Mexico_City')::date = '2026-11-20'`
  assert.ok(
    Number(
      await one(demo, `select count(*) as value from bookings where professional_id = 1 and ${today}`),
    ) >= 3,
  )
  assert.ok(
    Number(await one(demo, `select count(*) as value from bookings where host_id = 1 and ${today}`)) >= 3,
  )
  const coming = `select count(*) as value from bookings join clients on clients.id = client_id
    where account_id = 1 and status = 'confirmed'`
  assert.ok(Number(await one(demo, coming)) >= 1)
  const rented = `select count(*) as value from bookings join claims on claims.booking_id = bookings.id
    where kind = 'rent' and professional_id = 1 and bookings.status = 'confirmed' and starts_at > '2026-11-20'
      and claims.state = 'firm'`
  assert.equal(await one(demo, rented), '2', 'hours of hers to come, with both claims')
})

test('classes have participants: past ones with reviews, full ones, and ones below their minimum', async () => {
  const count = async (what: string) =>
    Number(
      await one(
        demo,
        `select count(*) as value from (select own.*, coalesce((select sum(persons) from bookings seat where seat.class_id = own.id
             and seat.status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')), 0) as taken,
           exists (select from reviews join bookings seat on seat.id = reviews.booking_id where seat.class_id = own.id) as reviewed
         from class_sessions own) own where ${what}`,
      ),
    )
  const coming = `starts_at > '${now.toISOString()}'`
  assert.ok((await count(`ends_at < '${now.toISOString()}' and taken >= 3 and reviewed`)) >= 5)
  assert.ok((await count(`${coming} and taken = capacity`)) >= 1)
  assert.ok(
    (await count(`${coming} and taken between 1 and 2 and minimum > taken and decided_at is null`)) >= 1,
  )
  assert.ok((await count(`professional_id = 1 and ${coming} and taken >= 3`)) >= 2)
  assert.equal(await count('taken > capacity'), 0)
  assert.equal(await count(`uuid_extract_version(id) is null`), 0, 'each opens by its id')
  const own = `select count(*) as value from bookings join clients on clients.id = client_id where account_id = 1 and class_id is not null`
  assert.ok(Number(await one(demo, `${own} and status = 'confirmed' and persons = 2`)) >= 1)
  assert.ok(Number(await one(demo, `${own} and status in ('completed', 'closed')`)) >= 1)
})

test('the demo client bought a session pack, used some sessions and has some left', async () => {
  const pack = `from session_packs pack join clients on clients.id = pack.client_id where account_id = 1 and status = 'active'`
  assert.equal(await one(demo, `select count(*) as value ${pack}`), '1')
  const used = `select count(*) as value from bookings where session_pack_id = (select pack.id ${pack})`
  assert.equal(await one(demo, `${used} and status in ('completed', 'closed')`), '2')
  assert.equal(await one(demo, `${used} and status = 'confirmed'`), '1')
  const left = await one<string>(
    demo,
    `select captured_cents - moved_cents = 2 * (price_cents / sessions) as value from payments join session_packs pack on pack.id = booking_id`,
  )
  assert.ok(left, 'two of five are left')
})

test('for any day and hour of seeding the demo client has an upcoming visit', async () => {
  const store = await testDatabase()
  stores.push(store)
  const client = new pg.Client({ connectionString: store.url })
  await client.connect()
  clients.push(client)
  const size = { professionals: 3, spaces: 3, clients: 40 }
  const { ids, settled } = await writePeople(client, size, { now, passwordHash: '', secret: '' }, () => {})
  for (let hours = 0; hours < 28 * 24; hours += 11) {
    const at = now.getTime() + hours * 3_600_000
    const coming = [...drawAppointments(settled, ids, size.clients, at)].filter(
      ({ client, became }) => client === 1 && became === 'confirmed',
    )
    assert.ok(coming.length > 0, new Date(at).toISOString())
  }
})

test('the demo notifications lie in the past, some read and some unread', async () => {
  for (const account of [2, 3]) {
    const bell = (which: string) =>
      one<string>(
        demo,
        `select count(*) as value from notifications where account_id = ${account} and ${which}`,
      )
    assert.ok(Number(await bell('read_at is null')) >= 2)
    assert.ok(Number(await bell('read_at is not null')) >= 2)
    assert.equal(await bell(`created_at > '${now.toISOString()}'`), '0')
  }
})

test('the ratings on cards equal the average of the reviews', async () => {
  const wrong = await one<string>(
    demo,
    `select count(*) as value from professionals p left join (select professional_id, round(avg(score), 2) as rating, count(*) as count
      from reviews where subject = 'professional' group by 1) r on r.professional_id = p.id
      where p.review_count <> coalesce(r.count, 0) or p.rating <> coalesce(r.rating, 0)`,
  )
  assert.equal(wrong, '0')
})
