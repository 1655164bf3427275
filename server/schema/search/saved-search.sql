-- A search whose client is notified when an hour opens that it would find.
create table saved_searches (
  id uuid not null,
  account_id bigint not null,
  -- As its client reads it, and the address of the results.
  label text not null,
  search text not null,
  -- The calls of that search, as query strings of the API.
  queries text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint saved_searches_pkey primary key (id),
  constraint saved_searches_texts check (length(label) between 1 and 160 and length(search) between 1 and 900),
  constraint saved_searches_queries check (cardinality(queries) between 1 and 6),
  constraint saved_searches_ends check (expires_at > created_at)
);
comment on table saved_searches is 'Searches with an alert.';
create unique index saved_searches_once on saved_searches (account_id, md5(search));
create index saved_searches_active on saved_searches (expires_at);
alter table saved_searches add constraint saved_searches_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

-- A list that one reads: the row of the account makes two at once wait.
create function saved_searches_have_room() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 20 from saved_searches s where s.account_id = new.account_id and s.expires_at > new.created_at) then
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
  constraint saved_search_notices_pkey primary key (id)
);
comment on table saved_search_notices is 'Openings of which saved searches were notified.';
create unique index saved_search_notices_once on saved_search_notices (saved_search_id, professional_id, opening);
comment on index saved_search_notices_once is 'two notifications of one opening for one saved search';
alter table saved_search_notices add constraint saved_search_notices_saved_search_id_fkey
  foreign key (saved_search_id) references saved_searches(id) on delete cascade;
alter table saved_search_notices add constraint saved_search_notices_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;
