-- What an hour of the space cost without a pack when it was bought: at the end of its time the hours that were used are worth
-- that, and what was paid above it goes back. Those that were sold before keep the terms that were told then.
alter table hour_packs add column hourly_cents bigint,
  add constraint hour_packs_hourly check (hourly_cents is null or hourly_cents > 0);
