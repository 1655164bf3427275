-- That a server refused a letter is told where its visit stands, until it leaves after all; and what was said of a visit is found by its id,
-- which every key of such a letter carries.
alter table mails add column failed_at timestamptz;
create index mails_of on mails
  (substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'));
