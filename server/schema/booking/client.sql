create table clients (
  id bigint not null,
  -- Null: a visitor who booked without an account; found again by their signed link.
  account_id bigint,
  email text,
  phone text default '' not null,
  first_name text not null,
  last_name text not null,
  created_at timestamptz not null,
  proved_phone text,
  -- A professional may enter a client by name alone, in her own agenda.
  added_by bigint,
  constraint clients_pkey primary key (id),
  constraint clients_account_id_key unique (account_id),
  constraint clients_phone check ((phone = '') or (phone ~ '^\+\d{7,15}$')),
  constraint clients_proved_phone check (proved_phone ~ '^\+\d{7,15}$'),
  constraint clients_reached check (num_nonnulls(email, proved_phone, added_by) > 0)
);
comment on table clients is 'People who book, with or without an account.';
comment on constraint clients_phone on clients is
  'With bookings_contact_phone.';
comment on constraint clients_reached on clients is
  'a client without a confirmed mailbox or telephone whom no professional wrote down';

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
-- A client without an account finds their visits by the telephone that they gave.
create index clients_guest_phone on clients (phone) where ((account_id is null) and (phone <> ''));
-- One row for each visitor, so that two concurrent bookings claim the time of the same client.
create unique index clients_visitor on clients (email) where (account_id is null);
create unique index clients_visitor_phone on clients (proved_phone) where account_id is null;
create unique index clients_added_phone on clients (added_by, phone) where added_by is not null and phone <> '';
comment on index clients_added_phone is 'one client of one professional written down twice with one telephone';
comment on index clients_visitor_phone is 'two guests of one confirmed telephone';

alter table clients add constraint clients_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table clients add constraint clients_id_fkey
  foreign key (id) references resources(id);

alter table client_notes add constraint client_notes_professional_id_fkey
  foreign key (professional_id) references professionals(id);
