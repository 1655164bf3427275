-- Where a payee's transfers go at a card processor that pays accounts of its own. The stand-in needs none.
create table payout_accounts (
  provider text not null,
  party text not null check (party in ('professional', 'host')),
  party_id bigint not null,
  account_ref text not null unique,
  begun_at timestamptz not null,
  -- When the processor said that transfers may go there; null: something is still missing.
  ready_at timestamptz,
  primary key (provider, party, party_id)
);
