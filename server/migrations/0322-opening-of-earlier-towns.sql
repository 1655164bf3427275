-- A town that was seeded before its books were compared with the stand-in's (0317) had something there, too: whatever its books say
-- that the stand-in's do not. One that was seeded since wrote it down itself.
insert into standin.opening
  select total.cents from (
    select (select coalesce(sum(amount_cents), 0) from entries where account in (1010, 1020))
      - (select coalesce(sum(captured_cents - refunded_cents - fee_cents - fee_iva_cents), 0) from standin.charges)
      + (select coalesce(sum(case status when 'won' then 0 else amount_cents end + fee_cents + fee_iva_cents), 0) from standin.disputes)
      + (select coalesce(sum(amount_cents), 0) from standin.transfers where status <> 'returned') as cents) total
  where total.cents <> 0 and not exists (select from standin.opening);
