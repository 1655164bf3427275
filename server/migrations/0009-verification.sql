-- Who somebody is, as far as we have seen it ourselves. The level follows from facts, and facts from codes that were
-- delivered and from checks that a provider carried out: nobody writes either by hand.

-- A one-time code on its way to an address. Its digits stand nowhere: they follow from the id and the house's secret,
-- and what is kept to compare with is a keyed hash.
create table verification_codes (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  address text not null,
  -- Whose address it becomes; of a visitor at the checkout, the hash of their cookie.
  account_id bigint references accounts on delete cascade,
  visitor text,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 constraint verification_codes_five_tries check (tries between 0 and 5),
  -- Entered rightly.
  spent_at timestamptz,
  -- Spent, used up, or a newer one was asked for.
  over_at timestamptz,
  check (num_nonnulls(account_id, visitor) = 1),
  check (spent_at is null or over_at is not null)
);
-- The newest code wins: there is only one that opens.
create unique index verification_codes_one_of_account on verification_codes (account_id, channel) where over_at is null;
create unique index verification_codes_one_of_visitor on verification_codes (visitor, channel) where over_at is null;
create index verification_codes_address on verification_codes (channel, address, created_at);
create index verification_codes_account on verification_codes (account_id, channel, created_at);
create index verification_codes_age on verification_codes (created_at);

-- A look at somebody's face and papers by a provider. Papers and pictures stay there.
create table identity_checks (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  provider text not null,
  -- Null until the provider has answered the first call, which carries our id as its key.
  external_id text,
  status text not null check (status in ('open', 'processing', 'approved', 'rejected', 'abandoned', 'lapsed')),
  -- Why not, in the provider's word.
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- Asked again by a job after this.
  look_at timestamptz,
  unique (provider, external_id)
);
create unique index identity_checks_one_under_way on identity_checks (account_id) where status in ('open', 'processing');
create index identity_checks_account on identity_checks (account_id, created_at);
create index identity_checks_due on identity_checks (look_at) where status in ('open', 'processing');

-- What providers told us unasked, each once.
create table identity_events (
  provider text not null,
  external_id text not null,
  object_ref text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, external_id)
);
create index identity_events_open on identity_events (received_at) where handled_at is null;

-- Every text message once, by its key; like `mails`, the outbox itself while there is no provider (/dev/sms).
create table text_messages (
  id bigint generated always as identity primary key,
  to_phone text not null,
  body text not null,
  dedupe_key text not null unique,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index text_messages_age on text_messages (created_at);

alter table accounts
  add email_confirmed_at timestamptz,
  add phone_confirmed_at timestamptz;

-- Levels that stood before: what they stood for, where there is an address that can have been confirmed.
update accounts set phone_confirmed_at = created_at where verification_level in (1, 2, 3) and phone is not null;
update accounts set email_confirmed_at = created_at where verification_level in (2, 3);
update accounts set biometric_verified = true where verification_level = 3;

-- Spec §4: 1 by SMS, 2 by e-mail and SMS, 3 biometric. A generated column: an UPDATE that names it is refused.
alter table accounts drop verification_level;
alter table accounts
  add verification_level smallint not null generated always as (
    case
      when biometric_verified then 3
      when phone_confirmed_at is not null and email_confirmed_at is not null then 2
      when phone_confirmed_at is not null then 1
      else 0
    end) stored,
  add constraint accounts_confirmed_phone_known check (phone_confirmed_at is null or phone is not null);

-- A number belongs to whoever proved last that they hold it (numbers are given out again), and to one account.
create unique index accounts_confirmed_phone on accounts (phone) where phone_confirmed_at is not null;

-- The facts change only as what really happened allows, whoever writes: a confirmation needs its spent code of the very
-- address, a face needs its approved check, and a changed address takes along what was known of the old one.
create function hold_account_facts() returns trigger language plpgsql as $$
begin
  -- A first number is no change of one.
  if new.email is distinct from old.email or (old.phone is not null and new.phone is distinct from old.phone) then
    new.biometric_verified := false;
    update identity_checks set status = 'lapsed' where account_id = new.id and status = 'approved';
  end if;
  if new.email_confirmed_at is not null
    and (new.email_confirmed_at is distinct from old.email_confirmed_at or new.email is distinct from old.email)
    and not exists (
      select from verification_codes
      where account_id = new.id and channel = 'email' and address = new.email and spent_at = new.email_confirmed_at)
  then
    perform must(new.email is distinct from old.email and new.email_confirmed_at is not distinct from old.email_confirmed_at,
      'accounts_email_by_code');
    new.email_confirmed_at := null;
  end if;
  if new.phone_confirmed_at is not null
    and (new.phone_confirmed_at is distinct from old.phone_confirmed_at or new.phone is distinct from old.phone)
    and not exists (
      select from verification_codes
      where account_id = new.id and channel = 'sms' and address = new.phone and spent_at = new.phone_confirmed_at)
  then
    perform must(new.phone is distinct from old.phone and new.phone_confirmed_at is not distinct from old.phone_confirmed_at,
      'accounts_phone_by_code');
    new.phone_confirmed_at := null;
  end if;
  if new.biometric_verified and not old.biometric_verified then
    perform must(exists (select from identity_checks where account_id = new.id and status = 'approved'),
      'accounts_biometric_by_check');
  end if;
  return new;
end $$;
create trigger accounts_facts before update of email, phone, email_confirmed_at, phone_confirmed_at, biometric_verified
  on accounts for each row execute function hold_account_facts();

-- The believable stand-in of an identity provider keeps its own books.
create table standin.identity_checks (
  id text primary key,
  idem_key text not null unique,
  reference text not null,
  return_url text not null,
  status text not null check (status in ('open', 'processing', 'approved', 'rejected', 'abandoned')),
  reason text,
  created_at timestamptz not null
);
create table standin.identity_events (
  id text primary key,
  check_id text not null references standin.identity_checks,
  deliveries integer not null default 0,
  deliver_at timestamptz not null,
  delivered_at timestamptz
);
create index identity_events_due on standin.identity_events (deliver_at) where delivered_at is null;
