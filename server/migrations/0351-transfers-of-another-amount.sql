-- A SPEI transfer brings less than was asked, or more: what came beside the charge (J20 of money.md), and what of that was sent back.
alter table payments
  add column loose_cents bigint not null default 0 constraint loose_money_is_positive check (loose_cents >= 0),
  add column loose_back_cents bigint not null default 0 constraint loose_money_back_is_positive check (loose_back_cents >= 0),
  add constraint loose_money_goes_back_once check (loose_back_cents <= loose_cents);

alter table payment_calls
  drop constraint payment_calls_kind_check,
  add constraint payment_calls_kind_check check (kind in (
    'save_card', 'authorize', 'voucher', 'capture', 'void', 'refund', 'return', 'transfer', 'evidence')) not valid;
alter table payment_calls validate constraint payment_calls_kind_check;

alter table standin.charges add column loose_cents bigint not null default 0
  constraint standin_loose_is_positive check (loose_cents >= 0);
alter table standin.operations
  drop constraint operations_kind_check,
  add constraint operations_kind_check check (kind in ('capture', 'void', 'refund', 'return'));
