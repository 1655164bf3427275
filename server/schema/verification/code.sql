-- A one-time code on its way to an address. Its digits are not stored: they are derived from the id and Kalli's secret, and what
-- is stored for comparison is a keyed hash.
create table verification_codes (
  id uuid not null,
  channel text not null,
  address text not null,
  -- The account that the address will belong to; for a visitor at the checkout, the hash of their cookie.
  account_id bigint,
  visitor text,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint default 0 not null,
  -- Entered correctly.
  spent_at timestamptz,
  -- Entered, out of attempts, or replaced by a newer one.
  ended_at timestamptz,
  -- The channel of the code: for a telephone WhatsApp first, SMS if requested or if WhatsApp does not reach it.
  sent_by text not null,
  constraint verification_codes_pkey primary key (id),
  constraint verification_codes_channel_check check (channel in ('email', 'sms')),
  constraint verification_codes_check check (num_nonnulls(account_id, visitor) = 1),
  constraint verification_codes_check1 check ((spent_at is null) or (ended_at is not null)),
  constraint verification_codes_five_tries check (tries between 0 and 5),
  constraint verification_codes_sent_by check (
    case channel when 'email' then sent_by = 'email' else sent_by in ('whatsapp', 'sms') end)
);
comment on table verification_codes is 'One-time codes to an email address or telephone, hashed.';
comment on constraint verification_codes_five_tries on verification_codes is
  'a sixth attempt at a code, two valid codes';

create index verification_codes_account on verification_codes (account_id, channel, created_at);
create index verification_codes_address on verification_codes (channel, address, created_at);
create index verification_codes_age on verification_codes (created_at);
-- Only the newest code is valid.
create unique index verification_codes_one_of_account on verification_codes (account_id, channel) where (ended_at is null);
comment on index verification_codes_one_of_account is
  'With verification_codes_five_tries.';
create unique index verification_codes_one_of_visitor on verification_codes (visitor, channel) where (ended_at is null);

alter table verification_codes add constraint verification_codes_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
