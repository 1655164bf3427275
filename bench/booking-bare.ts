/**
 * For booking.bench.ts: the writes of a booking as bare SQL over bare pg. The same rows under the same constraints in the same nine
 * commits, every statement prepared; only locked rows are read, no rule is checked and no response is rendered.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Sample } from './harness.ts'
import type { Stylist } from './booking-town.ts'

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 })
const stylists: Stylist[] = JSON.parse(process.env['KALLI_BENCH_STYLISTS'] ?? '[]')
const halfHour = 1_800_000
/** Years away from Kalli's own slots; each is sold once. */
const firstStart = Date.UTC(2040, 0, 1)
let sold = 0

const sellAll = async ({ visitors, seconds }: { visitors: number; seconds: number }): Promise<Sample> => {
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const end = begin + seconds * 1000
  let operations = 0
  const visitor = async () => {
    while (performance.now() < end) {
      await sellOne()
      operations += 1
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitor))
  const { user, system } = process.cpuUsage(cpu)
  return {
    operations,
    seconds: (performance.now() - begin) / 1000,
    cpuSeconds: (user + system) / 1e6,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }
}

type Order = ReturnType<typeof nextOrder>

const nextOrder = () => {
  const place = sold++
  const stylist = stylists[place % stylists.length]
  if (stylist === undefined) throw new Error('no stylists')
  const start = firstStart + Math.floor(place / stylists.length) * halfHour
  const times = { now: new Date(), startsAt: new Date(start), endsAt: new Date(start + halfHour) }
  return { id: randomUUID(), visitor: `visitor:${randomUUID()}`, stylist, ...times }
}

const sellOne = async () => {
  const order = nextOrder()
  await once(order, 'POST /api/holds', () => inTransaction((client) => hold(client, order)))
  await once(order, 'POST /api/bookings', async () => {
    const payment = await inTransaction((client) => pay(client, order))
    const charge = await askBank(order, payment)
    await inTransaction((client) => recordMoney(client, order, { ...payment, charge }))
    await inTransaction((client) => confirm(client, order))
  })
}

/** Both calls carry an idempotency key, as the screens send one. */
const once = async ({ visitor, now }: Order, endpoint: string, act: () => Promise<unknown>) => {
  const key = randomUUID()
  await ask(
    pool,
    'key',
    `insert into idempotency_keys (actor, key, endpoint, body_hash, started_at) values ($1, $2, $3, $4, $5)
     on conflict (actor, key) do nothing returning key`,
    [visitor, key, endpoint, Buffer.alloc(32), now],
  )
  await act()
  await ask(
    pool,
    'reply',
    'update idempotency_keys set reply = $3, status = 200 where actor = $1 and key = $2',
    [visitor, key, replyText],
  )
}

const hold = async (client: pg.PoolClient, { id, visitor, stylist, now, startsAt, endsAt }: Order) => {
  await ask(
    client,
    'hold',
    `with booking as (
       insert into bookings (id, status, holder, hold_expires_at, professional_id, service_id, space_id, unit_id, host_id,
         agreement_id, starts_at, ends_at, zone, local_start, service_name, total_cents, rent_cents, rent_minutes,
         terms, quote, quote_hash, created_at)
       values ($1, 'held', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'America/Mexico_City', $12, 'Corte y peinado',
         100000, 10000, 30, $13, $14, 'cKS3v8FxxeHu8H-UUmv7t9WqIOuQS2AV', $15)
       on conflict do nothing returning id, version)
     insert into booking_moves (booking_id, version, move, to_status, actor, at)
     select id, version, 'hold', 'held', 'client', $15 from booking`,
    [
      id,
      visitor,
      new Date(now.getTime() + 600_000),
      stylist.professional,
      stylist.service,
      stylist.space,
      stylist.unit,
      stylist.host,
      stylist.agreement,
      startsAt,
      endsAt,
      startsAt.toISOString().slice(0, 19),
      termsText,
      quoteText,
      now,
    ],
  )
  const expiresAt = new Date(now.getTime() + 600_000)
  await claim(client, id, [stylist.professional, stylist.unit], { startsAt, endsAt, expiresAt, now })
}

type Span = { startsAt: Date; endsAt: Date; expiresAt: Date; now: Date }

const claim = async (client: pg.PoolClient, id: string, resources: readonly number[], span: Span) => {
  const { rowCount } = await ask(
    client,
    'claim',
    `with deleted as (
       delete from claims where resource_id = any($2) and during && tstzrange($3, $4) and expires_at <= $6 returning id)
     insert into claims (booking_id, resource_id, during, state, expires_at)
     select $1, resource, tstzrange($3, $4), 'hold', $5 from unnest($2::bigint[]) as resource
     where (select count(*) from deleted) >= 0 order by resource
     on conflict do nothing returning resource_id`,
    [id, resources, span.startsAt, span.endsAt, span.expiresAt, span.now],
  )
  if (rowCount !== resources.length) throw new Error('the time was taken')
}

const pay = async (client: pg.PoolClient, { id, visitor, now, startsAt, endsAt }: Order) => {
  await ask(client, 'lock booking', 'select * from bookings where id = $1 for update', [id])
  const made = await ask<{ id: string }>(
    client,
    'client',
    `with resource as (insert into resources (kind) values ('client') returning id)
     insert into clients (id, email, phone, first_name, last_name, created_at)
     select id, $1, '+525511112222', 'Lucía', 'Hernández', $2 from resource on conflict do nothing returning id`,
    [`${visitor}@example.test`, now],
  )
  const clientId = Number(made.rows[0]?.id)
  const expiresAt = new Date(now.getTime() + 600_000)
  await claim(client, id, [clientId], { startsAt, endsAt, expiresAt, now })
  await ask(
    client,
    'pay',
    `with moved as (
       update bookings set client_id = $2, contact = $3, status = 'awaiting_payment', version = 2
       where id = $1 and version = 1 returning id, version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
     select id, version, 'pay', 'held', 'awaiting_payment', 'client', '', $4 from moved`,
    [id, clientId, contactText, now],
  )
  const paymentId = randomUUID()
  const callId = randomUUID()
  await ask(
    client,
    'payment',
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, capture_at, created_at)
     values ($1, $2, $3, 'standin', 'card', 'created', 100000, $4, $5) on conflict (booking_id) do nothing returning id`,
    [paymentId, id, visitor, startsAt, now],
  )
  await ask(
    client,
    'intent',
    `insert into payment_calls (id, payment_id, kind, amount_cents, idem_key, token, created_at)
     values ($1, $2, 'authorize', 100000, $3, 'tok_ok', $4)`,
    [callId, paymentId, `${paymentId}:authorize:1`, now],
  )
  return { paymentId, callId }
}

/** The bank stand-in's own records: an outside service to both sides. */
const askBank = async ({ now }: Order, { paymentId }: { paymentId: string }) => {
  const charge = `ch_${randomUUID()}`
  await ask(
    pool,
    'bank',
    `with fresh as (
       insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, card_ref, card_brand,
         card_last4, reference, return_url, created_at)
       values ($1, $2, $3, 'charge', 'ok', 'authorized', 100000, 'card', 'visa', '4242', $4, '/', $5)
       on conflict (idem_key) do nothing returning *),
     told as (
       insert into standin.events (id, kind, object_id, deliver_at) select $6, 'charge.updated', id, $5 from fresh)
     select * from fresh`,
    [charge, `${paymentId}:authorize:1`, '{}', paymentId, now, `ev_${randomUUID()}`],
  )
  return charge
}

const recordMoney = async (
  client: pg.PoolClient,
  { id, now }: Order,
  { paymentId, callId, charge }: { paymentId: string; callId: string; charge: string },
) => {
  await ask(client, 'lock payment', 'select * from payments where id = $1 for update', [paymentId])
  await ask(
    client,
    'close intent',
    `update payment_calls set status = 'done', external_id = $2, done_at = $3 where id = $1 and status = 'pending'`,
    [callId, charge, now],
  )
  await ask(
    client,
    'journal',
    `with journal as (
       insert into journals (kind, idem_key, booking_id, external_id, at) values ('hold', $1, $2, $3, $4)
       on conflict (idem_key) do nothing returning id)
     insert into entries (journal_id, line, account, amount_cents)
     select id, line, account, cents from journal,
       unnest('{1,2}'::smallint[], '{9010,9020}'::smallint[], '{100000,-100000}'::bigint[]) as given(line, account, cents)`,
    [`hold:${charge}`, id, charge, now],
  )
  await ask(
    client,
    'authorized',
    `update payments set status = 'authorized', authorized_cents = 100000, charge_ref = $2, card_ref = 'card',
       card_brand = 'visa', card_last4 = '4242', version = 2 where id = $1 returning *`,
    [paymentId, charge],
  )
  await notify(client, ['follow-payment', 'follow-card'], { bookingId: id, paymentId })
}

const confirm = async (client: pg.PoolClient, { id, now }: Order) => {
  await ask(client, 'lock booking', 'select * from bookings where id = $1 for update', [id])
  await ask(
    client,
    'firm',
    `update claims set state = 'firm', expires_at = null where booking_id = $1 returning resource_id`,
    [id],
  )
  await ask(
    client,
    'confirm',
    `with moved as (
       update bookings set confirmed_at = $2, hold_expires_at = null, arrival_code = '123456', status = 'confirmed',
         version = 3
       where id = $1 and version = 2 returning id, version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at)
     select id, version, 'confirm', 'awaiting_payment', 'confirmed', 'platform', 'paid', $2 from moved`,
    [id, now],
  )
  await notify(client, followers, { bookingId: id })
}

/** As many as follow a confirmed booking. */
const followers = ['mail-client', 'mail-professional', 'mail-host', 'end-waiting', 'tell', 'tell-client']

const notify = (client: pg.PoolClient, names: readonly string[], payload: object) =>
  ask(
    client,
    'job',
    `insert into pgboss.job (name, data, policy, dead_letter, keep_until, expire_seconds, deletion_seconds,
       heartbeat_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, start_after)
     select q.name, s.data, q.policy, q.dead_letter, now() + q.retention_seconds * interval '1s', q.expire_seconds,
       q.deletion_seconds, q.heartbeat_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max,
       now() + interval '1 year'
     from jsonb_to_recordset($1::jsonb) as s (queue text, data jsonb) join pgboss.queue q on q.name = s.queue`,
    [JSON.stringify(names.map((name) => ({ queue: 'facts', data: { job: `bench.${name}`, payload } })))],
  )

const inTransaction = async <T>(act: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await act(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

const ask = <Row extends pg.QueryResultRow>(
  requested: pg.Pool | pg.PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
) => requested.query<Row>({ name, text, values: [...values] })

/** As long as the response that Kalli stores there. */
const replyText = JSON.stringify('x'.repeat(1_400))
const contactText =
  '{"email":"lucia@example.test","phone":"+525511112222","lastName":"Hernández","firstName":"Lucía"}'
const termsText = JSON.stringify({ rates: 'x'.repeat(700) })
const quoteText = JSON.stringify({ lines: 'x'.repeat(400) })

process.on('message', async (message: { stop?: boolean; visitors?: number; seconds?: number }) => {
  if (message.stop === true) {
    await pool.end()
    process.exit(0)
  }
  process.send?.(await sellAll({ visitors: message.visitors ?? 1, seconds: message.seconds ?? 1 }))
})
process.once('disconnect', () => process.exit(0))
process.send?.({ url: '' })
