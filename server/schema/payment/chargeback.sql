create table chargebacks (
  id uuid not null,
  payment_id uuid not null,
  -- What was paid: a visit, rented hours, a tip.
  booking_id uuid not null,
  provider text not null,
  -- The bank's dispute by its processor's name.
  external_id text not null,
  reason text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  fee_iva_cents bigint not null,
  state text not null,
  version integer default 1 not null,
  opened_at timestamptz not null,
  -- Null: this bank takes no answer.
  respond_by timestamptz,
  -- What is sent to the bank: facts of the visit and what Kalli's staff add; no names.
  evidence jsonb,
  submitted_at timestamptz,
  closed_at timestamptz,
  -- A lost chargeback is posted (J19) once the booking is divided.
  charged_to text,
  charged_cents bigint,
  posted_at timestamptz,
  -- A bank may take back a charge that was refunded in part or in full: until its decision Kalli covers that part.
  beyond_cents bigint default 0 not null,
  constraint chargebacks_pkey primary key (id),
  constraint chargebacks_external unique (provider, external_id),
  constraint chargebacks_beyond_cents_check check (beyond_cents >= 0),
  -- A bank that keeps the charge of a card takes it from the card, or from the credit that it became.
  constraint chargebacks_charged_to_check check (charged_to in ('nobody', 'platform', 'professional', 'payer', 'gift')),
  constraint chargebacks_check check ((charged_cents >= 0) and (charged_cents <= amount_cents)),
  constraint chargebacks_closed check ((state = 'open') = (closed_at is null)),
  constraint chargebacks_fee_cents_check check (fee_cents >= 0),
  constraint chargebacks_fee_iva_cents_check check (fee_iva_cents >= 0),
  constraint chargebacks_posted check (((posted_at is null) = (charged_to is null)) and ((posted_at is null) = (charged_cents is null)) and ((posted_at is null) or (state = 'lost'))),
  constraint chargebacks_reason_check check (reason in ('fraud', 'not_received', 'not_as_described', 'duplicate', 'refund_due', 'other')),
  constraint chargebacks_state_check check (state in ('open', 'won', 'lost')),
  constraint chargebacks_submitted check ((submitted_at is null) or (evidence is not null)),
  constraint chargebacks_take_something check ((amount_cents >= 0) and ((amount_cents + beyond_cents) > 0))
);
comment on table chargebacks is 'Charges that a bank took back.';
comment on constraint chargebacks_external on chargebacks is
  'With taken_within_captured.';

-- The moves with actor and reason; the bank's own steps too.
create table chargeback_moves (
  chargeback_id uuid not null,
  version integer not null,
  move text not null,
  actor text not null,
  actor_account_id bigint,
  reason text default '' not null,
  at timestamptz not null,
  constraint chargeback_moves_pkey primary key (chargeback_id, version),
  constraint chargeback_moves_actor_check check (actor in ('bank', 'platform')),
  constraint chargeback_moves_move_check check (move in ('open', 'submit', 'submitted', 'refused', 'win', 'lose', 'post'))
);
comment on table chargeback_moves is 'Transitions of chargebacks.';

create index chargebacks_booking on chargebacks (booking_id);
create index chargebacks_open on chargebacks (respond_by) where (state = 'open');
create index chargebacks_payment on chargebacks (payment_id);
create index chargebacks_unposted on chargebacks (closed_at) where ((state = 'lost') and (posted_at is null));

alter table chargebacks add constraint chargebacks_payment_id_fkey
  foreign key (payment_id) references payments(id);

alter table chargeback_moves add constraint chargeback_moves_chargeback_id_fkey
  foreign key (chargeback_id) references chargebacks(id);

-- States only move forward: won and lost are final, and submitted evidence cannot be changed.
create function chargeback_moves_on() returns trigger language plpgsql as $$
begin
  if new.version = old.version + 1
    and (old.state = new.state or old.state = 'open')
    and (old.payment_id, old.booking_id, old.provider, old.external_id, old.reason, old.amount_cents, old.fee_cents, old.fee_iva_cents,
      old.opened_at) is not distinct from (new.payment_id, new.booking_id, new.provider, new.external_id, new.reason, new.amount_cents,
      new.fee_cents, new.fee_iva_cents, new.opened_at)
    and (old.submitted_at is null or (old.evidence, old.submitted_at) is not distinct from (new.evidence, new.submitted_at))
    and (old.posted_at is null or (old.charged_to, old.charged_cents, old.posted_at)
      is not distinct from (new.charged_to, new.charged_cents, new.posted_at)) then
    return new;
  end if;
  raise exception 'the chargeback % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'chargebacks_move_on';
end $$;

create trigger chargeback_moves_append_only
  before delete or update on chargeback_moves for each row
  execute function refuse_change();
comment on trigger chargeback_moves_append_only on chargeback_moves is
  'With agreement_moves_append_only.';

create trigger chargebacks_move_on
  before update on chargebacks for each row
  execute function chargeback_moves_on();
comment on trigger chargebacks_move_on on chargebacks is
  'With taken_within_captured.';
