/** What the demo's host has taken out of sale: a chair that is being mended next week, and a morning of cleaning. */
import type pg from 'pg'

/** After the appointments: what is booked in that time stays, as it would for anybody who closes. */
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
