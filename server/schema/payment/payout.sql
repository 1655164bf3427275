create sequence payout_account_looks;

-- What is owed to a party after a booking, until it is transferred.
create table payouts (
  id uuid not null,
  party text not null,
  party_id bigint not null,
  booking_id uuid not null,
  amount_cents bigint not null,
  status text not null,
  release_at timestamptz not null,
  external_id text,
  -- Deducted for the payee's debt (money.md J22).
  clawed_back_cents bigint default 0 not null,
  attempts integer default 0 not null,
  failure text,
  paid_at timestamptz,
  -- A frozen payout remains with Kalli until the dispute, no-show or chargeback it waits for is decided.
  frozen_for uuid,
  -- A part split off a payout has the id of what it waits for in `booking_id`; this is the booking that earned it. Null: `booking_id` is
  -- that booking.
  origin_booking_id uuid,
  constraint payouts_pkey primary key (id),
  constraint payouts_booking_id_party_key unique (booking_id, party),
  constraint payouts_amount_cents_check check (amount_cents > 0),
  constraint payouts_check check ((clawed_back_cents >= 0) and (clawed_back_cents <= amount_cents)),
  constraint payouts_frozen check ((frozen_for is null) or (status = 'withheld')),
  constraint payouts_party_check check (party in ('professional', 'host')),
  constraint payouts_status_check check (status in ('accrued', 'releasable', 'in_process', 'paid', 'failed', 'withheld'))
);
comment on table payouts is 'Amounts on their way to a payee.';
comment on constraint payouts_frozen on payouts is
  'With disputes_in_time.';

-- A payee's account for transfers at a card processor that uses its own payout accounts. The stand-in needs none.
create table payout_accounts (
  provider text not null,
  party text not null,
  party_id bigint not null,
  account_ref text,
  requested_at timestamptz not null,
  -- When the processor enabled transfers; null: not yet.
  ready_at timestamptz,
  open_key uuid,
  -- The payee completed the processor's form at least once.
  is_submitted boolean default false not null,
  -- The processor's requirements (contract/payment/payout-account.ts), and their deadline.
  wanted text[] default '{}'::text[] not null,
  wanted_by timestamptz,
  -- Why the processor blocks the account; null: it does not.
  held_back text,
  -- Transfers were enabled once (ready_at) and are disabled now.
  restricted_at timestamptz,
  -- The number of the reading that this row shows: an older reading never overwrites a newer one.
  look bigint default 0 not null,
  -- The last reading of which the payee was notified.
  notified_look bigint default 0 not null,
  looked_at timestamptz,
  constraint payout_accounts_pkey primary key (provider, party, party_id),
  constraint payout_accounts_account_ref_key unique (account_ref),
  constraint payout_accounts_requested check ((account_ref is not null) or (open_key is not null)),
  constraint payout_accounts_held_back check (held_back in ('wanted', 'in_review', 'rejected', 'other')),
  constraint payout_accounts_party_check check (party in ('professional', 'host')),
  constraint payout_accounts_paused check ((restricted_at is null) or (ready_at is not null))
);
comment on table payout_accounts is 'A payee’s account at the processor.';
comment on constraint payout_accounts_pkey on payout_accounts is
  'two payout accounts of one payee at a processor, one account of two payees, one requested without a key, one restricted that was never ready';
comment on constraint payout_accounts_account_ref_key on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payout_accounts_requested on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payout_accounts_paused on payout_accounts is
  'With payout_accounts_pkey.';

create index payouts_due on payouts (release_at) where status in ('accrued', 'failed');
create index payouts_frozen_for on payouts (frozen_for) where (frozen_for is not null);
create index payouts_origin on payouts (origin_booking_id) where (origin_booking_id is not null);
create index payouts_party on payouts (party, party_id, release_at);
