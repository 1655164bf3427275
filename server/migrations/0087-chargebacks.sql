-- A bank takes a charge back because its customer said no to it, and later gives it back or keeps it (money.md J17–J19).

-- What banks hold back or have kept of a charge is not there to be given back once more (I7).
alter table payments add column disputed_cents bigint not null default 0 check (disputed_cents >= 0),
  -- What of it was divided already and went back that way: nobody is given it a second time.
  add column charged_back_cents bigint not null default 0,
  add constraint taken_within_captured check (refunded_cents + disputed_cents <= captured_cents) not valid,
  add constraint payments_charged_back check (charged_back_cents between 0 and disputed_cents) not valid;
alter table payments validate constraint taken_within_captured;
alter table payments validate constraint payments_charged_back;

create table chargebacks (
  id uuid primary key,
  payment_id uuid not null references payments,
  -- What the payment is for: a visit, rented hours, a tip.
  booking_id uuid not null,
  provider text not null,
  -- The bank's dispute by its processor's name.
  external_id text not null,
  reason text not null check (reason in ('fraud', 'not_received', 'not_as_described', 'duplicate', 'refund_due', 'other')),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  fee_iva_cents bigint not null check (fee_iva_cents >= 0),
  state text not null check (state in ('open', 'won', 'lost')),
  version integer not null default 1,
  opened_at timestamptz not null,
  -- Null: this bank takes no answer.
  respond_by timestamptz,
  -- What is sent to the bank: facts of the visit and what somebody of Kalli adds; nobody's name.
  evidence jsonb,
  submitted_at timestamptz,
  closed_at timestamptz,
  -- A lost one is posted (J19) once what it paid for is divided.
  borne_by text check (borne_by in ('nobody', 'platform', 'professional', 'payer')),
  borne_cents bigint check (borne_cents between 0 and amount_cents),
  posted_at timestamptz,
  constraint chargebacks_external unique (provider, external_id),
  constraint chargebacks_closed check ((state = 'open') = (closed_at is null)),
  constraint chargebacks_posted check ((posted_at is null) = (borne_by is null) and (posted_at is null) = (borne_cents is null)
    and (posted_at is null or state = 'lost')),
  constraint chargebacks_submitted check (submitted_at is null or evidence is not null)
);
create index chargebacks_payment on chargebacks (payment_id);
create index chargebacks_booking on chargebacks (booking_id);
create index chargebacks_open on chargebacks (respond_by) where state = 'open';
create index chargebacks_unposted on chargebacks (closed_at) where state = 'lost' and posted_at is null;

-- Who did what, and why; the bank's own steps too.
create table chargeback_moves (
  chargeback_id uuid not null references chargebacks,
  version integer not null,
  move text not null check (move in ('open', 'submit', 'submitted', 'refused', 'win', 'lose', 'post')),
  actor text not null check (actor in ('bank', 'platform')),
  actor_account_id bigint,
  reason text not null default '',
  at timestamptz not null,
  primary key (chargeback_id, version)
);
create trigger chargeback_moves_append_only before update or delete on chargeback_moves
  for each row execute function refuse_change();

-- Forward only: what a bank said stays said, won and lost are final, evidence is sent as it was written.
create function chargeback_moves_on() returns trigger language plpgsql as $$
begin
  if new.version = old.version + 1
    and (old.state = new.state or old.state = 'open')
    and (old.payment_id, old.booking_id, old.provider, old.external_id, old.reason, old.amount_cents, old.fee_cents, old.fee_iva_cents,
      old.opened_at) is not distinct from (new.payment_id, new.booking_id, new.provider, new.external_id, new.reason, new.amount_cents,
      new.fee_cents, new.fee_iva_cents, new.opened_at)
    and (old.submitted_at is null or (old.evidence, old.submitted_at) is not distinct from (new.evidence, new.submitted_at))
    and (old.posted_at is null or (old.borne_by, old.borne_cents, old.posted_at)
      is not distinct from (new.borne_by, new.borne_cents, new.posted_at)) then
    return new;
  end if;
  raise exception 'the chargeback % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'chargebacks_move_on';
end $$;
create trigger chargebacks_move_on before update on chargebacks for each row execute function chargeback_moves_on();

alter table payment_calls add column chargeback_id uuid references chargebacks,
  drop constraint payment_calls_kind_check,
  add constraint payment_calls_kind_check check (kind in (
    'save_card', 'authorize', 'voucher', 'capture', 'void', 'refund', 'transfer', 'evidence')) not valid,
  add constraint payment_calls_evidence check ((kind = 'evidence') = (chargeback_id is not null)) not valid;
alter table payment_calls validate constraint payment_calls_kind_check;
alter table payment_calls validate constraint payment_calls_evidence;

-- The stand-in's bank.
create table standin.disputes (
  id text primary key,
  charge_id text not null references standin.charges,
  reason text not null,
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  fee_iva_cents bigint not null,
  status text not null check (status in ('open', 'won', 'lost')),
  respond_by timestamptz not null,
  evidence text,
  evidence_key text,
  created_at timestamptz not null
);
create index disputes_charge on standin.disputes (charge_id);
