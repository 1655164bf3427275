-- A professional's clients, counted from her visits that once stood, and what she notes about each for herself alone.
create index bookings_own_clients on bookings (professional_id, client_id, starts_at)
  where kind = 'visit' and client_id is not null and confirmed_at is not null;

create table client_notes (
  professional_id bigint not null references professionals,
  client_id bigint not null references clients,
  text text not null constraint client_notes_length check (length(text) <= 2000),
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (professional_id, client_id)
);
create index client_notes_client on client_notes (client_id);
