-- What people write to the operator. One form that was opened and one text make one message, however often it is sent.
create table contact_messages (
  id bigint generated always as identity primary key,
  form uuid not null,
  content_hash bytea not null,
  receipt text not null constraint contact_messages_receipt unique,
  topic text not null,
  name text not null,
  email text not null,
  message text not null,
  account_id bigint references accounts on delete set null,
  -- By the look of it a machine wrote it: kept, and not posted to anybody.
  suspect boolean not null default false,
  created_at timestamptz not null,
  constraint contact_messages_once unique (form, content_hash)
);
create index contact_messages_age on contact_messages (created_at);

-- When what a public page shows was last touched: search engines ask (sitemap.xml).
alter table professionals add column changed_at timestamptz not null default now();
alter table spaces add column changed_at timestamptz not null default now();
create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger professionals_changed before update on professionals
  for each row when (old.* is distinct from new.*) execute function note_change();
create trigger spaces_changed before update on spaces
  for each row when (old.* is distinct from new.*) execute function note_change();
create index professionals_street on professionals (id) where status = 'published' and verified;
create index spaces_street on spaces (id) where status = 'published';
