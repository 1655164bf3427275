-- The processor's stand-in has its own separate records: to Kalli it is an outside service.
create schema standin;

create table standin.charges (
  id text not null,
  idem_key text not null,
  -- The same key with another request is refused.
  request jsonb not null,
  kind text not null,
  -- What this card does: ok, declined, 3ds, timeout, later (fails only when charged).
  behaviour text not null,
  status text not null,
  amount_cents bigint not null,
  captured_cents bigint default 0 not null,
  refunded_cents bigint default 0 not null,
  fee_cents bigint default 0 not null,
  fee_iva_cents bigint default 0 not null,
  available_at timestamptz,
  card_ref text,
  card_brand text not null,
  card_last4 text not null,
  failure text,
  reference text not null,
  return_url text not null,
  created_at timestamptz not null,
  voucher jsonb,
  -- The stand-in's own records: refunds that it accepted and has not completed.
  refund_pending_cents bigint default 0 not null,
  loose_cents bigint default 0 not null,
  card_wallet text,
  installments smallint,
  constraint charges_pkey primary key (id),
  constraint charges_idem_key_key unique (idem_key),
  constraint charges_check check ((captured_cents <= amount_cents) and (refunded_cents <= captured_cents)),
  constraint charges_kind_check check (kind in ('setup', 'charge', 'spei', 'oxxo')),
  constraint charges_status_check check (status in ('requires_action', 'voucher_pending', 'saved', 'authorized', 'captured', 'voided', 'declined', 'expired')),
  constraint standin_loose_is_positive check (loose_cents >= 0),
  constraint standin_refunds_pending check ((refund_pending_cents >= 0) and (refund_pending_cents <= refunded_cents))
);

create table standin.operations (
  idem_key text not null,
  id text not null,
  charge_id text not null,
  kind text not null,
  amount_cents bigint not null,
  refusal text,
  created_at timestamptz not null,
  constraint operations_pkey primary key (idem_key),
  constraint operations_id_key unique (id),
  constraint operations_kind_check check (kind in ('capture', 'void', 'refund', 'return'))
);

create table standin.transfers (
  id text not null,
  idem_key text not null,
  destination text not null,
  amount_cents bigint not null,
  reference text not null,
  status text not null,
  created_at timestamptz not null,
  constraint transfers_pkey primary key (id),
  constraint transfers_idem_key_key unique (idem_key),
  constraint transfers_amount_cents_check check (amount_cents > 0),
  constraint transfers_status_check check (status in ('sent', 'returned'))
);

create table standin.events (
  id text not null,
  kind text not null,
  object_id text not null,
  deliveries integer default 0 not null,
  deliver_at timestamptz not null,
  delivered_at timestamptz,
  constraint events_pkey primary key (id)
);

-- The realistic stand-in of an identity provider has its own records.
create table standin.identity_checks (
  id text not null,
  idem_key text not null,
  reference text not null,
  return_url text not null,
  status text not null,
  reason text,
  created_at timestamptz not null,
  constraint identity_checks_pkey primary key (id),
  constraint identity_checks_idem_key_key unique (idem_key),
  constraint identity_checks_status_check check (status in ('open', 'processing', 'approved', 'rejected', 'abandoned'))
);

create table standin.identity_events (
  id text not null,
  check_id text not null,
  deliveries integer default 0 not null,
  deliver_at timestamptz not null,
  delivered_at timestamptz,
  constraint identity_events_pkey primary key (id)
);

-- Disputes at the stand-in's bank.
create table standin.disputes (
  id text not null,
  charge_id text not null,
  reason text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  fee_iva_cents bigint not null,
  status text not null,
  respond_by timestamptz not null,
  evidence text,
  evidence_key text,
  created_at timestamptz not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_amount_cents_check check (amount_cents > 0),
  constraint disputes_status_check check (status in ('open', 'won', 'lost'))
);

-- The stand-in's accounts of payees: which data they provided, and which were rejected.
create table standin.accounts (
  id text not null,
  idem_key text not null,
  destination text not null,
  provided text[] default '{}'::text[] not null,
  -- Data requested again: an unreadable photo, or a new requirement.
  refused text[] default '{}'::text[] not null,
  is_submitted boolean default false not null,
  is_ready boolean default false not null,
  -- The only valid link to its page, where that returns to, and its expiry.
  link text,
  return_url text,
  refresh_url text,
  link_until timestamptz,
  created_at timestamptz not null,
  constraint accounts_pkey primary key (id),
  constraint accounts_idem_key_key unique (idem_key),
  constraint accounts_link_key unique (link)
);

-- The stand-in's balance before its own records start: seeded demo data is older than they are.
create table standin.opening (
  amount_cents bigint not null
);

create index accounts_destination on standin.accounts (destination);
create index charges_reference on standin.charges (reference);
create index disputes_charge on standin.disputes (charge_id);
create index events_due on standin.events (deliver_at) where (delivered_at is null);
create index identity_events_due on standin.identity_events (deliver_at) where (delivered_at is null);

alter table standin.operations add constraint operations_charge_id_fkey
  foreign key (charge_id) references standin.charges(id);

alter table standin.identity_events add constraint identity_events_check_id_fkey
  foreign key (check_id) references standin.identity_checks(id);

alter table standin.disputes add constraint disputes_charge_id_fkey
  foreign key (charge_id) references standin.charges(id);
