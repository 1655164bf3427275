/** Marks near visits as reminded: newly loaded demo data must not write to everyone at once. */
import type pg from 'pg'
import { visitReminder } from '#contract/service/reminder.ts'

export const writeReminders = (client: pg.Client, now: Date) =>
  client.query(
    `insert into booking_reminders (booking_id, kind, starts_at, noted_at)
     select id, kind, starts_at, due_at from (
       select id, starts_at, 'day' as kind, starts_at - $2::float8 * interval '1 millisecond' as due_at
       from bookings where status = 'confirmed' and kind = 'visit'
       union all
       select id, starts_at, 'soon', case when local_start::time < $4::time
         then (local_start::date - 1 + $5::time) at time zone zone else starts_at - $3::float8 * interval '1 millisecond' end
       from bookings where status = 'confirmed' and kind = 'visit') told
     where starts_at > $1::timestamptz and due_at <= $1::timestamptz`,
    [
      now,
      visitReminder.day.beforeMs,
      visitReminder.soon.beforeMs,
      visitReminder.earlyVisit,
      visitReminder.eveningBefore,
    ],
  )
