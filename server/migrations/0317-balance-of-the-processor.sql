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
-- A town that was seeded before this has it too: whatever its books say that the stand-in's do not.
insert into standin.opening
  select total.cents from (
    select (select coalesce(sum(amount_cents), 0) from entries where account in (1010, 1020))
      - (select coalesce(sum(captured_cents - refunded_cents - fee_cents - fee_iva_cents), 0) from standin.charges)
      + (select coalesce(sum(case status when 'won' then 0 else amount_cents end + fee_cents + fee_iva_cents), 0) from standin.disputes)
      + (select coalesce(sum(amount_cents), 0) from standin.transfers where status <> 'returned') as cents) total
  where total.cents <> 0;
