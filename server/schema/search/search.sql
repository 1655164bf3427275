create function search_words_of(given text, weight "char") returns tsvector language sql stable parallel safe
RETURN setweight(to_tsvector('kalli'::regconfig, regexp_replace(search_text(COALESCE(given, ''::text)), '\m(a|al|con|de|del|e|el|en|la|las|lo|los|o|para|por|su|sus|un|y)\M'::text, ''::text, 'g'::text)), weight);

-- The distribution of an order's values (256 quantiles), so that stretches of one length hold about as many documents. Measured by
-- `search_measure`; a document keeps its ordinal, and two measurements differ little enough.
create table search_scales (
  kind text not null,
  sort text not null,
  bounds real[] not null,
  constraint search_scales_pkey primary key (kind, sort),
  constraint search_scales_kind_check check (kind in ('professionals', 'spaces')),
  constraint search_scales_sort_check check (sort in ('quality', 'price', 'rating'))
);
comment on table search_scales is 'Bounds by which orders are cut into steps.';

create function search_scale(kind text, sort text) returns real[] language sql stable parallel safe
RETURN (SELECT s.bounds FROM search_scales s WHERE ((s.kind = search_scale.kind) AND (s.sort = search_scale.sort)));

create function search_place(neighbourhood text, city text, state text, municipality_id integer) returns tsvector language sql stable parallel safe
RETURN (search_words_of(concat_ws(' '::text, neighbourhood, city, state), 'D'::"char") || array_to_tsvector(ARRAY[('city:'::text || search_fold(city)), ('state:'::text || search_fold(state)), ('in:'::text || municipality_id)]));

create table search_professionals (
  id bigint not null,
  -- Words that people type (A name, B services, C trade, D place) and words of filters.
  words tsvector not null,
  -- Cells and stretches.
  marks integer[] not null,
  latitude double precision not null,
  longitude double precision not null,
  price_cents bigint not null,
  rating real not null,
  quality real not null,
  -- Spaces where they work by an agreement; null: at none.
  venue_latitudes double precision[],
  venue_longitudes double precision[],
  -- They receive clients at `latitude`, `longitude`, or work nowhere yet; otherwise it is only where they set out from.
  at_base boolean default true not null,
  -- The radius of visits at homes, in kilometres; null: none.
  home_km smallint,
  constraint search_professionals_pkey primary key (id),
  constraint search_professionals_venues check (
      coalesce(cardinality(venue_latitudes), 0) = coalesce(cardinality(venue_longitudes), 0))
);
comment on table search_professionals is 'Search documents of professionals.';
comment on constraint search_professionals_venues on search_professionals is 'A place with half of a position is not found.';

create table search_spaces (
  id bigint not null,
  words tsvector not null,
  marks integer[] not null,
  latitude double precision not null,
  longitude double precision not null,
  price_cents bigint not null,
  rating real not null,
  quality real not null,
  constraint search_spaces_pkey primary key (id)
);
comment on table search_spaces is 'Search documents of spaces.';

-- Every stem and its number of documents, to correct misspelt words.
create table search_words (
  word text not null,
  documents integer not null,
  -- In which fields a word occurs, to suggest completions without reading the index for words that rarely are names, services or spaces
  -- ("roma" as a service).
  in_names integer default 0 not null,
  in_services integer default 0 not null,
  in_spaces integer default 0 not null,
  constraint search_words_pkey primary key (word)
);
comment on table search_words is 'Words of all documents, for corrections.';

create index search_professionals_all on search_professionals using gin (words, marks) with (fastupdate=off);
create index search_spaces_all on search_spaces using gin (words, marks) with (fastupdate=off);
create index search_words_like on search_words using gin (word gin_trgm_ops);

alter table search_professionals add constraint search_professionals_id_fkey
  foreign key (id) references professionals(id) on delete cascade;

alter table search_spaces add constraint search_spaces_id_fkey
  foreign key (id) references spaces(id) on delete cascade;

-- Rebuilds all documents, for a database that was filled by COPY. Rows are in descending quality, the order in which they are read: the
-- best stretch is then one stretch of every list in the index.
create procedure search_remake() language plpgsql as $$
begin
  truncate search_professionals, search_spaces;
  drop index search_professionals_all, search_spaces_all;
  call search_measure();
  insert into search_professionals select * from search_professionals_source order by marks[13];
  insert into search_spaces select * from search_spaces_source order by marks[13];
  create index search_professionals_all on search_professionals using gin (words, marks) with (fastupdate = off);
  create index search_spaces_all on search_spaces using gin (words, marks) with (fastupdate = off);
  analyze search_professionals, search_spaces;
  call search_count();
end $$;

-- The present distribution; with fewer than a thousand of a kind an estimate suffices.
create procedure search_measure() language plpgsql as $$
begin
  insert into search_scales
    select kind, sort, bounds
    from (
      select 'professionals' as kind, count(*) as documents,
        percentile_disc(steps) within group (order by by_quality) as quality,
        percentile_disc(steps) within group (order by by_price) as price,
        percentile_disc(steps) within group (order by by_rating) as rating
      from search_professionals_values, (select array(select i / 256.0 from generate_series(0, 255) as i) as steps) s
      group by steps
      union all
      select 'spaces', count(*),
        percentile_disc(steps) within group (order by by_quality),
        percentile_disc(steps) within group (order by by_price),
        percentile_disc(steps) within group (order by by_rating)
      from search_spaces_values, (select array(select i / 256.0 from generate_series(0, 255) as i) as steps) s
      group by steps
    ) measured
    cross join lateral (values ('quality', quality), ('price', price), ('rating', rating)) as one (sort, bounds)
    where documents >= 1000
  on conflict (kind, sort) do update set bounds = excluded.bounds;
end $$;

-- Two workers counting at the same moment, or one beside a profile that added a new word, collided on the primary key, and one of
-- them failed. Counting and transactions that write words wait for each other; readers never wait.
create procedure search_count() language plpgsql as $$
begin
  lock table search_words in share row exclusive mode;
  delete from search_words;
  insert into search_words (word, documents, in_names, in_services, in_spaces)
    select word, sum(documents), sum(in_names), sum(in_services), sum(in_spaces) from (
      select word, ndoc as documents, 0 as in_names, 0 as in_services, 0 as in_spaces
        from ts_stat('select words from search_professionals', 'abcd')
      union all select word, ndoc, 0, 0, 0 from ts_stat('select words from search_spaces', 'abcd')
      union all select word, 0, ndoc, 0, 0 from ts_stat('select words from search_professionals', 'a')
      union all select word, 0, 0, ndoc, 0 from ts_stat('select words from search_professionals', 'b')
      union all select word, 0, 0, 0, ndoc from ts_stat('select words from search_spaces', 'ab')
    ) one
    where word !~ '^\d+$' group by word;
end $$;

create view search_professionals_values as
 select p.id,
    q.quality,
    (- q.quality) as by_quality,
    (
        case
            when (p.from_price_cents = 0) then '1000000000000'::numeric
            else (p.from_price_cents)::numeric
        end)::real as by_price,
    ((((- p.rating))::double precision - ((0.009)::double precision * q.quality)))::real as by_rating
   from ((professionals p
     cross join lateral ( select (count(*))::integer as count
           from services
          where ((services.professional_id = p.id) and (services.visibility = 'visible'))) s)
     cross join lateral ( select (search_quality(p.rating, p.review_count, p.verified, (((((0.25 * (((p.profile_image_url is not null))::integer)::numeric) + (0.25 * LEAST((1)::numeric, ((length(p.bio))::numeric / 80.0)))) + (0.3 * LEAST((1)::numeric, ((s.count)::numeric / 3.0)))) + (0.2 * LEAST((1)::numeric, ((cardinality(p.specialties))::numeric / 3.0)))))::double precision)
            + coalesce((select r.value from search_reliability r where r.professional_id = p.id), 0))::real as quality
         OFFSET 0) q)
  where (p.status = 'published');

create view search_spaces_values as
 select s.id,
    q.quality,
    (- q.quality) as by_quality,
    (coalesce(s.from_price_cents, s.price_per_hour_cents))::real as by_price,
    ((((- s.rating))::double precision - ((0.009)::double precision * q.quality)))::real as by_rating
   from ((spaces s
     join hosts h on ((h.id = s.host_id)))
     cross join lateral ( select search_quality(s.rating, s.review_count, h.verified, ((((0.5 * LEAST((1)::numeric, ((cardinality(s.photos))::numeric / 4.0))) + (0.25 * LEAST((1)::numeric, ((length(s.description))::numeric / 80.0)))) + (0.25 * LEAST((1)::numeric, ((cardinality(s.amenities))::numeric / 3.0)))))::double precision) as quality
         OFFSET 0) q)
  where (s.status = 'published');

create function search_min_km(latitudes double precision[], longitudes double precision[], latitude double precision, longitude double precision)
returns double precision language sql immutable parallel safe
return (select min(search_km(one.lat, one.lng, search_min_km.latitude, search_min_km.longitude))
  from unnest(latitudes, longitudes) as one (lat, lng));

-- The cells of a home's circle are negative, so that they are never mistaken for those of a place.
create function search_home_cover(latitude double precision, longitude double precision, km double precision)
returns integer[] language sql immutable parallel safe strict
return array(select -cell from unnest(search_cover_circle(search_home_cover.latitude, search_home_cover.longitude, search_home_cover.km)) as cell);

-- The cells of a point, in every grid: a home is in reach of all professionals whose cover has one of them.
create function search_home_cells(latitude double precision, longitude double precision)
returns integer[] language sql immutable parallel safe strict
return array(select -cell from unnest(search_cells(search_home_cells.latitude, search_home_cells.longitude)) as cell);

create view search_professionals_source as
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

create view search_spaces_source as
 select s.id,
    (((search_words_of(s.name, 'A'::"char") || search_words_of(concat_ws(' ', b.name, search_space_type(s.space_type)), 'B'::"char")) || place.words) || search_filters(h.verified, s.rating, s.review_count, coalesce(s.from_price_cents, s.price_per_hour_cents), s.created_at, (array[('type:' || s.space_type)] || array( select ('amenity:' || amenity.amenity)
           from unnest(s.amenities) amenity(amenity))))) as words,
    (((search_cells(s.latitude, s.longitude) || search_stretches(13, search_ordinal(( select search_scale('spaces', 'quality') as search_scale), v.by_quality, s.id))) || search_stretches(19, search_ordinal(( select search_scale('spaces', 'price') as search_scale), v.by_price, s.id))) || search_stretches(25, search_ordinal(( select search_scale('spaces', 'rating') as search_scale), v.by_rating, s.id))) as marks,
    s.latitude,
    s.longitude,
    coalesce(s.from_price_cents, s.price_per_hour_cents) as price_cents,
    (s.rating)::real as rating,
    v.quality
   from ((((spaces s
     join search_spaces_values v on ((v.id = s.id)))
     join businesses b on ((b.id = s.business_id)))
     join hosts h on ((h.id = s.host_id)))
     cross join lateral ( select search_place(s.neighbourhood, s.city, s.state, s.municipality_id) as words
         OFFSET 0) place);

-- Until they are measured: with fewer than a thousand of a kind an estimate suffices.
insert into search_scales
  select kind, 'quality', array(select -1 + i / 256.0 from generate_series(0, 255) as i)
  from unnest('{professionals,spaces}'::text[]) as kind
  union all
  select kind, 'price', array(select 5000 * exp(i / 50.0) from generate_series(0, 255) as i)
  from unnest('{professionals,spaces}'::text[]) as kind
  union all
  select kind, 'rating', array(select -5 + i * 2 / 256.0 from generate_series(0, 255) as i)
  from unnest('{professionals,spaces}'::text[]) as kind;
