-- A professional is found at every place where they work: at the spaces of their agreements, at their own place, at homes within their
-- radius. It stays one document and one index: the words and the cells of all places, and their points for the exact distance.
alter table search_professionals
  -- Spaces where they work by an agreement; null: at none.
  add column venue_latitudes double precision[],
  add column venue_longitudes double precision[],
  -- They receive at `latitude`, `longitude`, or work nowhere yet; otherwise it is only where they set out from.
  add column at_base boolean default true not null,
  -- How far they go to homes, in kilometres; null: to none.
  add column home_km smallint,
  add constraint search_professionals_venues check (
    coalesce(cardinality(venue_latitudes), 0) = coalesce(cardinality(venue_longitudes), 0));
comment on constraint search_professionals_venues on search_professionals is 'A place with half of a position is not found.';

create function search_least_km(latitudes double precision[], longitudes double precision[], latitude double precision, longitude double precision)
returns double precision language sql immutable parallel safe
return (select min(search_km(one.lat, one.lng, search_least_km.latitude, search_least_km.longitude))
  from unnest(latitudes, longitudes) as one (lat, lng));

-- The cells of a home's circle are negative, so that they are never mistaken for those of a place.
create function search_home_cover(latitude double precision, longitude double precision, km double precision)
returns integer[] language sql immutable parallel safe strict
return array(select -cell from unnest(search_cover_circle(search_home_cover.latitude, search_home_cover.longitude, search_home_cover.km)) as cell);

-- Those of a point, in every grid: a home is in reach of all whose cover has one of them.
create function search_home_cells(latitude double precision, longitude double precision)
returns integer[] language sql immutable parallel safe strict
return array(select -cell from unnest(search_cells(search_home_cells.latitude, search_home_cells.longitude)) as cell);

create or replace view search_professionals_source as
 select p.id,
    search_words_of(p.first_name || ' ' || p.last_name, 'A'::"char") || search_words_of(service.names, 'B'::"char") || specialty.words
      || trade.words || place.words || coalesce(venue.words, ''::tsvector)
      || array_to_tsvector(array_remove(array[
        case when service.own or venue.latitudes is not null then 'at:place' end,
        case when service.home_km is not null then 'at:home' end,
        case when service.online then 'at:online' end], null))
      || search_filters(p.verified, p.rating, p.review_count, p.from_price_cents, p.created_at, trade.filters) as words,
    search_cells(p.latitude, p.longitude)
      || search_stretches(13, search_ordinal((select search_scale('professionals', 'quality')), v.by_quality, p.id))
      || search_stretches(19, search_ordinal((select search_scale('professionals', 'price')), v.by_price, p.id))
      || search_stretches(25, search_ordinal((select search_scale('professionals', 'rating')), v.by_rating, p.id))
      || venue.cells || search_home_cover(p.latitude, p.longitude, service.home_km) as marks,
    p.latitude,
    p.longitude,
    p.from_price_cents as price_cents,
    (p.rating)::real as rating,
    v.quality,
    venue.latitudes as venue_latitudes,
    venue.longitudes as venue_longitudes,
    service.own or (venue.latitudes is null and service.home_km is null and not service.online) as at_base,
    service.home_km
   from professionals p
     join search_professionals_values v on v.id = p.id
     cross join lateral (
       select string_agg(services.name, ' ') as names, p.has_own_place and coalesce(bool_or(services.at_place), false) as own,
         max(services.home_radius_km) as home_km, coalesce(bool_or(services.online), false) as online
       from services where services.professional_id = p.id and services.visibility = 'visible') service
     cross join lateral (select search_words_of(array_to_string(p.specialties, ' '), 'C'::"char") as words offset 0) specialty
     cross join lateral (
       select search_words_of(string_agg(search_trade(category.category), ' '), 'C'::"char") as words,
         array_agg('category:' || category.category) as filters
       from unnest(p.categories) category(category)) trade
     cross join lateral (select search_place(p.neighbourhood, p.city, p.state, p.municipality_id) as words offset 0) place
     left join lateral (
       select search_words_of(string_agg(concat_ws(' ', space.neighbourhood, space.city, space.state), ' '), 'D'::"char")
           || array_to_tsvector(array_agg('city:' || search_fold(space.city)) || array_agg('state:' || search_fold(space.state))
             || array_agg('in:' || space.municipality_id)) as words,
         array_agg(space.latitude order by space.id) as latitudes, array_agg(space.longitude order by space.id) as longitudes,
         array(select distinct cell from agreements a2 join spaces s2 on s2.id = a2.space_id,
             lateral unnest(search_cells(s2.latitude, s2.longitude)) as cell
           where a2.professional_id = p.id and a2.status in ('active', 'expiring') and s2.status = 'published') as cells
       from agreements agreement join spaces space on space.id = agreement.space_id and space.status = 'published'
       where agreement.professional_id = p.id and agreement.status in ('active', 'expiring')
         and exists (select from services given where given.professional_id = p.id and given.visibility = 'visible' and given.at_place)
       having count(*) > 0) venue on true;

-- Documents that are there are made again by the nightly job and whenever their professional changes; now those with other places.
insert into search_professionals
  select source.* from search_professionals_source source
  where source.id in (select id from search_professionals)
    and (source.venue_latitudes is not null or source.home_km is not null or not source.at_base)
  on conflict (id) do update set words = excluded.words, marks = excluded.marks, venue_latitudes = excluded.venue_latitudes,
    venue_longitudes = excluded.venue_longitudes, at_base = excluded.at_base, home_km = excluded.home_km;
