-- What the card processor says that it has of Kalli's, beside what the books say (money.md §8, I12): once a day. `differs_since`: the
-- first of the days in a row on which the two were not the same.
create table balance_checks (
  provider text not null,
  day date not null,
  ours_cents bigint not null,
  theirs_cents bigint not null,
  differs_since date,
  checked_at timestamptz not null,
  primary key (provider, day),
  constraint balance_checks_differ check ((differs_since is null) = (ours_cents = theirs_cents)),
  constraint balance_checks_since check (differs_since <= day)
);

-- What the stand-in had before its own books begin: a seeded town is older than they are.
create table standin.opening (amount_cents bigint not null);
