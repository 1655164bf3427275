-- Events that happen while a webhook is off are kept in its log as failed, so that its owner can send them again.
create index webhook_messages_failed on webhook_messages (webhook_id, number) where (state = 'failed');

-- While a webhook is off its messages are written as failed: they stay in its log, and its owner can send them later.
-- A host or professional who loses a booking gets a last event, with `isYours` false and nothing else of it.
create or replace function enqueue_webhook_messages() returns trigger language plpgsql as $$
declare
  event constant text := webhook_event_of(new.move, new.from_status, new.to_status);
begin
  if event is null then
    return null;
  end if;
  insert into webhook_messages (id, webhook_id, event, booking_id, version, facts, happened_at, state, next_at, ends_at)
  select uuidv7(), hook.id, event, booking.id, new.version, case when receiver.is_yours then jsonb_build_object(
      'isYours', true, 'kind', booking.kind, 'status', new.to_status, 'source', booking.source,
      'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'zone', booking.zone,
      'professionalId', booking.professional_id, 'serviceId', booking.service_id, 'spaceId', booking.space_id, 'unitId', booking.unit_id,
      'totalCents', booking.total_cents, 'rentCents', booking.rent_cents)
    else jsonb_build_object('isYours', false) end,
    new.at, case when hook.off_at is null then 'pending' else 'failed' end,
    case when hook.off_at is null then new.at end, case when hook.off_at is null then new.at + interval '73 hours' end
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
      where last.was_yours and event = 'booking.changed'
        and case when hook.professional_id is null then hook.host_id is distinct from booking.host_id
          else hook.professional_id is distinct from booking.professional_id end)
  ) receiver
  join webhooks hook on hook.id = receiver.id
  join accounts owner on owner.id = hook.account_id
  where booking.id = new.booking_id and owner.suspended_at is null and event = any (hook.events)
  on conflict do nothing;
  return null;
end $$;
