-- The user's identity at a sign-in provider. The provider's own id identifies the user, not the e-mail, which may pass to another
-- person.
create table identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  linked_at timestamptz not null,
  constraint identities_pkey primary key (issuer, subject)
);
comment on table identities is 'Accounts at other sign-in providers.';

-- Evidence that the account owner controls the mailbox: they used an e-mailed link, or a provider confirmed it. Valid for this
-- exact address only; an account that changes its address starts without proof.
create table mailbox_proofs (
  account_id bigint not null,
  email text not null,
  proved_at timestamptz not null,
  constraint mailbox_proofs_pkey primary key (account_id, email)
);
comment on table mailbox_proofs is 'Codes that prove a mailbox before a provider is linked.';

create index identities_account on identities (account_id);

alter table identities add constraint identities_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table mailbox_proofs add constraint mailbox_proofs_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
