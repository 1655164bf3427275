-- Every text message once, by its key; like `mails`, the outbox itself while there is no provider (/dev/sms).
create table text_messages (
  id bigint generated always as identity not null,
  to_phone text not null,
  body text not null,
  dedupe_key text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- The development phone receives other channels besides text messages.
  channel text default 'sms' not null,
  -- The delivery that it belongs to, so that development can report its result.
  delivery_id uuid,
  -- The local telephone shows what can be pressed.
  options jsonb,
  constraint text_messages_pkey primary key (id),
  constraint text_messages_dedupe_key_key unique (dedupe_key),
  constraint text_messages_channel_check check (channel in ('sms', 'whatsapp', 'push'))
);
comment on table text_messages is 'Text messages, the outbox of the stand-in.';

-- A notification to one person about one thing; sent by server/messaging, written by server/notification.
create table outbound_messages (
  id uuid default gen_random_uuid() not null,
  -- The recipient: an account, or the client of a booking without an account.
  account_id bigint,
  booking_id uuid,
  side text,
  event text not null,
  content jsonb not null,
  -- The database refuses a second message with the same key.
  dedupe_key text not null,
  created_at timestamptz not null,
  -- If quiet hours last beyond this moment, the recipient is notified at night.
  useful_until timestamptz,
  -- When it is next processed: to send it, to check again, to try the next channel. Null: it is finished.
  look_at timestamptz,
  -- Attempts by the present channel without an answer.
  tries smallint default 0 not null,
  -- The worker that processes it has a lease until then, on the database's clock; if the worker dies, the next one takes over.
  leased_until timestamptz,
  leased_by text,
  constraint outbound_messages_pkey primary key (id),
  constraint outbound_messages_once unique (dedupe_key),
  constraint outbound_messages_side_check check (side in ('client', 'professional', 'host')),
  constraint outbound_messages_addressed check ((account_id is not null) or (booking_id is not null))
);
comment on table outbound_messages is 'Messages to people outside the bell: one row whatever the channel.';
comment on constraint outbound_messages_once on outbound_messages is
  'a message sent twice, a second channel while the first delivery is active, a delivery that returns to an earlier state';

-- One attempt to reach a recipient by one channel.
create table deliveries (
  id uuid not null,
  message_id uuid not null,
  channel text not null,
  -- A part of the number or address, enough to recognize it.
  recipient text not null,
  state text default 'queued' not null,
  reason text,
  -- The provider's id.
  external_id text,
  queued_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- A call of this attempt may have been accepted without an answer. Set before each call and cleared only when the provider reports that
  -- it did not accept it.
  in_doubt boolean default true not null,
  constraint deliveries_pkey primary key (id),
  -- Each channel is tried once per message.
  constraint deliveries_once_by_channel unique (message_id, channel),
  constraint deliveries_channel_check check (channel in ('push', 'whatsapp', 'sms', 'email')),
  constraint deliveries_moments check (
case state
    when 'queued' then ((sent_at is null) and (delivered_at is null) and (read_at is null) and (failed_at is null))
    when 'sent' then ((sent_at is not null) and (delivered_at is null) and (read_at is null) and (failed_at is null))
    when 'delivered' then ((sent_at is not null) and (delivered_at is not null) and (read_at is null) and (failed_at is null))
    when 'read' then ((sent_at is not null) and (delivered_at is not null) and (read_at is not null) and (failed_at is null))
    else ((failed_at is not null) and (delivered_at is null) and (read_at is null))
end),
  constraint deliveries_reason check ((state = 'failed') = (reason is not null)),
  constraint deliveries_state_check check (state in ('queued', 'sent', 'delivered', 'read', 'failed'))
);
comment on table deliveries is 'Attempts to deliver a message by one channel.';
comment on constraint deliveries_once_by_channel on deliveries is
  'With outbound_messages_once.';

create index deliveries_age on deliveries (queued_at);
create unique index deliveries_external on deliveries (channel, external_id) where (external_id is not null);
-- A recipient never receives the same message by two channels: a second attempt may start only when the first has failed.
create unique index deliveries_one_alive on deliveries (message_id) where (state <> 'failed');
comment on index deliveries_one_alive is
  'With outbound_messages_once.';
create index outbound_messages_account on outbound_messages (account_id) where (account_id is not null);
create index outbound_messages_age on outbound_messages (created_at);
create index outbound_messages_booking on outbound_messages (booking_id) where (booking_id is not null);
create index outbound_messages_due on outbound_messages (look_at) where (look_at is not null);
create index text_messages_age on text_messages (created_at);
create index text_messages_delivery on text_messages (delivery_id) where (delivery_id is not null);

alter table outbound_messages add constraint outbound_messages_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table deliveries add constraint deliveries_message_id_fkey
  foreign key (message_id) references outbound_messages(id) on delete cascade;

-- Its state only moves forward: a late or repeated report of an earlier state is refused here, whichever caller writes it.
create function deliveries_forward() returns trigger language plpgsql as $$
declare
  ranks constant text[] := array['queued', 'sent', 'delivered', 'read'];
begin
  if old.state = 'failed' then
    raise exception 'a failed delivery stays failed' using errcode = 'check_violation', constraint = 'deliveries_forward';
  end if;
  if new.state = 'failed' then
    if old.state in ('delivered', 'read') then
      raise exception 'what arrived did arrive' using errcode = 'check_violation', constraint = 'deliveries_forward';
    end if;
  elsif array_position(ranks, new.state) < array_position(ranks, old.state) then
    raise exception 'a delivery goes forward only' using errcode = 'check_violation', constraint = 'deliveries_forward';
  end if;
  if (new.id, new.message_id, new.channel, new.recipient, new.queued_at)
      is distinct from (old.id, old.message_id, old.channel, old.recipient, old.queued_at)
    or old.external_id is not null and new.external_id is distinct from old.external_id
    or old.sent_at is not null and new.sent_at is distinct from old.sent_at
    or old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at
    or old.read_at is not null and new.read_at is distinct from old.read_at then
    raise exception 'a delivery cannot be changed' using errcode = 'check_violation', constraint = 'deliveries_fixed';
  end if;
  return new;
end $$;

create trigger deliveries_forward
  before update on deliveries for each row
  execute function deliveries_forward();
comment on trigger deliveries_forward on deliveries is
  'With outbound_messages_once.';
