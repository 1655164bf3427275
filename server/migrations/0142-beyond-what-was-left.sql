-- A bank may take a charge back of which some, or all, was refunded before: so much of it is nobody's but Kalli's until the bank decides.
alter table chargebacks add column beyond_cents bigint not null default 0 check (beyond_cents >= 0),
  add constraint chargebacks_take_something check (amount_cents >= 0 and amount_cents + beyond_cents > 0) not valid;
alter table chargebacks drop constraint chargebacks_amount_cents_check;
alter table chargebacks validate constraint chargebacks_take_something;
