-- Between visits at different places a professional needs time to get there (product.md §5): as long as they say, or by distance.
create table professional_travel (
  professional_id bigint primary key references professionals,
  -- For getting away and finding the next door; the way itself comes on top, by its length.
  base_minutes integer not null constraint professional_travel_base check (base_minutes between 0 and 120),
  version integer not null
);

-- What a professional knows of the way between two places, either direction; 0: their own place.
create table professional_travel_pairs (
  professional_id bigint not null references professionals,
  place_a bigint not null,
  place_b bigint not null,
  minutes integer not null constraint professional_travel_minutes check (minutes between 0 and 240),
  primary key (professional_id, place_a, place_b),
  constraint professional_travel_pair check (place_a < place_b)
);

-- By road it is a third further than as the crow flies. Two kilometres are within the base; then 20 km/h through a city, and
-- 60 km/h beyond twenty. In steps of five minutes, at most four hours.
create function travel_minutes_by_road(base_minutes integer, km double precision) returns integer
language sql immutable parallel safe
return least(240, base_minutes + 5 * ceil(round((
  3 * greatest(0, least(km * 4 / 3, 20) - 2) + greatest(0, km * 4 / 3 - 20))::numeric, 6) / 5)::integer);

-- Where a place of a professional is; 0: their own.
create function travel_point(professional bigint, place bigint, out latitude double precision, out longitude double precision)
language sql stable as $$
  select space.latitude, space.longitude from spaces space where place <> 0 and space.id = place
  union all
  select own.latitude, own.longitude from professionals own where place = 0 and own.id = professional
$$;

-- Nothing within one house, or next door.
create function travel_minutes(professional bigint, place_a bigint, place_b bigint) returns integer language sql stable as $$
  select case when place_a = place_b then 0 else coalesce(
    (select pair.minutes from professional_travel_pairs pair where pair.professional_id = professional
      and pair.place_a = least(travel_minutes.place_a, travel_minutes.place_b)
      and pair.place_b = greatest(travel_minutes.place_a, travel_minutes.place_b)),
    (select case when search_km(a.latitude, a.longitude, b.latitude, b.longitude) < 0.1 then 0
      else travel_minutes_by_road(
        coalesce((select base_minutes from professional_travel own where own.professional_id = professional), 20),
        search_km(a.latitude, a.longitude, b.latitude, b.longitude)) end
      from travel_point(professional, travel_minutes.place_a) a, travel_point(professional, travel_minutes.place_b) b),
    20) end
$$;

-- No two bookings of a professional at different places stand closer than the way between them, whoever books at the same moment:
-- asked when the transaction ends, one after the other for each professional, so that the second sees what the first took.
create function claim_leaves_time_to_travel() returns trigger language plpgsql as $$
declare
  own record;
begin
  select coalesce(space_id, 0) as place, kind, confirmed_at into own from bookings
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
      and coalesce(there.space_id, 0) <> own.place
    cross join lateral (select travel_minutes(mine.resource_id, own.place, coalesce(there.space_id, 0))
      * interval '1 minute' as length) way
    -- It may be gone again by now.
    where mine.id = new.id
      and other.during && tstzrange(lower(mine.during) - way.length, upper(mine.during) + way.length)) then
    raise exception 'professional % cannot get there in time', new.resource_id
      using errcode = 'check_violation', constraint = 'claims_leave_time_to_travel';
  end if;
  return null;
end $$;
create constraint trigger claims_leave_time_to_travel after insert on claims deferrable initially deferred for each row
  when (new.booking_id is not null and new.inside_id is null) execute function claim_leaves_time_to_travel();
