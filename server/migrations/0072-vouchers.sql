-- Money that comes by bank transfer (SPEI) or over a counter (OXXO): a reference is given out, and the money comes later (B2).
alter table payments
  drop constraint payments_method_check,
  drop constraint payments_status_check,
  add constraint payments_method_check check (method in ('card', 'spei', 'oxxo')),
  add constraint payments_status_check check (status in (
    'created', 'requires_action', 'voucher_pending', 'card_saved', 'authorized', 'captured', 'partially_refunded', 'refunded',
    'voided', 'expired', 'failed')),
  -- Until when it may be paid; before there is a reference, for whom it is asked; then the reference itself.
  add column voucher jsonb,
  -- Whose credit gets what cannot go back the way it came: cash.
  add column client_id bigint,
  -- What went back as credit instead of by the way it came; counted in `refunded_cents` too.
  add column credited_cents bigint not null default 0 check (credited_cents between 0 and refunded_cents),
  add constraint payments_voucher check ((method = 'card') = (voucher is null)),
  add constraint payments_cash_of check (method <> 'oxxo' or client_id is not null),
  add constraint payments_credited check (credited_cents = 0 or method = 'oxxo'),
  -- Nothing of a transfer is held or kept for later: it is there, or it is not.
  add constraint payments_voucher_status check (method = 'card' or status not in ('card_saved', 'authorized')),
  add constraint payments_voucher_pending check (method <> 'card' or status <> 'voucher_pending');
create index payments_vouchers on payments (created_at) where status = 'voucher_pending';

alter table payment_calls
  drop constraint payment_calls_kind_check,
  add constraint payment_calls_kind_check check (kind in (
    'save_card', 'authorize', 'voucher', 'capture', 'void', 'refund', 'transfer'));

alter table standin.charges
  drop constraint charges_kind_check,
  drop constraint charges_status_check,
  add constraint charges_kind_check check (kind in ('setup', 'charge', 'spei', 'oxxo')),
  add constraint charges_status_check check (status in (
    'requires_action', 'voucher_pending', 'saved', 'authorized', 'captured', 'voided', 'declined', 'expired')),
  add column voucher jsonb;
