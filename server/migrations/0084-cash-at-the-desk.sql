-- Hours that a professional pays by hand at the host's desk (docs/booking/rented-hours.md). The money never passes Kalli; the
-- ledger knows where it is.
insert into ledger_accounts values (1135, 'cash_with_host', 'asset');

alter table payments
  drop constraint payments_method_check,
  drop constraint payments_voucher,
  drop constraint payments_voucher_status,
  drop constraint payments_voucher_pending,
  add column cash_host_id bigint references hosts,
  -- Of what goes back of it, what the host said they handed over.
  add column handed_cents bigint not null default 0,
  add constraint payments_method_check check (method in ('card', 'spei', 'oxxo', 'cash')) not valid,
  add constraint payments_voucher check ((method in ('card', 'cash')) = (voucher is null)) not valid,
  -- Nothing of a transfer or of cash is held or kept for later: it is there, or it is not.
  add constraint payments_voucher_status check (method = 'card' or status not in ('card_saved', 'authorized')) not valid,
  add constraint payments_voucher_pending check (method in ('spei', 'oxxo') or status <> 'voucher_pending') not valid,
  add constraint payments_by_hand check ((method = 'cash') = (cash_host_id is not null)) not valid,
  -- By hand there is no bank that could say no, and nobody outside is ever asked.
  add constraint payments_by_hand_status check (method <> 'cash'
    or status in ('captured', 'partially_refunded', 'refunded') and charge_ref is null and card_ref is null) not valid,
  add constraint payments_handed check (
    handed_cents between 0 and refunded_cents and (handed_cents = 0 or method = 'cash')) not valid;
alter table payments validate constraint payments_method_check;
alter table payments validate constraint payments_voucher;
alter table payments validate constraint payments_voucher_status;
alter table payments validate constraint payments_voucher_pending;
alter table payments validate constraint payments_by_hand;
alter table payments validate constraint payments_by_hand_status;
alter table payments validate constraint payments_handed;
create index payments_to_hand_back on payments (cash_host_id) where handed_cents < refunded_cents and cash_host_id is not null;

-- Kept per host, like what they owe. What stands there already is right by the rule before; new lines are held to the new one.
alter table entries
  drop constraint entries_check,
  add constraint entries_check check ((account in (1110, 1120, 1130, 1135, 2020, 2030, 2050)) = (party_id is not null)) not valid;
