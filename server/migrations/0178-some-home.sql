-- To a home that nobody has said yet (-2) there is a way all the same: at least that of getting away and finding the door.
create or replace function travel_minutes(professional bigint, place_a bigint, place_b bigint) returns integer language sql stable as $$
  select case when place_a = place_b or -1 in (place_a, place_b) then 0 else coalesce(
    (select pair.minutes from professional_travel_pairs pair where pair.professional_id = professional
      and pair.place_a = least(travel_minutes.place_a, travel_minutes.place_b)
      and pair.place_b = greatest(travel_minutes.place_a, travel_minutes.place_b)),
    (select case when num_nulls(a.latitude, b.latitude) = 0 and search_km(a.latitude, a.longitude, b.latitude, b.longitude) < 0.1 then 0
      else travel_minutes_by_road(
        coalesce((select base_minutes from professional_travel own where own.professional_id = professional), 20),
        case when num_nulls(a.latitude, b.latitude) = 0 then search_km(a.latitude, a.longitude, b.latitude, b.longitude) else 0 end) end
      from travel_point(professional, travel_minutes.place_a) a, travel_point(professional, travel_minutes.place_b) b),
    20) end
$$;
