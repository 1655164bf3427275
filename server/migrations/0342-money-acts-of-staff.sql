-- Every act of staff that moves money, with its reason and what it came to for each party (issue 26 §3.7). Appended to, never changed.
create table staff_money_acts (
  id uuid primary key,
  act text not null check (act in ('no_show', 'dispute', 'deposit', 'cancel', 'goodwill', 'reverse', 'suspend')),
  -- Proposed, it moved nothing: a second person does the same.
  step text not null check (step in ('proposed', 'done')),
  booking_id uuid references bookings,
  what text not null,
  reason text not null check (length(btrim(reason)) between 10 and 500),
  client_cents bigint not null,
  professional_cents bigint not null,
  host_cents bigint not null,
  platform_cents bigint not null,
  tax_cents bigint not null,
  account_id bigint not null,
  at timestamptz not null
);
create index staff_money_acts_at on staff_money_acts (at desc, id desc);

create function staff_money_act_stands() returns trigger language plpgsql as $$
begin
  raise exception 'an act of staff stands' using errcode = 'check_violation', constraint = 'staff_money_acts_stand';
end $$;
create trigger staff_money_acts_stand before update or delete on staff_money_acts
  for each row execute function staff_money_act_stands();
create trigger staff_money_acts_no_truncate before truncate on staff_money_acts
  for each statement execute function staff_money_act_stands();
