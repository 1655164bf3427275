create sequence payout_account_looks;

-- What is owed to a party after a booking, until it has been transferred.
create table payouts (
  id uuid not null,
  party text not null,
  party_id bigint not null,
  booking_id uuid not null,
  amount_cents bigint not null,
  status text not null,
  release_at timestamptz not null,
  external_id text,
  -- Taken out for what the payee owed (money.md J22).
  clawed_back_cents bigint default 0 not null,
  attempts integer default 0 not null,
  failure text,
  paid_at timestamptz,
  -- What waits for a decision stays with Kalli; it leaves only when the matter it waits for has released it.
  frozen_for uuid,
  -- A part split off a payout carries the identifier of what it waits for; this is the booking that earned it, so that a bank's
  -- hold finds it once that is decided. Null: `booking_id` is that booking.
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
  begun_at timestamptz not null,
  -- When the processor said that transfers may go there; null: something is still missing.
  ready_at timestamptz,
  open_key uuid,
  -- The payee has gone through the processor's form to its end at least once.
  is_submitted boolean default false not null,
  -- What the processor wants now, in the words of contract/payment/payout-account.ts, and until when.
  wanted text[] default '{}'::text[] not null,
  wanted_by timestamptz,
  -- Why it holds the account back; null: it does not.
  held_back text,
  -- Transfers went there once (ready_at) and may no longer.
  restricted_at timestamptz,
  -- The look that this row shows: answers overtake each other, and an older one shall not undo a newer.
  look bigint default 0 not null,
  -- The last reading of which the payee was notified.
  news bigint default 0 not null,
  looked_at timestamptz,
  constraint payout_accounts_pkey primary key (provider, party, party_id),
  constraint payout_accounts_account_ref_key unique (account_ref),
  constraint payout_accounts_asked check ((account_ref is not null) or (open_key is not null)),
  constraint payout_accounts_held_back check (held_back in ('wanted', 'in_review', 'rejected', 'other')),
  constraint payout_accounts_party_check check (party in ('professional', 'host')),
  constraint payout_accounts_paused check ((restricted_at is null) or (ready_at is not null))
);
comment on table payout_accounts is 'A payee’s account at the processor.';
comment on constraint payout_accounts_pkey on payout_accounts is
  'two payout accounts of one payee at a processor, one account of two payees, one requested without a key, one restricted that was never ready';
comment on constraint payout_accounts_account_ref_key on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payout_accounts_asked on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payout_accounts_paused on payout_accounts is
  'With payout_accounts_pkey.';

create index payouts_due on payouts (release_at) where status in ('accrued', 'failed');
create index payouts_frozen_for on payouts (frozen_for) where (frozen_for is not null);
create index payouts_origin on payouts (origin_booking_id) where (origin_booking_id is not null);
create index payouts_party on payouts (party, party_id, release_at);
