-- What is held for a visit that may go to another place is at that place, though its booking is still at today's: whoever asks how
-- long the way is asks there.
alter table claims add column place bigint;
comment on column claims.place is 'Where it is (0: their own place), if that is not where its booking is.';

update claims held set place = coalesce((proposal.changes ->> 'space_id')::bigint, 0)
  from change_proposals proposal join bookings booking on booking.id = proposal.booking_id
  where held.booking_id = proposal.booking_id and held.state = 'hold' and proposal.state = 'open' and booking.kind = 'visit'
    and coalesce((proposal.changes ->> 'space_id')::bigint, 0) <> coalesce(booking.space_id, 0);

create or replace function claim_leaves_time_to_travel() returns trigger language plpgsql as $$
declare
  own record;
begin
  select coalesce(new.place, space_id, 0) as place, kind, confirmed_at into own from bookings
    where id = new.booking_id and professional_id = new.resource_id;
  -- Rented hours that come back, or are left over, were theirs before.
  if not found or (own.kind = 'rent' and own.confirmed_at is not null and new.state = 'firm') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('travel', new.resource_id));
  if exists (
    select from claims mine
    join claims other on other.resource_id = mine.resource_id and other.booking_id <> mine.booking_id
      and other.during && tstzrange(lower(mine.during) - interval '4 hours', upper(mine.during) + interval '4 hours')
    join bookings there on there.id = other.booking_id and there.professional_id = other.resource_id
      and coalesce(other.place, there.space_id, 0) <> own.place
    cross join lateral (select travel_minutes(mine.resource_id, own.place, coalesce(other.place, there.space_id, 0))
      * interval '1 minute' as length) way
    -- It may be gone again by now.
    where mine.id = new.id
      and other.during && tstzrange(lower(mine.during) - way.length, upper(mine.during) + way.length)) then
    raise exception 'professional % cannot get there in time', new.resource_id
      using errcode = 'check_violation', constraint = 'claims_leave_time_to_travel';
  end if;
  return null;
end $$;
