create table second_factors (
  account_id bigint not null,
  -- Encrypted with a key made from KALLI_SECRET.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null: shown to the account holder and not confirmed by a code yet.
  confirmed_at timestamptz,
  -- The newest 30-second step whose code was accepted: that code and older ones are refused.
  last_step bigint default 0 not null,
  wrong_tries smallint default 0 not null,
  tries_since timestamptz default '1970-01-01 00:00:00+00'::timestamptz not null,
  constraint second_factors_pkey primary key (account_id)
);
comment on table second_factors is 'One-time password secrets, sealed.';

create table recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (account_id, code_hash)
);
comment on table recovery_codes is 'Codes that replace a lost second factor, hashed.';

alter table second_factors add constraint second_factors_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table recovery_codes add constraint recovery_codes_account_id_fkey
  foreign key (account_id) references second_factors(account_id) on delete cascade;
