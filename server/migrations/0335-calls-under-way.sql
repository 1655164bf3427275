-- A call with a key is under way as long as its process says so: a lease by the database's clock, and the run that holds it.
alter table idempotency_keys
  add column run uuid,
  add column leased_until timestamptz;
