-- Rents of a house by card: by hand, or by themselves with a card that was kept for them.

-- Kept with a rent that it paid, by a professional who said so; each rent that is charged afterwards asks it first.
create table rent_cards (
  professional_id bigint primary key references professionals,
  provider text not null,
  -- The processor's name for the card; its number never reaches us.
  card_ref text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  kept_at timestamptz not null
);

alter table rent_charges
  -- Who asked a card last and has no answer yet: the person, or the house's clock.
  add column card_asked text check (card_asked in ('by_hand', 'by_itself')),
  -- The card of this rent shall be kept once it has paid.
  add column keep_card boolean not null default false,
  -- The kept card was asked so often, and is asked again then; null: not any more.
  add column card_tries integer not null default 0 constraint rent_charges_card_tries check (card_tries between 0 and 3),
  add column card_next_at timestamptz,
  -- Why the last card was refused.
  add column card_failure text;
create index rent_charges_card on rent_charges (card_next_at) where status = 'due' and card_next_at is not null;

-- Where the bank's page sends back to; null: to the booking that is paid for.
alter table payments add column return_path text check (return_path ~ '^/');
