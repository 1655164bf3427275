-- A sum that a processor paid into a payee's bank account, to be matched with the bank statement.
create table bank_deposits (
  id uuid not null,
  provider text not null,
  -- The processor's id.
  external_id text not null,
  party text not null,
  party_id bigint not null,
  -- Negative: the processor collected a debt from the account.
  amount_cents bigint not null,
  status text not null,
  sent_at timestamptz not null,
  arrives_on date not null,
  bank text,
  account_end text,
  -- The reference by which banks find it (clave de rastreo); null: not given yet.
  trace text,
  constraint bank_deposits_pkey primary key (id),
  constraint bank_deposits_once unique (provider, external_id),
  constraint bank_deposits_amount check (amount_cents <> 0),
  constraint bank_deposits_party_check check (party in ('professional', 'host')),
  constraint bank_deposits_status_check check (status in ('on_the_way', 'arrived', 'failed')),
  constraint bank_deposits_account_end check (account_end ~ '^\d{4}$')
);
comment on table bank_deposits is 'Sums paid into the bank accounts of payees, as their processor reports them.';
comment on constraint bank_deposits_once on bank_deposits is 'one payment to a bank counted twice';
create index bank_deposits_party on bank_deposits (party, party_id, arrives_on);
create index bank_deposits_open on bank_deposits (party, party_id) where status = 'on_the_way';

-- The transfers that it consists of.
create table bank_deposit_transfers (
  provider text not null,
  transfer_ref text not null,
  deposit_id uuid not null,
  -- Null: the processor names a transfer that is not recorded here.
  payout_id uuid,
  amount_cents bigint not null,
  constraint bank_deposit_transfers_pkey primary key (provider, transfer_ref),
  constraint bank_deposit_transfers_amount check (amount_cents > 0),
  constraint bank_deposit_transfers_deposit_id_fkey foreign key (deposit_id) references bank_deposits(id),
  constraint bank_deposit_transfers_payout_id_fkey foreign key (payout_id) references payouts(id)
);
comment on table bank_deposit_transfers is 'Which transfers a bank deposit is made of.';
comment on constraint bank_deposit_transfers_pkey on bank_deposit_transfers is 'a transfer inside two bank deposits';
create index bank_deposit_transfers_deposit on bank_deposit_transfers (deposit_id);
create index bank_deposit_transfers_payout on bank_deposit_transfers (payout_id) where payout_id is not null;
create index payouts_external on payouts (external_id) where external_id is not null;

-- Transfers whose deposit is not known yet.
create index payouts_sent on payouts (paid_at) where status = 'paid' and external_id is not null;
create index transfers_destination on standin.transfers (destination, created_at);
