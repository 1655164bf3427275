-- Events for another system of a professional or host (docs/platform/webhooks.md). The transaction of a booking's move writes the message,
-- whichever code makes the move.
create table webhooks (
  id uuid not null,
  account_id bigint not null,
  -- The professional or host whose bookings it reports.
  professional_id bigint,
  host_id bigint,
  -- Sealed: an address may contain a key. Only its owner reads it.
  address bytea not null,
  address_hash bytea not null,
  events text[] not null,
  -- Sealed; shown once. After a rotation both sign until the former one ends.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  created_at timestamptz not null,
  off_at timestamptz,
  off_reason text,
  -- Since when and how often in a row deliveries failed, and until when no attempt is made.
  succeeded_at timestamptz,
  failing_since timestamptz,
  failures integer default 0 not null,
  hold_until timestamptz,
  -- The process that sends to it now.
  leased_by uuid,
  leased_until timestamptz,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_of_one check (num_nonnulls(professional_id, host_id) = 1),
  constraint webhooks_address_hashed check (octet_length(address_hash) = 32),
  constraint webhooks_events check (cardinality(events) between 1 and 40),
  constraint webhooks_former check (num_nonnulls(former_secret, former_until) <> 1),
  constraint webhooks_off check (num_nonnulls(off_at, off_reason) <> 1),
  constraint webhooks_off_reason check (off_reason in ('owner', 'gone', 'failing')),
  constraint webhooks_failing check ((failures > 0) = (failing_since is not null)),
  constraint webhooks_lease check (num_nonnulls(leased_by, leased_until) <> 1)
);
comment on table webhooks is 'Addresses of other systems that receive events.';
create unique index webhooks_once on webhooks (account_id, coalesce(professional_id, host_id), address_hash);
comment on index webhooks_once is 'one address registered twice, which gets each event twice';
create index webhooks_professional on webhooks (professional_id) where (professional_id is not null);
create index webhooks_host on webhooks (host_id) where (host_id is not null);
alter table webhooks add constraint webhooks_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
alter table webhooks add constraint webhooks_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;
alter table webhooks add constraint webhooks_host_id_fkey
  foreign key (host_id) references hosts(id) on delete cascade;

-- The lock of the account makes two concurrent inserts wait for each other.
create function webhooks_have_room() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 5 from webhooks hook where hook.account_id = new.account_id) then
    raise exception 'too many webhooks' using errcode = '23514', constraint = 'webhooks_full';
  end if;
  return new;
end $$;

create trigger webhooks_room
  before insert on webhooks for each row
  execute function webhooks_have_room();

create table webhook_messages (
  id uuid not null,
  -- The order of events of one booking: its row is locked when it moves.
  number bigint generated always as identity not null,
  webhook_id uuid not null,
  event text not null,
  -- Null: a test.
  booking_id uuid,
  version integer,
  -- The facts at that time: ids, times and amounts, no text.
  facts jsonb not null,
  happened_at timestamptz not null,
  state text default 'pending' not null,
  tries integer default 0 not null,
  next_at timestamptz,
  ends_at timestamptz,
  -- Sent again at the owner's request: it waits for no other message and none waits for it.
  replayed_at timestamptz,
  -- The subject of events that are not about bookings; messages of one subject are sent in order.
  about text,
  -- The event and the state that it reports: a repetition is no second message.
  dedupe_key text,
  constraint webhook_messages_pkey primary key (id),
  constraint webhook_messages_webhook_id_fkey foreign key (webhook_id) references webhooks(id) on delete cascade,
  constraint webhook_messages_state check (state in ('pending', 'sent', 'failed')),
  constraint webhook_messages_waits check ((state = 'pending') = (next_at is not null) and (state = 'pending') = (ends_at is not null)),
  constraint webhook_messages_of_version check (num_nonnulls(booking_id, version) <> 1),
  constraint webhook_messages_about check (num_nonnulls(about, dedupe_key) <> 1 and num_nonnulls(about, booking_id) <= 1)
);
comment on table webhook_messages is 'Events sent or to be sent to webhooks.';
create unique index webhook_messages_once on webhook_messages (webhook_id, booking_id, version);
comment on index webhook_messages_once is 'one change of a booking sent to one address as two messages';
create unique index webhook_messages_deduplicated on webhook_messages (webhook_id, dedupe_key) where (dedupe_key is not null);
comment on index webhook_messages_deduplicated is 'one state of an agreement, payout or another subject sent to one address as two messages';
create index webhook_messages_about_line on webhook_messages (webhook_id, about, number) where (state = 'pending' and about is not null);
create index webhook_messages_booking on webhook_messages (booking_id, webhook_id, version desc) where (booking_id is not null);
create index webhook_messages_list on webhook_messages (webhook_id, number);
create index webhook_messages_due on webhook_messages (next_at) where (state = 'pending');
create index webhook_messages_line on webhook_messages (webhook_id, booking_id, number) where (state = 'pending');
create index webhook_messages_age on webhook_messages (happened_at);

create table webhook_tries (
  message_id uuid not null,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  -- Null: no answer; `problem` has the reason.
  status smallint,
  problem text,
  -- The beginning of the answer.
  answer text not null,
  constraint webhook_tries_pkey primary key (message_id, number),
  constraint webhook_tries_message_id_fkey foreign key (message_id) references webhook_messages(id) on delete cascade,
  constraint webhook_tries_outcome check ((status is not null) or (problem is not null)),
  constraint webhook_tries_excerpt check (length(answer) <= 1000)
);
comment on table webhook_tries is 'Attempts to reach a webhook, with the beginning of each answer.';

-- The public event of a move; null: no event. An unpaid hold is never reported.
create function webhook_event_of(move text, before text, after text) returns text language sql immutable as $$
  select case
    when after = 'confirmed' and before is distinct from 'confirmed' then 'booking.confirmed'
    when after = 'requested' and before is distinct from 'requested' then 'booking.requested'
    when after = 'declined' then 'booking.declined'
    when after = 'expired' and before = 'requested' then 'booking.expired'
    when after like 'cancelled\_by\_%' then 'booking.cancelled'
    when after in ('client_no_show', 'professional_no_show') and before is distinct from after then 'booking.no_show'
    when after = 'in_progress' and before is distinct from after then 'booking.checked_in'
    when after = 'to_settle' then 'booking.checked_out'
    when after = 'completed' then 'booking.completed'
    when move = 'propose_change' then 'booking.change_proposed'
    when move in ('decline_change', 'withdraw_change', 'lapse_change') then 'booking.change_ended'
    when move in ('move_time', 'move_request', 'accept_change', 'accept_rescue', 'accept_class_move', 'follow_class', 'move_unit',
      'hand_back', 'hand_over') then 'booking.changed'
  end
$$;

-- A host or professional who loses a booking gets a last event, with `isYours` false and nothing else of it.
create function enqueue_webhook_messages() returns trigger language plpgsql as $$
declare
  event constant text := webhook_event_of(new.move, new.from_status, new.to_status);
begin
  if event is null then
    return null;
  end if;
  insert into webhook_messages (id, webhook_id, event, booking_id, version, facts, happened_at, next_at, ends_at)
  select uuidv7(), hook.id, event, booking.id, new.version, case when receiver.is_yours then jsonb_build_object(
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
      where last.was_yours and event = 'booking.changed'
        and case when hook.professional_id is null then hook.host_id is distinct from booking.host_id
          else hook.professional_id is distinct from booking.professional_id end)
  ) receiver
  join webhooks hook on hook.id = receiver.id
  join accounts owner on owner.id = hook.account_id
  where booking.id = new.booking_id and hook.off_at is null and owner.suspended_at is null and event = any (hook.events)
  on conflict do nothing;
  return null;
end $$;

create trigger booking_moves_enqueue_webhooks
  after insert on booking_moves for each row
  execute function enqueue_webhook_messages();
comment on trigger booking_moves_enqueue_webhooks on booking_moves is 'a booking that moves without a message to its webhooks';
