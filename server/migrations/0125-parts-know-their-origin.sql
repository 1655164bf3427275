-- A part that was set apart of a payout carries the name of what it waits for; this is what it was earned with, so that a bank's hold
-- finds it once that is decided. Null: `booking_id` says it.
alter table payouts add column origin_booking_id uuid;

-- Of parts that have not left: those that a bank's hold set apart, and those of whoever answered for a problem (what the other of the
-- two won is due beside the visit, under the same name). What was stayed longer has a charge of its own.
update payouts o set origin_booking_id = c.booking_id from chargebacks c
  where o.booking_id = c.id and o.status in ('accrued', 'failed', 'withheld');
update payouts o set origin_booking_id = d.booking_id from disputes d
  where o.booking_id = d.id and o.party = d.respondent and d.line <> 'overtime' and o.status in ('accrued', 'failed', 'withheld');

create index payouts_origin on payouts (origin_booking_id) where origin_booking_id is not null;
