-- Saved searches are chosen by the category and the place that they require, and a notice has the hour that opened, so that a message sent
-- later is sent only while that hour is free.
alter table saved_searches
  add column category_words text[] not null default '{""}',
  add column place_words text[] not null default '{""}';
create index saved_searches_words on saved_searches using gin (place_words, category_words);

alter table saved_search_notices
  add column starts_from timestamptz,
  add column starts_before timestamptz;
update saved_search_notices set starts_from = notified_at, starts_before = notified_at + interval '31 days';
alter table saved_search_notices
  alter column starts_from set not null,
  alter column starts_before set not null,
  add constraint saved_search_notices_starts check (starts_from < starts_before);

-- Searches saved with "this week" mean the week in which they were saved: they end with the next one at the latest.
update saved_searches set expires_at = least(expires_at, created_at + interval '14 days')
where not exists (
  select from unnest(queries) as query
  where query !~ '(^|&)availability=' or query ~ '(^|&)availability=[^&]*flexible');
