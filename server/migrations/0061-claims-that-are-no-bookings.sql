-- The host's timeline draws what was booked from bookings; of claims it wants the rest: holds, blocks, what is outside. They are
-- few among the many of a unit, so they are found without the others (server/booking/agenda/timeline.ts).
create index claims_unbooked on claims (resource_id, upper(during)) where booking_id is null or state = 'hold';
