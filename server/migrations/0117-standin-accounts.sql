-- The stand-in's accounts for payees: what they have given of their data, and what of it was no good.
create table standin.accounts (
  id text primary key,
  idem_key text not null unique,
  destination text not null,
  given text[] not null default '{}',
  -- Asked for again although it was given: a photo that nobody can read, or something new.
  refused text[] not null default '{}',
  is_submitted boolean not null default false,
  is_ready boolean not null default false,
  -- The one link that opens its page, where that goes back to, and until when it is good.
  link text unique,
  return_url text,
  refresh_url text,
  link_until timestamptz,
  created_at timestamptz not null
);
create index accounts_destination on standin.accounts (destination);
