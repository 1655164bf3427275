-- Who a person is over there. The provider's own number counts, not an e-mail: that may pass to somebody else.
create table identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  linked_at timestamptz not null,
  constraint identities_pkey primary key (issuer, subject)
);
comment on table identities is 'Accounts at other sign-in providers.';

-- Whose mailbox it is, as far as we have seen: the link of a letter was used, or a provider vouched for it. For this very
-- address; an account that takes another one starts from nothing.
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
