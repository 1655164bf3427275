-- A card may be paid with through the wallet of a telephone: the receipt names it beside the last digits.
alter table payments add column card_wallet text;
alter table payments add constraint payments_wallet_is_known check (card_wallet in ('apple_pay', 'google_pay'));
alter table payments add constraint payments_wallet_has_a_card check (
  card_wallet is null or (method = 'card' and card_last4 is not null));
comment on constraint payments_wallet_has_a_card on payments is 'a wallet on a payment that no card made';

alter table standin.charges add column card_wallet text;
