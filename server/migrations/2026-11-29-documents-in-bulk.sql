-- All search documents of a large database in a third of the time: texts that repeat (names, services, places of work) are taken apart
-- once each, and the places of work are read once for a professional. One document is what it was.
create or replace view search_professionals_source as
 select p.id,
    first_name.words || last_name.words || offer.words || specialty.words || trade.words || place.words
      || coalesce(venue_place.words || venue.filters, ''::tsvector)
      || array_to_tsvector(array_remove(array[
        case when service.own or venue.latitudes is not null then 'at:place' end,
        case when service.home_km is not null then 'at:home' end,
        case when service.online then 'at:online' end], null))
      || search_filters(p.verified, p.rating, p.review_count, p.from_price_cents, p.created_at, trade.filters) as words,
    search_cells(p.latitude, p.longitude)
      || search_stretches(13, search_ordinal((select search_scale('professionals', 'quality')), v.by_quality, p.id))
      || search_stretches(19, search_ordinal((select search_scale('professionals', 'price')), v.by_price, p.id))
      || search_stretches(25, search_ordinal((select search_scale('professionals', 'rating')), v.by_rating, p.id))
      || array(select distinct cell from unnest(venue.latitudes, venue.longitudes) as spot(latitude, longitude),
        unnest(search_cells(spot.latitude, spot.longitude)) as cell) || search_home_cover(p.latitude, p.longitude, service.home_km) as marks,
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
     -- The planner remembers the result of each text: names, trades and places repeat.
     cross join lateral (select search_words_of(p.first_name, 'A'::"char") as words offset 0) first_name
     cross join lateral (select search_words_of(p.last_name, 'A'::"char") as words offset 0) last_name
     cross join lateral (select search_words_of(service.names, 'B'::"char") as words offset 0) offer
     cross join lateral (select search_words_of(array_to_string(p.specialties, ' '), 'C'::"char") as words offset 0) specialty
     cross join lateral (
       select search_words_of(string_agg(search_trade(category.category), ' '), 'C'::"char") as words,
         array_agg('category:' || category.category) as filters
       from unnest(p.categories) category(category)) trade
     cross join lateral (select search_place(p.neighbourhood, p.city, p.state, p.municipality_id) as words offset 0) place
     left join lateral (
       select string_agg(concat_ws(' ', space.neighbourhood, space.city, space.state), ' ') as places,
         array_to_tsvector(array_agg(town.city) || array_agg(town.state)
           || array_agg('in:' || space.municipality_id)) as filters,
         array_agg(space.latitude order by space.id) as latitudes, array_agg(space.longitude order by space.id) as longitudes
       from agreements agreement join spaces space on space.id = agreement.space_id and space.status = 'published'
         cross join lateral (
           select 'city:' || search_fold(space.city) as city, 'state:' || search_fold(space.state) as state offset 0) town
       where agreement.professional_id = p.id and agreement.status in ('active', 'expiring')
         and exists (select from services given where given.professional_id = p.id and given.visibility = 'visible' and given.at_place)
       having count(*) > 0) venue on true
     left join lateral (select search_words_of(venue.places, 'D'::"char") as words offset 0) venue_place on true;
