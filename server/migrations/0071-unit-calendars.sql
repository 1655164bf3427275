-- When a unit is taken, for the host's own calendar to subscribe to: by an address that nobody can guess, of which only the digest is
-- kept. Another one replaces it; taken away, the address shows nothing any more.
create table unit_calendars (
  unit_id bigint primary key references units on delete cascade,
  token_hash bytea not null constraint unit_calendars_of_one unique constraint unit_calendars_hashed check (octet_length(token_hash) = 32),
  made_at timestamptz not null
);
