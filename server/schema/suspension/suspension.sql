-- Suspensions and their lifting: reason, fault, actor and second staff member; immutable. 'lift' restores sign-in, listings and payouts.
create table account_acts (
  id uuid not null,
  account_id bigint not null,
  kind text not null,
  cause text not null,
  -- Which side pays for its cancelled bookings: the account's, or neither.
  fault text not null,
  bookings integer default 0 not null,
  -- The amount refunded to clients by it.
  amount_cents bigint default 0 not null,
  reason text not null,
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  done_by bigint,
  done_at timestamptz,
  second_reason text,
  constraint account_acts_pkey primary key (id),
  constraint account_acts_amount_cents_check check (amount_cents >= 0),
  constraint account_acts_bookings_check check (bookings >= 0),
  constraint account_acts_cause_check check ((length(cause) >= 1) and (length(cause) <= 40)),
  constraint account_acts_done check ((done_at is null) = (done_by is null)),
  constraint account_acts_fault_check check (fault in ('own', 'nobody')),
  constraint account_acts_kind_check check (kind in ('suspend', 'lift')),
  constraint account_acts_reason_check check ((length(btrim(reason)) >= 10) and (length(btrim(reason)) <= 500)),
  constraint account_acts_second_reason_check check ((second_reason is null) or ((length(btrim(second_reason)) >= 10) and (length(btrim(second_reason)) <= 500))),
  constraint account_acts_two_persons check ((done_by is null) or (amount_cents <= 500000) or (done_by <> proposed_by))
);
comment on table account_acts is 'Suspensions and their lifting.';

create index account_acts_of on account_acts (account_id, proposed_at);
create unique index account_acts_open on account_acts (account_id, kind, cause, fault, amount_cents) where (done_at is null);

alter table account_acts add constraint account_acts_account_id_fkey
  foreign key (account_id) references accounts(id);

create trigger account_acts_fixed
  before delete or update on account_acts for each row
  execute function support_act_fixed();
