/** Closures of the demo's host: a chair that is being repaired next week, and a morning of cleaning. */
import type pg from 'pg'

/** After the appointments: bookings in that time stay, as for any host who closes. */
export const writeClosed = async (client: pg.Client, now: Date) => {
  await client.query(
    `with made as (
       insert into closures (space_id, kind, during, reason, author_account_id, created_at)
       select space.id, 'maintenance', tstzrange(day.at, day.at + interval '3 days'), 'Cambian el respaldo', host.account_id, $1
       from spaces space join hosts host on host.id = space.host_id,
         lateral (select date_trunc('week', $1::timestamptz at time zone space.zone) at time zone space.zone + interval '8 days' as at) day
       where space.host_id = 1 order by space.id limit 1
       returning id, space_id, during)
     insert into closure_units (closure_id, unit_id, during)
     select made.id, unit.id, made.during from made join units unit on unit.space_id = made.space_id and unit.active
     order by unit.number desc limit 1`,
    [now],
  )
  await client.query('select fill_closure(closure_id, unit_id, during) from closure_units')
}

const ownBlocks = [
  { reason: 'Curso de color', from: '9 days 10 hours', to: '9 days 12 hours' },
  { reason: 'Curso de color', from: '16 days 10 hours', to: '16 days 12 hours' },
  { reason: 'Dentista', from: '10 days 17 hours', to: '10 days 18 hours' },
]

/** Hours that two of the demo's professionals block for themselves, where there is no booking. */
export const writeOwnBlocks = async (client: pg.Client, now: Date) => {
  for (const { reason, from, to } of ownBlocks)
    await client.query(
      `with wanted as (
         select person.id, person.account_id, tstzrange((week.at + $3::interval) at time zone person.zone,
           (week.at + $4::interval) at time zone person.zone) as during
         from professionals person,
           lateral (select date_trunc('week', $1::timestamptz at time zone person.zone) as at) week
         where person.id in (1, 7)
       ), made as (
         insert into blocks (professional_id, kind, reason, author_account_id, created_at)
         select id, 'block', $2, account_id, $1 from wanted
         where not exists (select from claims where resource_id = wanted.id and claims.during && wanted.during)
         returning id, professional_id
       )
       insert into claims (resource_id, during, state, block_id)
       select wanted.id, wanted.during, 'firm', made.id from made join wanted on wanted.id = made.professional_id`,
      [now, reason, from, to],
    )
}
