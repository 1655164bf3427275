-- Goodwill that a second person does is told from a new one by the key of the call that did it: cut off after its commit and repeated,
-- it would find nothing that waits, and propose the same once more.
alter table support_acts add column done_call uuid;
create unique index support_acts_done_call on support_acts (done_call);

create or replace function support_act_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.done_at is null and new.done_at is not null
    and to_jsonb(old) - 'done_at' - 'done_by' - 'done_call' - 'second_reason'
      = to_jsonb(new) - 'done_at' - 'done_by' - 'done_call' - 'second_reason' then
    return new;
  end if;
  raise exception 'the act % of support stands', old.id using errcode = 'check_violation', constraint = 'support_acts_stand';
end $$;
