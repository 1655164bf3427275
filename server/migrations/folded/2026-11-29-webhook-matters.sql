-- Webhooks hear of more than bookings: money, agreements, the team, reviews and messages, each of them in order.
alter table webhook_messages
  -- What it is about, where that is no booking: of one the messages come in order.
  add column about text,
  -- The event and the state that it tells: the same again is no second message.
  add column told_key text,
  add constraint webhook_messages_about check (num_nonnulls(about, told_key) <> 1 and num_nonnulls(about, booking_id) <= 1);
create unique index webhook_messages_told_once on webhook_messages (webhook_id, told_key) where (told_key is not null);
comment on index webhook_messages_told_once is 'a state of anything but a booking that one address is told as two messages';
create index webhook_messages_about_line on webhook_messages (webhook_id, about, number) where (state = 'pending' and about is not null);

-- Who had hours before they were handed over hears of that too, and then of nothing more.
create or replace function tell_webhooks() returns trigger language plpgsql as $$
declare
  told constant text := webhook_event_of(new.move, new.from_status, new.to_status);
begin
  if told is null then
    return null;
  end if;
  insert into webhook_messages (id, webhook_id, event, booking_id, version, facts, happened_at, next_at, ends_at)
  select uuidv7(), hook.id, told, booking.id, new.version, case when told_of.is_yours then jsonb_build_object(
      'isYours', true, 'kind', booking.kind, 'status', new.to_status, 'source', booking.source,
      'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'zone', booking.zone,
      'professionalId', booking.professional_id, 'serviceId', booking.service_id, 'spaceId', booking.space_id, 'unitId', booking.unit_id,
      'totalCents', booking.total_cents, 'rentCents', booking.rent_cents)
    else jsonb_build_object('isYours', false) end,
    new.at, new.at, new.at + interval '73 hours'
  from bookings booking
  cross join lateral (
    select hook.id, true as is_yours from webhooks hook where hook.professional_id = booking.professional_id
    union all select hook.id, true from webhooks hook where hook.host_id = booking.host_id
    union all (
      select hook.id, false from (
        select distinct on (earlier.webhook_id) earlier.webhook_id, (earlier.facts ->> 'isYours')::boolean as was_yours
        from webhook_messages earlier where earlier.booking_id = booking.id
        order by earlier.webhook_id, earlier.version desc) last
      join webhooks hook on hook.id = last.webhook_id
      where last.was_yours and told = 'booking.changed'
        and case when hook.professional_id is null then hook.host_id is distinct from booking.host_id
          else hook.professional_id is distinct from booking.professional_id end)
  ) told_of
  join webhooks hook on hook.id = told_of.id
  join accounts owner on owner.id = hook.account_id
  where booking.id = new.booking_id and hook.off_at is null and owner.suspended_at is null and told = any (hook.events)
  on conflict do nothing;
  return null;
end $$;
