-- A paper is told of twice before it runs out: thirty days before, and in its last week.
alter table documents add column last_week boolean not null default false;
alter table space_documents add column last_week boolean not null default false;

-- Moves of applications stay as they were made; only the words of somebody who leaves may be taken out, and nothing else.
create function only_words_leave() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' and new.text = '' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger application_moves_append_only on application_moves;
create trigger application_moves_append_only before update or delete on application_moves
  for each row execute function only_words_leave();
