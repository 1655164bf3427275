-- A search whose client is notified when an hour opens that it would find.
create table saved_searches (
  id uuid not null,
  account_id bigint,
  -- As its client reads it, and the address of the results.
  label text not null,
  search text not null,
  -- The calls of that search, as query strings of the API.
  queries text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of a visitor without an account: a telephone that a code confirmed.
  phone text,
  constraint saved_searches_pkey primary key (id),
  constraint saved_searches_texts check (length(label) between 1 and 160 and length(search) between 1 and 900),
  constraint saved_searches_queries check (cardinality(queries) between 1 and 6),
  constraint saved_searches_ends check (expires_at > created_at),
  constraint saved_searches_owner check (num_nonnulls(account_id, phone) = 1),
  constraint saved_searches_number check (phone ~ '^\+\d{7,15}$')
);
comment on table saved_searches is 'Searches with an alert.';
comment on constraint saved_searches_owner on saved_searches is 'a saved search without an owner, or of an account and a telephone';
create unique index saved_searches_once on saved_searches (account_id, md5(search));
create unique index saved_searches_once_by_phone on saved_searches (phone, md5(search)) where phone is not null;
comment on index saved_searches_once_by_phone is 'the same search saved twice by one telephone';
create index saved_searches_active on saved_searches (expires_at);
alter table saved_searches add constraint saved_searches_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

-- A list that one reads: the row of the account, or the name of the telephone, makes two at once wait.
create function saved_searches_have_room() returns trigger language plpgsql as $$
begin
  if new.phone is null then
    perform 1 from accounts where id = new.account_id for update;
  else
    perform pg_advisory_xact_lock(hashtextextended('saved searches of ' || new.phone, 0));
  end if;
  if (select count(*) >= 20 from saved_searches s
      where (s.account_id = new.account_id or s.phone = new.phone) and s.expires_at > new.created_at) then
    raise exception 'too many saved searches' using errcode = '23514', constraint = 'saved_searches_full';
  end if;
  return new;
end $$;

create trigger saved_searches_room
  before insert on saved_searches for each row
  execute function saved_searches_have_room();

-- What a saved search was notified of. `opening`: what opened, a booking that ended or new hours of a day.
create table saved_search_notices (
  id uuid not null,
  saved_search_id uuid not null,
  professional_id bigint not null,
  opening text not null,
  notified_at timestamptz not null,
  -- When the text message of a visitor leaves, after quiet hours; null: none is left.
  text_due_at timestamptz,
  constraint saved_search_notices_pkey primary key (id)
);
comment on table saved_search_notices is 'Openings of which saved searches were notified.';
create unique index saved_search_notices_once on saved_search_notices (saved_search_id, professional_id, opening);
comment on index saved_search_notices_once is 'two notifications of one opening for one saved search';
create index saved_search_notices_due on saved_search_notices (text_due_at) where text_due_at is not null;
alter table saved_search_notices add constraint saved_search_notices_saved_search_id_fkey
  foreign key (saved_search_id) references saved_searches(id) on delete cascade;
alter table saved_search_notices add constraint saved_search_notices_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;
