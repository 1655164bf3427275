-- The cards of an account, by the processor's identifier; card numbers never reach Kalli.
create table saved_cards (
  id uuid not null,
  account_id bigint not null,
  provider text not null,
  card_ref text not null,
  brand text not null,
  last4 text not null,
  -- The month of expiry; null: the processor does not state it.
  expires text,
  saved_at timestamptz not null,
  constraint saved_cards_pkey primary key (id),
  -- A card that is saved again is the same card, with its newer identifier.
  constraint saved_cards_once unique nulls not distinct (account_id, provider, brand, last4, expires),
  constraint saved_cards_one_owner unique (provider, card_ref),
  constraint saved_cards_expires check (expires ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  constraint saved_cards_last4 check (last4 ~ '^\d{4}$')
);
comment on table saved_cards is 'A client''s cards stored at the processor.';
comment on constraint saved_cards_once on saved_cards is
  'a card saved twice by one account, or the same card by two; one without its last four digits or without a valid month of expiry';
comment on constraint saved_cards_one_owner on saved_cards is
  'With saved_cards_once.';
comment on constraint saved_cards_last4 on saved_cards is
  'With saved_cards_once.';
comment on constraint saved_cards_expires on saved_cards is
  'With saved_cards_once.';

alter table saved_cards add constraint saved_cards_account_id_fkey
  foreign key (account_id) references accounts(id);
