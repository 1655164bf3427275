/**
 * Checks the seeded demo data as an inspector of a real salon would: opening hours, overlaps, one person at two places, notice, prices.
 * Seeded at a working hour, in the middle of the night and late on a Sunday, since the first start may be at any of them.
 */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { readConfig } from '#server/platform/config.ts'
import { openLog } from '#server/platform/log.ts'
import { seed } from '#server/seed/seed.ts'
import { testDatabase, type TestDatabase } from '#server/testing/database.ts'

/** A booking that took place or still may; `$1` is the moment of the seed. */
const live = `(select booking.*,
    case when booking.ends_at <= booking.starts_at then booking.starts_at + interval '1 minute' else booking.ends_at end as until,
    extract(isodow from booking.starts_at at time zone booking.zone)::int as weekday,
    extract(hour from booking.starts_at at time zone booking.zone) * 60 + extract(minute from booking.starts_at at time zone booking.zone) as from_minute,
    extract(epoch from (booking.ends_at at time zone booking.zone) - date_trunc('day', booking.starts_at at time zone booking.zone)) / 60 as to_minute
  from bookings booking
  where booking.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed',
    'client_no_show', 'professional_no_show'))`

const isWithin = (kind: 'space' | 'professional', owner: string) => `exists (
  select from schedules, jsonb_to_recordset(weekly) as open(weekday int, "fromMinute" int, "toMinute" int)
  where owner_kind = '${kind}' and owner_id = ${owner} and open.weekday = visit.weekday
    and open."fromMinute" <= visit.from_minute and visit.to_minute <= open."toMinute")`

/** Pairs of bookings that share a resource at one moment; a class is one hour of many clients, a visit may lie in rented hours. */
const overlap = (column: string, sameClass: string) => `
  select one.id, other.id as other, one.starts_at, other.starts_at as other_starts from ${live} one join ${live} other
    on other.${column} = one.${column} and other.id > one.id and other.starts_at < one.until and one.starts_at < other.until
  where ${sameClass} and one.parent_rent_id is distinct from other.id and other.parent_rent_id is distinct from one.id limit 20`

const questions: Readonly<Record<string, string>> = {
  'no visit or rent is outside the opening hours of its place': `
    select visit.id, visit.kind, visit.status, visit.starts_at, visit.space_id from ${live} visit
    where visit.space_id is not null and not ${isWithin('space', 'visit.space_id')} limit 20`,
  'no visit is outside the working hours of its professional': `
    select visit.id, visit.status, visit.starts_at, visit.professional_id from ${live} visit
    where visit.kind = 'visit' and visit.class_id is null and not ${isWithin('professional', 'visit.professional_id')} limit 20`,
  'nothing begins before seven or ends after ten at night': `
    select visit.id, visit.status, visit.starts_at, visit.zone from ${live} visit
    where visit.from_minute < 420 or visit.to_minute > 1320 limit 20`,
  'everything begins on a quarter of an hour': `
    select visit.id, visit.starts_at from ${live} visit where visit.from_minute::numeric % 15 <> 0 limit 20`,
  'no professional is with two clients at once': overlap(
    'professional_id',
    'one.class_id is distinct from other.class_id or one.class_id is null',
  ),
  'no chair is taken twice': overlap(
    'unit_id',
    'one.class_id is distinct from other.class_id or one.class_id is null',
  ),
  'no client is at two visits at once': overlap('client_id', 'true'),
  'nobody goes from one place to another in less than twenty minutes': `
    select one.id, other.id as other, one.ends_at, other.starts_at from ${live} one join ${live} other
      on other.professional_id = one.professional_id and other.space_id is distinct from one.space_id
      and other.starts_at >= one.ends_at and other.starts_at < one.ends_at + interval '20 minutes'
    where one.class_id is null and other.class_id is null limit 20`,
  'every story is told: seven absences, five problems, hours used and to come': `
    select wanted from unnest(array['ab001', 'ab002', 'ab003', 'ab004', 'ab005', 'ab006', 'ab007', 'ae001', 'ae002', 'ae003', 'ae004',
      'ae005', 'a0d2', 'a001', 'a002', 'a003']) as wanted
    where not exists (select from bookings where id::text like '019aa000%' || wanted)`,
  'a place and its unit belong together': `
    select visit.id from ${live} visit left join units on units.id = visit.unit_id left join spaces on spaces.id = visit.space_id
    where visit.space_id is not null and (units.space_id is distinct from visit.space_id or spaces.host_id is distinct from visit.host_id) limit 20`,
  'no client booked with less notice, or further ahead, than the service allows': `
    select visit.id, visit.created_at, visit.starts_at, service.notice_minutes, service.horizon_days
    from ${live} visit join services service on service.id = visit.service_id
    where visit.booked_by = 'client' and (visit.created_at + service.notice_minutes * interval '1 minute' > visit.starts_at
      or visit.created_at + service.horizon_days * interval '1 day' < visit.starts_at - interval '1 day') limit 20`,
  'nothing was booked, begun or ended in the future': `
    select visit.id, visit.status from ${live} visit left join attendances came on came.booking_id = visit.id
    where greatest(visit.created_at, came.checked_in_at, came.checked_out_at, visit.completed_at, visit.ended_at) > $1::timestamptz limit 20`,
  'a status agrees with the clock': `
    select visit.id, visit.status, visit.starts_at, visit.ends_at from ${live} visit
    where visit.status = 'in_progress' and ($1::timestamptz not between visit.starts_at - interval '15 minutes' and visit.ends_at + interval '2 hours')
      or visit.status in ('to_settle', 'completed', 'closed') and visit.starts_at > $1::timestamptz
      or visit.status = 'confirmed' and visit.ends_at < $1::timestamptz - interval '24 hours' limit 20`,
  'the price of a visit is the price of what it is made of': `
    select visit.id, visit.total_cents, visit.quote ->> 'totalCents' as quoted from ${live} visit
    where visit.total_cents <> (visit.quote ->> 'totalCents')::bigint
      or visit.kind = 'visit' and visit.booked_by = 'client' and visit.session_pack_id is null and visit.class_id is null and visit.coupon_id is null
        and visit.service_name = (select name from services where id = visit.service_id)
        and not exists (select from booking_segments where booking_id = visit.id)
        and visit.total_cents <> (select price_cents from services where id = visit.service_id) * visit.persons limit 20`,
  'rent is what was agreed for the time': `
    select visit.id, visit.rent_cents, visit.rent_minutes, agreement.rate_per_hour_cents from ${live} visit
    join agreements agreement on agreement.id = visit.agreement_id
    where visit.kind = 'visit' and visit.parent_rent_id is null and agreement.rent_share_bp is null and visit.rent_lines is null
      and visit.rent_cents > ceil(agreement.rate_per_hour_cents * visit.rent_minutes / 60.0) limit 20`,
  'a professional earns something with every visit': `
    select visit.id, visit.total_cents, visit.rent_cents from ${live} visit
    where visit.kind = 'visit' and visit.class_id is null and visit.rent_cents + visit.total_cents / 10 >= visit.total_cents limit 20`,
  'the weekly rent of a resident leaves out no week': `
    select one.membership_id, one.period, other.period as next from rent_charges one
    join lateral (select period from rent_charges later where later.membership_id = one.membership_id and lower(later.period) > lower(one.period)
      order by lower(later.period) limit 1) other on true
    where lower(other.period) <> upper(one.period) limit 20`,
  'rent is not asked for days to come': `
    select id, period from rent_charges where upper(period) > ($1::timestamptz at time zone 'America/Mexico_City')::date + 1 limit 20`,
  'a salon has as many agreements as its chairs can hold': `
    select space.id, count(*) from agreements agreement join spaces space on space.id = agreement.space_id
    where agreement.status in ('active', 'expiring', 'paused') group by space.id
    having count(*) > 4 * (select count(*) from units where units.space_id = space.id) + 8 limit 20`,
}

const config = readConfig({ KALLI_SEED: 'small', KALLI_SECRET: 'only-for-tests-0123456789abcdef0123' })
const stores: TestDatabase[] = []
after(async () => {
  for (const store of stores) await store.drop()
})

for (const [when, now] of [
  ['on a Tuesday at noon', new Date('2026-11-24T18:00:00Z')],
  ['at half past three in the night', new Date('2026-11-25T09:30:00Z')],
  ['late on a Sunday', new Date('2026-11-30T05:20:00Z')],
] as const)
  describe(`seeded ${when}`, () => {
    let client: pg.Client
    test('the demo data is seeded', async () => {
      const store = await testDatabase()
      stores.push(store)
      await seed({ url: store.url, config, log: openLog('error'), now })
      client = new pg.Client({ connectionString: store.url })
      await client.connect()
      const { rows } = await client.query<{ count: string }>('select count(*) from bookings')
      assert.ok(Number(rows[0]?.count) > 500)
    })
    for (const [sentence, question] of Object.entries(questions))
      test(sentence, async () => {
        const { rows } = await client.query(question, question.includes('$1') ? [now] : [])
        assert.deepEqual(rows, [])
      })
    after(async () => client.end())
  })
