-- A check of a user's face and documents by a provider. Documents and pictures stay there.
create table identity_checks (
  id uuid not null,
  account_id bigint not null,
  provider text not null,
  -- Null until the provider has answered the first call, which carries our id as its key.
  external_id text,
  status text not null,
  -- The reason of a refusal, in the provider's term.
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When a job reads it again.
  look_at timestamptz,
  constraint identity_checks_pkey primary key (id),
  constraint identity_checks_provider_external_id_key unique (provider, external_id),
  constraint identity_checks_status_check check (status in ('open', 'processing', 'approved', 'rejected', 'abandoned', 'lapsed'))
);
comment on table identity_checks is 'Checks of a person’s identity at a provider.';

-- Events that providers sent unprompted, each stored once.
create table identity_events (
  provider text not null,
  external_id text not null,
  object_ref text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  constraint identity_events_pkey primary key (provider, external_id)
);
comment on table identity_events is 'Webhook events of the identity provider.';

create index identity_checks_account on identity_checks (account_id, created_at);
create index identity_checks_due on identity_checks (look_at) where status in ('open', 'processing');
create unique index identity_checks_one_under_way on identity_checks (account_id) where status in ('open', 'processing');
create index identity_events_open on identity_events (received_at) where (handled_at is null);

alter table identity_checks add constraint identity_checks_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

-- The facts change only as actual events allow, whichever actor writes: a confirmation needs its spent code of the same address,
-- a face needs its approved check, and a changed address discards what was known of the old one.
create function hold_account_facts() returns trigger language plpgsql as $$
begin
  -- The first telephone is not a change.
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

create trigger accounts_facts
  before update of email, phone, email_confirmed_at, phone_confirmed_at, biometric_verified on accounts for each row
  execute function hold_account_facts();
comment on trigger accounts_facts on accounts is
  E'a confirmed address without its spent code\na verified face without an approved check';
