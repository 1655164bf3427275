-- An export of what Kalli stores about one person, made at their request, available to them for some days.
create table data_copies (
  id uuid not null,
  account_id bigint not null,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  -- JSON, compressed.
  content bytea,
  constraint data_copies_pkey primary key (id)
);
comment on table data_copies is 'Copies of a person’s data.';

-- The address of an erased account, until the last email was sent.
create table farewells (
  id uuid not null,
  email text,
  created_at timestamptz not null,
  phone text,
  constraint farewells_pkey primary key (id),
  constraint farewells_reached check (num_nonnulls(email, phone) = 1),
  constraint farewells_number check (phone ~ '^\+\d{7,15}$')
);
comment on table farewells is 'What remains of an erased account.';

create index data_copies_account on data_copies (account_id, requested_at);
create unique index data_copies_one_pending on data_copies (account_id) where (ready_at is null);

alter table data_copies add constraint data_copies_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
