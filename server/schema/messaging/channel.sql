-- A user consented to WhatsApp messages at this number: expressly, dated, and revocable at any time.
create table whatsapp_consents (
  id uuid default gen_random_uuid() not null,
  account_id bigint,
  -- For a client without an account: consent for this booking.
  booking_id uuid,
  phone text not null,
  -- The sentence that they agreed to, as it was then.
  sentence text not null,
  consented_at timestamptz not null,
  revoked_at timestamptz,
  -- Revoked on a page, or by an answer to a message.
  revoked_by text,
  constraint whatsapp_consents_pkey primary key (id),
  constraint whatsapp_consents_number check ((revoked_at is not null) or (phone ~ '^\+\d{7,15}$')),
  constraint whatsapp_consents_of_one check (num_nonnulls(account_id, booking_id) = 1),
  constraint whatsapp_consents_revoked check ((revoked_at is null) = (revoked_by is null)),
  -- Consent to messages at an invalid number (`number`) reached no one, and no answer could have revoked it.
  constraint whatsapp_consents_revoked_by_check check (revoked_by in ('page', 'answer', 'number'))
);
comment on table whatsapp_consents is 'Consents to WhatsApp messages, by account or booking.';
comment on constraint whatsapp_consents_number on whatsapp_consents is
  'With bookings_contact_phone.';

-- Browsers that subscribed to push notifications.
create table push_devices (
  id uuid default gen_random_uuid() not null,
  account_id bigint not null,
  -- A URL that allows anyone who has it and our key to reach the device.
  endpoint text not null,
  public_key text not null,
  auth text not null,
  label text not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  -- A browser is notified only while the user who subscribed is signed in there: after sign-out, here or from elsewhere, it
  -- receives nothing more of theirs. Older subscriptions have no known session; the page ends them itself at sign-out.
  session_hash bytea,
  constraint push_devices_pkey primary key (id)
);
comment on table push_devices is 'Browsers that receive push messages.';

create index push_devices_account on push_devices (account_id);
-- A browser notifies one account: the last one that signed in there.
create unique index push_devices_endpoint on push_devices (endpoint);
comment on index push_devices_endpoint is
  'With whatsapp_consents_account.';
create index push_devices_session on push_devices (session_hash) where (session_hash is not null);
create unique index whatsapp_consents_account on whatsapp_consents (account_id) where ((revoked_at is null) and (account_id is not null));
comment on index whatsapp_consents_account is
  'two active WhatsApp consents of one account or booking, one browser that receives the notifications of two accounts';
create unique index whatsapp_consents_booking on whatsapp_consents (booking_id) where ((revoked_at is null) and (booking_id is not null));
comment on index whatsapp_consents_booking is
  'With whatsapp_consents_account.';
create index whatsapp_consents_phone on whatsapp_consents (phone) where (revoked_at is null);

alter table whatsapp_consents add constraint whatsapp_consents_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table push_devices add constraint push_devices_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table push_devices add constraint push_devices_session_hash_fkey
  foreign key (session_hash) references sessions(token_hash) on update cascade on delete cascade;
