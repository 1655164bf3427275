-- Whoever was booked before a CLABE was asked for goes on being booked: their money waits on the ledger, as it did.
alter table hosts add column booked_before_clabe boolean not null default false;
update hosts h set booked_before_clabe = true
  where clabe is null and exists (select from spaces s where s.host_id = h.id and s.status in ('published', 'paused'));
alter table hosts add column payable boolean not null generated always as (clabe is not null or booked_before_clabe) stored;
