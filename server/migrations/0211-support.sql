-- What support does to a booking (product.md §4, B13; §8): each act with its reason and who did it, what moves more than $5,000 and
-- every correction of the ledger by two persons. The log is never rewritten.
create table support_acts (
  id uuid primary key,
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('cancel', 'goodwill', 'reverse')),
  -- Whose fault, how many centavos, which journal: the second person does exactly what the first proposed.
  what text not null,
  amount_cents bigint not null check (amount_cents >= 0),
  reason text not null check (length(btrim(reason)) between 10 and 500),
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  done_by bigint,
  done_at timestamptz,
  -- What the second person wrote.
  second_reason text check (second_reason is null or length(btrim(second_reason)) between 10 and 500),
  constraint support_acts_done check ((done_at is null) = (done_by is null)),
  constraint support_acts_fault check (kind <> 'cancel' or what in ('nobody', 'professional', 'host')),
  constraint support_acts_two_persons check (done_by is null or (kind <> 'reverse' and amount_cents <= 500000) or done_by <> proposed_by)
);
create unique index support_acts_open on support_acts (booking_id, kind, what, amount_cents) where done_at is null;
create index support_acts_of on support_acts (booking_id, proposed_at);

create function support_act_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.done_at is null and new.done_at is not null
    and to_jsonb(old) - 'done_at' - 'done_by' - 'second_reason' = to_jsonb(new) - 'done_at' - 'done_by' - 'second_reason' then
    return new;
  end if;
  raise exception 'the act % of support stands', old.id using errcode = 'check_violation', constraint = 'support_acts_stand';
end $$;
create trigger support_acts_stand before update or delete on support_acts for each row execute function support_act_stands();

-- J23: a journal is undone by one that is its exact opposite, once, and what undoes is never undone.
create unique index journals_reversed on journals (reverses_id) where reverses_id is not null;
create function journal_reverses() returns trigger language plpgsql as $$
declare
  of journals;
begin
  select * into of from journals where id = new.reverses_id;
  if of.reverses_id is not null or of.booking_id is distinct from new.booking_id or exists (
    select from entries where journal_id in (new.id, of.id)
    group by account, party_id, side having sum(amount_cents) <> 0) then
    raise exception 'journal % does not reverse %', new.id, new.reverses_id
      using errcode = 'check_violation', constraint = 'journals_reverse';
  end if;
  return null;
end $$;
create constraint trigger journals_reverse after insert on journals deferrable initially deferred
  for each row when (new.reverses_id is not null) execute function journal_reverses();
