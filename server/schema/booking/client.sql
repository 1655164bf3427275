create table clients (
  id bigint not null,
  -- Null: a visitor who booked without an account; found again by their signed link.
  account_id bigint,
  email text not null,
  phone text default '' not null,
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null,
  constraint clients_pkey primary key (id),
  constraint clients_account_id_key unique (account_id),
  constraint clients_phone check ((phone = '') or (phone ~ '^\+\d{7,15}$'))
);
comment on table clients is 'People who book, with or without an account.';

create table client_notes (
  professional_id bigint not null,
  client_id bigint not null,
  text text not null,
  version integer default 1 not null,
  updated_at timestamptz not null,
  constraint client_notes_pkey primary key (professional_id, client_id),
  constraint client_notes_length check (length(text) <= 2000)
);
comment on table client_notes is 'A professional’s notes about a client.';

create index client_notes_client on client_notes (client_id);
-- Who booked without an account finds their visits by the telephone that they gave.
create index clients_guest_phone on clients (phone) where ((account_id is null) and (phone <> ''));
-- One visitor, one row, so that two bookings at once claim the same person.
create unique index clients_visitor on clients (email) where (account_id is null);

alter table clients add constraint clients_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table clients add constraint clients_id_fkey
  foreign key (id) references resources(id);

alter table client_notes add constraint client_notes_client_id_fkey
  foreign key (client_id) references clients(id);

alter table client_notes add constraint client_notes_professional_id_fkey
  foreign key (professional_id) references professionals(id);
