-- Messages by whichever channel reaches somebody: what is to be said stands once, and each try by a channel is a row of its own.

-- What is to be said to one person about one thing; sent by server/messaging, written by server/notification.
create table outbound_messages (
  id uuid primary key default gen_random_uuid(),
  -- Whom: an account, or the client of a booking who has none.
  account_id bigint references accounts on delete cascade,
  booking_id uuid references bookings on delete cascade,
  side text check (side in ('client', 'professional', 'host')),
  event text not null,
  letter jsonb not null,
  -- Said once: the database refuses a second message of one key.
  dedupe_key text not null constraint outbound_messages_once unique,
  created_at timestamptz not null,
  -- Whoever sleeps past this moment is told at night.
  useful_until timestamptz,
  -- When somebody looks at it next: to send it, to ask again, to try the next channel. Null: it is over.
  look_at timestamptz,
  -- Tries of the present channel that got no answer.
  tries smallint not null default 0,
  -- Whoever works on it has until then, on the clock of the database; one that dies leaves it to the next.
  leased_until timestamptz,
  leased_by text,
  constraint outbound_messages_to_somebody check (account_id is not null or booking_id is not null)
);
create index outbound_messages_due on outbound_messages (look_at) where look_at is not null;
create index outbound_messages_account on outbound_messages (account_id) where account_id is not null;
create index outbound_messages_booking on outbound_messages (booking_id) where booking_id is not null;
create index outbound_messages_age on outbound_messages (created_at);

-- One try to reach somebody by one channel.
create table deliveries (
  id uuid primary key,
  message_id uuid not null references outbound_messages on delete cascade,
  channel text not null check (channel in ('push', 'whatsapp', 'sms', 'email')),
  -- Enough of a number or an address to know it by; never all of it.
  recipient text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'read', 'failed')),
  reason text,
  -- What the provider calls it.
  external_id text,
  queued_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  -- Each channel is tried once per message.
  constraint deliveries_once_by_channel unique (message_id, channel),
  constraint deliveries_moments check (case state
    when 'queued' then sent_at is null and delivered_at is null and read_at is null and failed_at is null
    when 'sent' then sent_at is not null and delivered_at is null and read_at is null and failed_at is null
    when 'delivered' then sent_at is not null and delivered_at is not null and read_at is null and failed_at is null
    when 'read' then sent_at is not null and delivered_at is not null and read_at is not null and failed_at is null
    else failed_at is not null and delivered_at is null and read_at is null end),
  constraint deliveries_reason check ((state = 'failed') = (reason is not null))
);
-- Nobody hears the same by two channels: a second one may begin only when the first has failed.
create unique index deliveries_one_alive on deliveries (message_id) where state <> 'failed';
create unique index deliveries_external on deliveries (channel, external_id) where external_id is not null;
create index deliveries_age on deliveries (queued_at);

-- Its life goes forward only: what a late or repeated report says of an earlier state is refused here, whoever asks.
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
    raise exception 'what was written of a delivery stays' using errcode = 'check_violation', constraint = 'deliveries_kept';
  end if;
  return new;
end $$;
create trigger deliveries_forward before update on deliveries for each row execute function deliveries_forward();

-- Somebody said that they want WhatsApp messages at this number: expressly, dated, and taken back at any time.
create table whatsapp_consents (
  id uuid primary key default gen_random_uuid(),
  account_id bigint references accounts on delete cascade,
  -- Of somebody without an account: for this booking.
  booking_id uuid references bookings on delete cascade,
  phone text not null,
  -- The sentence that they agreed to, as it stood then.
  sentence text not null,
  given_at timestamptz not null,
  revoked_at timestamptz,
  -- By themselves on a page, or by an answer to a message.
  revoked_by text check (revoked_by in ('page', 'answer')),
  constraint whatsapp_consents_of_one check (num_nonnulls(account_id, booking_id) = 1),
  constraint whatsapp_consents_revoked check ((revoked_at is null) = (revoked_by is null))
);
create unique index whatsapp_consents_account on whatsapp_consents (account_id) where revoked_at is null and account_id is not null;
create unique index whatsapp_consents_booking on whatsapp_consents (booking_id) where revoked_at is null and booking_id is not null;
create index whatsapp_consents_phone on whatsapp_consents (phone) where revoked_at is null;

-- Browsers that asked to be told.
create table push_devices (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts on delete cascade,
  -- An address that lets whoever has it and our key reach the device.
  endpoint text not null,
  public_key text not null,
  auth text not null,
  label text not null,
  created_at timestamptz not null,
  seen_at timestamptz
);
-- A browser tells one account: whoever signs in there last.
create unique index push_devices_endpoint on push_devices (endpoint);
create index push_devices_account on push_devices (account_id);

-- The local telephone hears more than text messages now.
alter table text_messages
  add column channel text not null default 'sms' check (channel in ('sms', 'whatsapp', 'push')),
  -- The try that it belongs to, so that development can say how it went.
  add column delivery_id uuid;
create index text_messages_delivery on text_messages (delivery_id) where delivery_id is not null;

-- Letters that waited go on waiting here.
insert into outbound_messages (account_id, event, letter, dedupe_key, created_at, look_at)
  select account_id, letter ->> 'event', letter, dedupe_key, due_at, due_at from notification_letters;
drop table notification_letters;

-- How a reminder went is told by its deliveries.
alter table booking_reminders drop constraint booking_reminders_sent, drop column channel, drop column sent_at;
