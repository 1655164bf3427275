-- A visitor without an account saves a search by a telephone that a code confirmed.
alter table saved_searches alter column account_id drop not null;
alter table saved_searches add column phone text;
alter table saved_searches add constraint saved_searches_owner check (num_nonnulls(account_id, phone) = 1);
comment on constraint saved_searches_owner on saved_searches is 'a saved search without an owner, or of an account and a telephone';
alter table saved_searches add constraint saved_searches_number check (phone ~ '^\+\d{7,15}$');
create unique index saved_searches_once_by_phone on saved_searches (phone, md5(search)) where phone is not null;
comment on index saved_searches_once_by_phone is 'the same search saved twice by one telephone';

-- A list that one reads: the row of the account, or the name of the telephone, makes two at once wait.
create or replace function saved_searches_have_room() returns trigger language plpgsql as $$
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

-- When the text message of a visitor leaves, after quiet hours; null: none is left.
alter table saved_search_notices add column text_due_at timestamptz;
create index saved_search_notices_due on saved_search_notices (text_due_at) where text_due_at is not null;
