-- Links of text messages: a token of twelve characters stands for an address of our own pages. The token is stored hashed, and what of
-- the address gives access (a signed token, a code) is sealed with Kalli's secret.
create table short_links (
  token_hash bytea not null,
  -- The recipient, so that it is deleted with their data.
  to_phone text not null,
  -- The first segment of the address; the rest is sealed.
  path text not null,
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint short_links_pkey primary key (token_hash),
  constraint short_links_hashed check (octet_length(token_hash) = 32),
  constraint short_links_own_page check (path ~ '^/[a-z][a-z-]*/?$' and path !~ '^/(api|auth|s)/?$'),
  constraint short_links_ends check (expires_at > created_at),
  constraint short_links_number check (to_phone = '' or to_phone ~ '^\+\d{7,15}$')
);
comment on table short_links is 'Short links of text messages; tokens are stored hashed.';
comment on constraint short_links_own_page on short_links is 'a short link that leads to another site, to a call or to itself';
comment on constraint short_links_hashed on short_links is 'a short link whose token is stored readably';
create index short_links_phone on short_links (to_phone);
create index short_links_age on short_links (expires_at);
