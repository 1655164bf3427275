-- What support does to a booking (product.md §4, B13; §8): each act with its reason and who did it, what moves more than $5,000 and
-- every correction of the ledger by two persons. The log is never rewritten.
create table support_acts (
  id uuid not null,
  booking_id uuid not null,
  kind text not null,
  -- The party at fault, an amount, or a journal: the second staff member repeats exactly what the first proposed.
  what text not null,
  amount_cents bigint not null,
  reason text not null,
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  done_by bigint,
  done_at timestamptz,
  -- The second staff member's text.
  second_reason text,
  -- The key of the approving call distinguishes goodwill that a second staff member approves from a new proposal: repeated after
  -- its commit because the connection broke, the call would find nothing pending and propose the same again.
  done_call uuid,
  constraint support_acts_pkey primary key (id),
  constraint support_acts_amount_cents_check check (amount_cents >= 0),
  constraint support_acts_done check ((done_at is null) = (done_by is null)),
  constraint support_acts_fault check ((kind <> 'cancel') or what in ('nobody', 'professional', 'host')),
  constraint support_acts_kind_check check (kind in ('cancel', 'goodwill', 'reverse')),
  constraint support_acts_reason_check check ((length(btrim(reason)) >= 10) and (length(btrim(reason)) <= 500)),
  constraint support_acts_second_reason_check check ((second_reason is null) or ((length(btrim(second_reason)) >= 10) and (length(btrim(second_reason)) <= 500))),
  constraint support_acts_two_persons check ((done_by is null) or ((kind <> 'reverse') and (amount_cents <= 500000)) or (done_by <> proposed_by))
);
comment on table support_acts is 'What staff did to a booking.';

-- Every act of staff that moves money, with its reason and the amount for each party (issue 26 §3.7). Append-only.
create table staff_money_acts (
  id uuid not null,
  act text not null,
  -- A proposed act moves nothing until a second staff member repeats it.
  step text not null,
  booking_id uuid,
  what text not null,
  reason text not null,
  client_cents bigint not null,
  professional_cents bigint not null,
  host_cents bigint not null,
  platform_cents bigint not null,
  tax_cents bigint not null,
  account_id bigint not null,
  at timestamptz not null,
  constraint staff_money_acts_pkey primary key (id),
  constraint staff_money_acts_act_check check (act in ('no_show', 'dispute', 'deposit', 'cancel', 'goodwill', 'reverse', 'suspend')),
  constraint staff_money_acts_reason_check check ((length(btrim(reason)) >= 10) and (length(btrim(reason)) <= 500)),
  constraint staff_money_acts_step_check check (step in ('proposed', 'done'))
);
comment on table staff_money_acts is 'Acts of staff that moved money.';

create index staff_money_acts_at on staff_money_acts (at desc, id desc);
create unique index support_acts_done_call on support_acts (done_call);
create index support_acts_of on support_acts (booking_id, proposed_at);
create unique index support_acts_open on support_acts (booking_id, kind, what, amount_cents) where (done_at is null);

alter table support_acts add constraint support_acts_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table staff_money_acts add constraint staff_money_acts_booking_id_fkey
  foreign key (booking_id) references bookings(id);

create function support_act_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.done_at is null and new.done_at is not null
    and to_jsonb(old) - 'done_at' - 'done_by' - 'done_call' - 'second_reason'
      = to_jsonb(new) - 'done_at' - 'done_by' - 'done_call' - 'second_reason' then
    return new;
  end if;
  raise exception 'the act % of support cannot be changed', old.id using errcode = 'check_violation', constraint = 'support_acts_fixed';
end $$;

create function staff_money_act_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'an act of staff cannot be changed' using errcode = 'check_violation', constraint = 'staff_money_acts_fixed';
end $$;

create trigger staff_money_acts_no_truncate
  before truncate on staff_money_acts for each statement
  execute function staff_money_act_fixed();

create trigger staff_money_acts_fixed
  before delete or update on staff_money_acts for each row
  execute function staff_money_act_fixed();

create trigger support_acts_fixed
  before delete or update on support_acts for each row
  execute function support_act_fixed();
