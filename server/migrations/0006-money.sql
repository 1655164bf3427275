-- Withholding ISR from rent is disputed (money.md D8): a switch of its own beside `withholding`.
insert into settings values ('withholding_host_isr', 'true');

-- Payments do not know what is paid for: `booking_id` is a reference they carry, not a join they need.
create table payments (
  id uuid primary key,
  booking_id uuid not null unique,
  -- Who pays: 'account:12' or 'visitor:<hash>'.
  payer text not null,
  provider text not null,
  method text not null check (method in ('card')),
  status text not null check (status in (
    'created', 'requires_action', 'card_saved', 'authorized', 'captured', 'partially_refunded', 'refunded',
    'voided', 'expired', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  authorized_cents bigint not null default 0 check (authorized_cents >= 0),
  captured_cents bigint not null default 0 check (captured_cents >= 0),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0),
  -- Given back beyond what the terms ask, at Kalli's own cost (money.md J16).
  goodwill_cents bigint not null default 0 check (goodwill_cents >= 0),
  currency text not null default 'MXN',
  -- Provider's names for the card kept on file and for the charge.
  card_ref text,
  charge_ref text,
  card_brand text,
  card_last4 text,
  action_url text,
  failure text,
  authorize_at timestamptz,
  capture_at timestamptz,
  -- What the processor keeps of the charge, and when the rest is at our disposal.
  fee_cents bigint not null default 0,
  fee_iva_cents bigint not null default 0,
  available_at timestamptz,
  made_available_at timestamptz,
  -- How it ends (payment.ts, Settlement): decided once, posted when the money is in.
  settlement jsonb,
  settled_at timestamptz,
  release_professional_at timestamptz,
  release_host_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint refunds_within_captured check (refunded_cents <= captured_cents),
  constraint captured_within_amount check (captured_cents <= amount_cents)
);
create index payments_charge on payments (charge_ref) where charge_ref is not null;
create index payments_to_authorize on payments (authorize_at) where status = 'card_saved';
create index payments_to_capture on payments (capture_at) where status = 'authorized';
create index payments_to_make_available on payments (available_at)
  where available_at is not null and made_available_at is null;
create index payments_to_settle on payments (created_at) where settlement is not null and settled_at is null;

-- The intent of every outside call, committed with its key before the call (money.md §6).
create table payment_calls (
  id uuid primary key,
  payment_id uuid references payments,
  payout_id uuid,
  kind text not null check (kind in ('save_card', 'authorize', 'capture', 'void', 'refund', 'transfer')),
  amount_cents bigint not null check (amount_cents >= 0),
  -- Sent to the provider: the same key is never charged twice.
  idem_key text not null unique,
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  external_id text,
  failure text,
  token text,
  -- The charge that is meant, when it is not the payment's present one (an abandoned attempt).
  charge_ref text,
  tries integer not null default 0,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((payment_id is null) <> (payout_id is null))
);
create index payment_calls_pending on payment_calls (created_at) where status = 'pending';
create index payment_calls_payment on payment_calls (payment_id);

-- Webhooks only say "look again"; one row per event, however often it is sent.
create table provider_events (
  provider text not null,
  external_id text not null,
  kind text not null,
  -- The provider's charge or transfer to look at again.
  object_ref text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (provider, external_id)
);
create index provider_events_open on provider_events (received_at) where handled_at is null;

create table ledger_accounts (
  number smallint primary key,
  name text not null,
  type text not null check (type in ('asset', 'liability', 'income', 'expense', 'memo'))
);
insert into ledger_accounts values
  (1010, 'psp_pending', 'asset'), (1020, 'psp_available', 'asset'), (1030, 'bank', 'asset'),
  (1110, 'receivable_client', 'asset'), (1120, 'receivable_professional', 'asset'),
  (1130, 'receivable_host', 'asset'), (1140, 'dispute_hold', 'asset'), (1150, 'iva_acreditable', 'asset'),
  (2010, 'client_funds', 'liability'), (2020, 'payable_professional', 'liability'),
  (2030, 'payable_host', 'liability'), (2040, 'refund_payable', 'liability'),
  (2050, 'client_credit', 'liability'), (2110, 'isr_retenido', 'liability'),
  (2120, 'iva_retenido', 'liability'), (2130, 'iva_trasladado', 'liability'),
  (4010, 'revenue_commission_professional', 'income'), (4020, 'revenue_commission_host', 'income'),
  (5010, 'psp_fees', 'expense'), (5020, 'dispute_fees', 'expense'), (5030, 'goodwill', 'expense'),
  (9010, 'card_holds', 'memo'), (9020, 'card_holds_contra', 'memo');

create table journals (
  id bigint generated by default as identity primary key,
  -- The same event posts once.
  idem_key text not null unique,
  kind text not null,
  booking_id uuid,
  -- The provider's id of the charge, refund or transfer: in exactly one journal of a kind (I8).
  external_id text,
  reverses_id bigint references journals,
  at timestamptz not null
);
create unique index journals_external on journals (kind, external_id) where external_id is not null;
create index journals_booking on journals (booking_id) where booking_id is not null;

create table entries (
  journal_id bigint not null references journals,
  line smallint not null,
  account smallint not null references ledger_accounts,
  -- Whose: professional (1120, 2020), host (1130, 2030), client (1110, 2050); null for Kalli's own accounts.
  party_id bigint,
  -- On whose receipt the line appears.
  side text check (side in ('client', 'professional', 'host')),
  -- Debit positive, credit negative; centavos of MXN.
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (journal_id, line),
  check ((account in (1110, 1120, 1130, 2020, 2030, 2050)) = (party_id is not null))
);
create index entries_party on entries (account, party_id) where party_id is not null;

-- Projection of what each party is owed or owes; rebuilt and compared by a test (I11).
create table balances (
  account smallint not null,
  party_id bigint not null,
  amount_cents bigint not null,
  primary key (account, party_id)
);

create function journal_balances() returns trigger language plpgsql as $$
declare
  total bigint;
  lines integer;
  journal bigint;
begin
  if tg_table_name = 'journals' then journal := new.id; else journal := new.journal_id; end if;
  select coalesce(sum(amount_cents), 0), count(*) into total, lines from entries where journal_id = journal;
  if total <> 0 or lines < 2 then
    raise exception 'journal % does not balance: % over % lines', journal, total, lines
      using errcode = 'check_violation', constraint = 'journals_balance';
  end if;
  return null;
end $$;
create constraint trigger journals_balance after insert on journals
  deferrable initially deferred for each row execute function journal_balances();
create constraint trigger entries_balance after insert on entries
  deferrable initially deferred for each row execute function journal_balances();

create function project_balances() returns trigger language plpgsql as $$
begin
  insert into balances as b
    select account, party_id, sum(amount_cents) from fresh where party_id is not null
    group by account, party_id order by account, party_id
  on conflict (account, party_id) do update set amount_cents = b.amount_cents + excluded.amount_cents;
  return null;
end $$;
create trigger entries_project after insert on entries
  referencing new table as fresh for each statement execute function project_balances();

create trigger journals_append_only before update or delete on journals
  for each row execute function refuse_change();
create trigger journals_no_truncate before truncate on journals
  for each statement execute function refuse_change();
create trigger entries_append_only before update or delete on entries
  for each row execute function refuse_change();
create trigger entries_no_truncate before truncate on entries
  for each statement execute function refuse_change();

-- What is owed to a party after a booking, until it has been transferred.
create table payouts (
  id uuid primary key,
  party text not null check (party in ('professional', 'host')),
  party_id bigint not null,
  booking_id uuid not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('accrued', 'releasable', 'in_process', 'paid', 'failed', 'withheld')),
  release_at timestamptz not null,
  external_id text,
  -- Taken out for what the payee owed (money.md J22).
  clawed_back_cents bigint not null default 0 check (clawed_back_cents between 0 and amount_cents),
  attempts integer not null default 0,
  failure text,
  paid_at timestamptz,
  unique (booking_id, party)
);
create index payouts_due on payouts (release_at) where status in ('accrued', 'failed');
create index payouts_party on payouts (party, party_id, release_at);

-- The believable stand-in of a card processor keeps its own books, as an outside service does.
create schema standin;
create table standin.charges (
  id text primary key,
  idem_key text not null unique,
  -- The same key with another request is refused.
  request jsonb not null,
  kind text not null check (kind in ('setup', 'charge')),
  -- What this card does: ok, declined, 3ds, timeout, later (fails only when charged).
  behaviour text not null,
  status text not null check (status in (
    'requires_action', 'saved', 'authorized', 'captured', 'voided', 'declined', 'expired')),
  amount_cents bigint not null,
  captured_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  fee_iva_cents bigint not null default 0,
  available_at timestamptz,
  card_ref text,
  card_brand text not null,
  card_last4 text not null,
  failure text,
  reference text not null,
  return_url text not null,
  created_at timestamptz not null,
  check (captured_cents <= amount_cents and refunded_cents <= captured_cents)
);
create index charges_reference on standin.charges (reference);
create table standin.operations (
  idem_key text primary key,
  id text not null unique,
  charge_id text not null references standin.charges,
  kind text not null check (kind in ('capture', 'void', 'refund')),
  amount_cents bigint not null,
  refusal text,
  created_at timestamptz not null
);
create table standin.transfers (
  id text primary key,
  idem_key text not null unique,
  destination text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reference text not null,
  status text not null check (status in ('sent', 'returned')),
  created_at timestamptz not null
);
create table standin.events (
  id text primary key,
  kind text not null,
  object_id text not null,
  deliveries integer not null default 0,
  deliver_at timestamptz not null,
  delivered_at timestamptz
);
create index events_due on standin.events (deliver_at) where delivered_at is null;
