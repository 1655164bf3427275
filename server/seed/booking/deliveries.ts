/** The delivery of the demo data's reminders: by several channels, most of them arrived, a few by the second channel only. */
import type pg from 'pg'

/** After the reminders were queued. The channel follows from the booking's number, so that every seed is alike. */
export const writeDeliveries = async (client: pg.Client, now: Date) => {
  await client.query(
    `insert into outbound_messages (account_id, booking_id, side, event, content, dedupe_key, created_at, look_at)
     select c.account_id, b.id, 'client', 'reminder_' || r.kind,
       jsonb_build_object('kind', 'reminder', 'reminder', r.kind, 'bookingId', b.id,
         'startsAt', to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
       'booking-reminder:' || b.id || ':' || r.kind || ':' ||
         to_char(r.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       r.noted_at, null
     from booking_reminders r join bookings b on b.id = r.booking_id left join clients c on c.id = b.client_id
     where r.noted_at <= $1::timestamptz`,
    [now],
  )
  const lot = `abs(hashtext(m.id::text)) % 20`
  // The failed first channel of those that needed a second.
  await client.query(
    `insert into deliveries (id, message_id, channel, recipient, state, reason, queued_at, sent_at, failed_at)
     select gen_random_uuid(), m.id, 'whatsapp', '+52 ••• ••• ' || right('000' || abs(hashtext(m.dedupe_key)) % 10000, 4),
       'failed', case when ${lot} = 0 then 'whatsapp_131026' else 'not_confirmed' end, m.created_at,
       case when ${lot} = 0 then null else m.created_at end, m.created_at + interval '10 minutes'
     from outbound_messages m where m.look_at is null and ${lot} < 2`,
  )
  await client.query(
    `insert into deliveries (id, message_id, channel, recipient, state, queued_at, sent_at, delivered_at, read_at)
     select gen_random_uuid(), id, channel,
       case channel when 'email' then 'l••••@ejemplo.mx' when 'push' then 'dispositivos'
         else '+52 ••• ••• ' || right('000' || abs(hashtext(dedupe_key)) % 10000, 4) end,
       state, at, at, case when state in ('delivered', 'read') then at + interval '20 seconds' end,
       case when state = 'read' then at + interval '4 minutes' end
     from (
       select id, dedupe_key, channel, created_at + case when lot < 2 then interval '10 minutes' else interval '0' end as at,
         case when channel = 'email' then 'sent' when lot % 2 = 0 and channel <> 'sms' then 'read' else 'delivered' end as state
       from (
         select m.id, m.dedupe_key, m.created_at, ${lot} as lot,
           case when ${lot} < 2 then 'email' when ${lot} < 10 then 'whatsapp' when ${lot} < 13 then 'sms'
             when ${lot} < 15 then 'push' else 'email' end as channel
         from outbound_messages m where m.look_at is null) one) told`,
  )
}
