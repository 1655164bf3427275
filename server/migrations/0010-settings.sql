-- What people settle about themselves: name, picture, clock, how they sign in, and what becomes of their data.
alter table accounts
  add column version integer not null default 1,
  -- Null: the clock of the place.
  add column zone text,
  -- The uploaded photo in use; profile_image_url is its address.
  add column photo_id uuid,
  -- Its owner left: what stands here says nothing of a person any more.
  add column erased_at timestamptz;
alter table businesses add column version integer not null default 1;

alter table sessions
  -- What its owner may see of a session and end it by; the token's hash stays inside.
  add column handle uuid not null default gen_random_uuid(),
  -- When the person last showed on this browser that it is they; sensitive changes ask again after a while.
  add column proven_at timestamptz;
create unique index sessions_handle on sessions (handle);

create table second_factors (
  account_id bigint primary key references accounts on delete cascade,
  -- Encrypted with a key made from KALLI_SECRET.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null: shown once, not yet proven to be in an app.
  confirmed_at timestamptz,
  -- The newest 30-second step whose code was taken: a code is good once, and so is every older one.
  last_step bigint not null default 0,
  wrong_tries smallint not null default 0,
  tries_since timestamptz not null default 'epoch'
);
create table recovery_codes (
  account_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Noted before the files are written and removed after they are gone, so that none is forgotten.
create table photos (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null
);
create index photos_account on photos (account_id);
alter table accounts add constraint accounts_photo foreign key (photo_id) references photos;

-- What the house keeps about one person, made when they ask, theirs for some days.
create table data_copies (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  asked_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  -- JSON, compressed.
  content bytea
);
create index data_copies_account on data_copies (account_id, asked_at);
create unique index data_copies_one_asked on data_copies (account_id) where ready_at is null;

-- The address of somebody who left, until the last letter has gone.
create table farewells (
  id uuid primary key,
  email text not null,
  created_at timestamptz not null
);
