-- Credit instead of a refund was for cash alone; a refund that failed may become credit, too.
alter table payments
  drop constraint payments_credited,
  add constraint payments_credited check (credited_cents between 0 and refunded_cents
    and (credited_cents = 0 or method = 'oxxo' or cash_professional_id is not null or credited_cents <= refund_failed_cents)) not valid;
alter table payments validate constraint payments_credited;
