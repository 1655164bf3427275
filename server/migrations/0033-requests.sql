-- What each party has said. A booking stands when nobody is left to be asked (product.md §3).
alter table bookings
  add column client_acceptance text not null default 'not_needed'
    check (client_acceptance in ('not_needed', 'pending', 'accepted', 'declined', 'expired')),
  add column professional_acceptance text not null default 'not_needed'
    check (professional_acceptance in ('not_needed', 'pending', 'accepted', 'declined', 'expired')),
  add column host_acceptance text not null default 'not_needed'
    check (host_acceptance in ('not_needed', 'pending', 'accepted', 'declined', 'expired')),
  -- Since when it waits for an answer, and until when; both stay when it was answered.
  add column requested_at timestamptz,
  add column respond_by timestamptz,
  -- Nobody answers after an hour before the start (product.md §3).
  add constraint bookings_respond_in_time check (respond_by is null
    or (respond_by > requested_at and respond_by <= starts_at - interval '1 hour')),
  -- Who waits knows for whom and until when.
  add constraint bookings_asked check (status <> 'requested' or (respond_by is not null
    and 'pending' in (client_acceptance, professional_acceptance, host_acceptance)
    and not array[client_acceptance, professional_acceptance, host_acceptance] && array['declined', 'expired'])),
  -- Nobody is served whom somebody did not accept.
  add constraint bookings_agreed check (status not in ('confirmed', 'in_progress', 'to_settle', 'completed')
    or not array[client_acceptance, professional_acceptance, host_acceptance] && array['pending', 'declined', 'expired']);
create index bookings_to_answer on bookings (respond_by) where status = 'requested';
-- How often a professional answered in time.
create index bookings_answered on bookings (professional_id, requested_at) where requested_at is not null;

-- Late money that asks again counts in its agreement's hours again.
create trigger bookings_asked_within_agreement before update of status on bookings for each row
  when (new.agreement_id is not null and new.status = 'requested' and old.status = 'expired')
  execute function agreement_allows_booking();
