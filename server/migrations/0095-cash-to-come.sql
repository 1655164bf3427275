-- A host may owe so much of rents paid by hand at the desk, those that are not over included.
create index payments_cash_to_come on payments (cash_host_id) where settled_at is null and cash_host_id is not null;
