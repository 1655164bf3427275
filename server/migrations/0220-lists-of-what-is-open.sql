-- What is left to close, however much somebody has behind them: visits under way or past their hour, and those whose rest was never
-- paid. Each page of such a list is read through these.
create index bookings_professional_live on bookings (professional_id, starts_at, id)
  where status in ('confirmed', 'in_progress', 'to_settle');
create index bookings_professional_unpaid on bookings (professional_id, starts_at, id)
  where balance_cents > 0 and completed_at is not null;
create index bookings_client_unpaid on bookings (client_id, starts_at, id)
  where balance_cents > 0 and completed_at is not null;
