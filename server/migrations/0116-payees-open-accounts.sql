-- Payees open their account at the processor themselves. The row is the intent: it stands before the processor is asked, with the
-- key that it is asked with, so that two taps ask for the same account and a crash between the two asks again.
alter table payout_accounts
  alter column account_ref drop not null,
  add column open_key uuid,
  -- The payee has gone through the processor's form to its end at least once.
  add column is_submitted boolean not null default false,
  -- What the processor wants now, in the words of contract/payment/payout-account.ts, and until when.
  add column wanted text[] not null default '{}',
  add column wanted_by timestamptz,
  -- Why it holds the account back; null: it does not.
  add column held_back text,
  add constraint payout_accounts_held_back check (held_back in ('wanted', 'in_review', 'rejected', 'other')),
  -- Transfers went there once (ready_at) and may no longer.
  add column restricted_at timestamptz,
  add constraint payout_accounts_paused check (restricted_at is null or ready_at is not null),
  -- The look that this row shows: answers overtake each other, and an older one shall not undo a newer.
  add column look bigint not null default 0,
  -- And the last one that the payee is told of.
  add column news bigint not null default 0,
  add column looked_at timestamptz,
  add constraint payout_accounts_asked check (account_ref is not null or open_key is not null);

create sequence payout_account_looks;
