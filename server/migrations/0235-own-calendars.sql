-- A professional's agenda, for their own calendar elsewhere to subscribe to: by an address that nobody can guess, of which only the digest is
-- kept. Another one replaces it; taken away, the address shows nothing any more.
create table own_calendars (
  professional_id bigint primary key references professionals on delete cascade,
  token_hash bytea not null constraint own_calendars_of_one unique constraint own_calendars_hashed check (octet_length(token_hash) = 32),
  made_at timestamptz not null
);
