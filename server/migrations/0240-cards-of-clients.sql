-- Cards that somebody keeps with a visit they pay, to pay the next one without typing them again (docs/payment/payments.md).

-- What tells one's cards apart, and the processor's name for each; a number never reaches us.
create table kept_cards (
  id uuid primary key,
  account_id bigint not null references accounts,
  provider text not null,
  card_ref text not null,
  brand text not null,
  last4 text not null constraint kept_cards_last4 check (last4 ~ '^\d{4}$'),
  -- The last month in which it is good; null: the processor does not say.
  expires text constraint kept_cards_expires check (expires ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  kept_at timestamptz not null,
  -- A card that is typed and kept once more is the same card, by its newer name.
  constraint kept_cards_once unique nulls not distinct (account_id, provider, brand, last4, expires),
  constraint kept_cards_one_owner unique (provider, card_ref)
);

-- For whom its card is to be kept as soon as the bank says yes; null once it was, so that one which is taken away stays away.
alter table payments add column keep_for bigint references accounts;

-- Who pays with a kept card is there to say yes to their bank; a card that the clock asks has nobody.
alter table payment_calls add column is_present boolean not null default false;
