-- Signing in elsewhere, with a provider of OpenID Connect.

-- Who a person is over there. The provider's own number counts, not an e-mail: that may pass to somebody else.
create table identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_account on identities (account_id);

-- Whose mailbox it is, as far as we have seen: the link of a letter was used, or a provider vouched for it. For this very
-- address; an account that takes another one starts from nothing.
create table mailbox_proofs (
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  proved_at timestamptz not null,
  primary key (account_id, email)
);
