-- What is searched for: one row per published professional or space, written by the search module alone.
-- A row is a pure function of what it stands for (the `…_source` views), so any of them can be made again.

-- Spanish stems without accents and without stop words: "uñas" folds to "unas", which Spanish lists as a stop word.
create text search dictionary kalli_stem (template = snowball, language = spanish);
create text search configuration kalli (parser = default);
alter text search configuration kalli add mapping
  for asciiword, word, numword, int, uint, asciihword, hword, hword_asciipart, hword_part, numhword, hword_numpart
  with kalli_stem;

-- (Neither strict nor immutable: PostgreSQL would call such functions row by row instead of writing them out.)
-- Lower case, no accents, letters and digits only; `fold` in server/search/rules.ts does the same.
create function search_fold(given text) returns text
language sql stable parallel safe
return trim(regexp_replace(lower(public.unaccent('public.unaccent', given)), '[^a-z0-9]+', ' ', 'g'));

-- The stemmer knows "-ción" by its accent, so that one is put back; "uñas" and "uña" are too short for it.
create function search_text(given text) returns text
language sql stable parallel safe
return regexp_replace(regexp_replace(search_fold(given), '([cs])ion\M', '\1ión', 'g'), '\munas\M', 'una', 'g');

create function search_words_of(given text, weight "char") returns tsvector
language sql stable parallel safe
return setweight(
  ts_delete(to_tsvector('public.kalli', search_text(coalesce(given, ''))),
    '{a,al,con,de,del,e,el,en,la,las,lo,los,o,para,por,su,sus,un,y}'::text[]),
  weight);

-- Numbers that are searched by range stand in the index as "marks": kind × 2^26 + value. A place has one
-- mark per size of grid cell, an ordinal one per length of stretch, so that any range is a few marks.

-- Twelve grids (kinds 1 to 12), from 0.005° (about 500 m) to 10.24°, counted from 14° N 119° W.
create function search_grid_row(latitude double precision) returns integer
language sql immutable parallel safe return least(greatest(floor((latitude - 14) * 200), 0), 8191)::integer;

create function search_grid_column(longitude double precision) returns integer
language sql immutable parallel safe return least(greatest(floor((longitude + 119) * 200), 0), 8191)::integer;

create function search_cell(level integer, latitude double precision, longitude double precision) returns integer
language sql immutable parallel safe
return ((level + 1) << 26) | ((search_grid_row(latitude) >> level) << 13) | (search_grid_column(longitude) >> level);

create function search_cells(latitude double precision, longitude double precision) returns integer[]
language sql immutable parallel safe
return array[
  search_cell(0, latitude, longitude), search_cell(1, latitude, longitude), search_cell(2, latitude, longitude),
  search_cell(3, latitude, longitude), search_cell(4, latitude, longitude), search_cell(5, latitude, longitude),
  search_cell(6, latitude, longitude), search_cell(7, latitude, longitude), search_cell(8, latitude, longitude),
  search_cell(9, latitude, longitude), search_cell(10, latitude, longitude), search_cell(11, latitude, longitude)];

-- The cells that cover a box, from the finest grid that needs few of them.
create function search_cover(
  south double precision, west double precision, north double precision, east double precision
) returns integer[] language plpgsql immutable parallel safe strict as $$
declare
  y0 integer := search_grid_row(south);
  y1 integer := search_grid_row(north);
  x0 integer := search_grid_column(west);
  x1 integer := search_grid_column(east);
  level integer := 0;
begin
  while ((y1 >> level) - (y0 >> level) + 1) * ((x1 >> level) - (x0 >> level) + 1) > 24 loop
    level := level + 1;
  end loop;
  return array(
    select ((level + 1) << 26) | (y << 13) | x
    from generate_series(y0 >> level, y1 >> level) as y, generate_series(x0 >> level, x1 >> level) as x);
end $$;

-- The cells that touch a circle: those of its box without the corners.
create function search_cover_circle(latitude double precision, longitude double precision, km double precision)
returns integer[] language plpgsql immutable parallel safe strict as $$
declare
  tall double precision := km / 111.19;
  wide double precision := km / (111.19 * cos(radians(latitude)));
  y0 integer := search_grid_row(latitude - tall);
  y1 integer := search_grid_row(latitude + tall);
  x0 integer := search_grid_column(longitude - wide);
  x1 integer := search_grid_column(longitude + wide);
  level integer := 0;
begin
  while ((y1 >> level) - (y0 >> level) + 1) * ((x1 >> level) - (x0 >> level) + 1) > 20 loop
    level := level + 1;
  end loop;
  return array(
    select ((level + 1) << 26) | (y << 13) | x
    from generate_series(y0 >> level, y1 >> level) as y, generate_series(x0 >> level, x1 >> level) as x,
      lateral (select
        latitude - (14 + (y << level) / 200.0) as north, (1 << level) / 200.0 as side,
        longitude - (-119 + (x << level) / 200.0) as east) center
    where power(greatest(0, -north, north - side) / tall, 2) + power(greatest(0, -east, east - side) / wide, 2) <= 1.02);
end $$;

-- An ordinal has 18 bits; its stretches are 1, 8, 64, … 32768 long (kinds `kind` to `kind` + 5).
create function search_stretches(kind integer, ordinal integer) returns integer[]
language sql immutable parallel safe
return array[
  (kind << 26) | ordinal, ((kind + 1) << 26) | (ordinal >> 3), ((kind + 2) << 26) | (ordinal >> 6),
  ((kind + 3) << 26) | (ordinal >> 9), ((kind + 4) << 26) | (ordinal >> 12), ((kind + 5) << 26) | (ordinal >> 15)];

-- The fewest stretches that make up the ordinals from `low` to before `high`.
create function search_range(kind integer, low integer, high integer) returns integer[]
language plpgsql immutable parallel safe strict as $$
declare
  marks integer[] := '{}';
  at integer := low;
  level integer := 0;
begin
  while at < high loop
    level := 5;
    while at & ((1 << (3 * level)) - 1) <> 0 or at + (1 << (3 * level)) > high loop
      level := level - 1;
    end loop;
    marks := marks || (((kind + level) << 26) | (at >> (3 * level)));
    at := at + (1 << (3 * level));
  end loop;
  return marks;
end $$;

-- Where the next stretch of a walk ends: about `size` further, at a round number, so that it is few marks.
create function search_step_end(low integer, size integer, last integer) returns integer
language plpgsql immutable parallel safe strict as $$
declare
  bits integer := 3 * floor(ln(greatest(size / 2, 1)::double precision) / ln(8::double precision) + 1e-9)::integer;
begin
  return least(last, ((low + size) >> bits) << bits);
end $$;

-- What a walk does after a stretch in which it found `count`: goes on with one as long as what it found so
-- far suggests, at most eight times as long; or tries again at an eighth, when there were too many.
create function search_next_step(
  low integer, size integer, total integer, high integer, count integer, start integer, enough integer, too_many integer
) returns table (next_low integer, next_size integer, next_total integer, kept boolean)
language sql immutable parallel safe
begin atomic
  select
    case when kept then high else low end,
    case
      when not kept then greatest(1, size / 8)
      when total + count = 0 then least(size * 8, 1 << 20)
      else least(size * 8, 1 << 20, greatest(1,
        1.2 * (high - start) * greatest(0, enough - total - count) / (total + count)))::integer
    end,
    total + case when kept then count else 0 end,
    kept
  from (select count < too_many or size = 1 as kept) decision;
end;

-- The same for rings around a point, where what is found grows with the area.
create function search_next_ring(
  low integer, size integer, total integer, high integer, count integer, start integer, enough integer, too_many integer
) returns table (next_low integer, next_size integer, next_total integer, kept boolean)
language sql immutable parallel safe
begin atomic
  select
    case when kept then high else low end,
    case
      when not kept then greatest(1, size / 2)
      when total + count = 0 then high * 2
      else greatest(1, least(high * 2, sqrt(
        power(start, 2) + (power(high, 2) - power(start, 2)) * 1.2 * enough / (total + count)) - high))::integer
    end,
    total + case when kept then count else 0 end,
    kept
  from (select count < too_many or size = 1 as kept) decision;
end;

-- Kilometres on a sphere.
create function search_km(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision)
returns double precision language sql immutable parallel safe
return 12742 * asin(sqrt(least(1,
  power(sin(radians(lat2 - lat1) / 2), 2)
  + cos(radians(lat1)) * cos(radians(lat2)) * power(sin(radians(lng2 - lng1) / 2), 2))));

-- 0 to 1. A rating counts as if eight visits at 4.3 came before it, so that one happy friend is no legend.
create function search_quality(rating numeric, reviews integer, verified boolean, completeness double precision)
returns real language sql immutable parallel safe
return (
  0.45 * greatest(0, ((rating * reviews + 4.3 * 8) / (reviews + 8) - 3) / 2)
  + 0.2 * least(1, ln(1 + reviews) / ln(1 + 200))
  + 0.15 * verified::integer
  + 0.2 * completeness)::real;

-- How the values of an order are spread (256 quantiles), so that stretches of one length hold about as many
-- documents whatever people charge. Taken by `search_measure`; a document keeps the ordinal it was given,
-- and two measures differ little enough for that.
create table search_scales (
  kind text not null check (kind in ('professionals', 'spaces')),
  sort text not null check (sort in ('quality', 'price', 'rating')),
  bounds real[] not null,
  primary key (kind, sort)
);
insert into search_scales
  select kind, 'quality', array(select -1 + i / 256.0 from generate_series(0, 255) as i)
  from unnest('{professionals,spaces}'::text[]) as kind
  union all
  select kind, 'price', array(select 5000 * exp(i / 50.0) from generate_series(0, 255) as i)
  from unnest('{professionals,spaces}'::text[]) as kind
  union all
  select kind, 'rating', array(select -5 + i * 2 / 256.0 from generate_series(0, 255) as i)
  from unnest('{professionals,spaces}'::text[]) as kind;

create function search_scale(kind text, sort text) returns real[] language sql stable parallel safe
return (select bounds from search_scales s where s.kind = search_scale.kind and s.sort = search_scale.sort);

-- The place of a value among all, in 18 bits, least first. Those who share a value that many have are told
-- apart by a hash of their id: a fair draw that stays the same from page to page.
create function search_ordinal(bounds real[], value real, id bigint) returns integer
language plpgsql immutable parallel safe as $$
declare
  above integer := width_bucket(value, bounds);
  first integer;
  place double precision;
begin
  if above = 0 then return 0; end if;
  if value = bounds[above] then
    first := array_position(bounds, value);
    place := first - 1 + (above - first) * ((hashint8(id) & 1023) / 1024.0);
  elsif above = 256 then
    place := 256;
  else
    place := above - 1 + (value - bounds[above]) / (bounds[above + 1] - bounds[above]);
  end if;
  return least(262143, floor(place * 1024)::integer);
end $$;

create function search_price_range(cents bigint) returns text
language sql immutable parallel safe
return case when cents < 50000 then 'budget' when cents < 100000 then 'medium' when cents < 200000 then 'premium'
  else 'luxury' end;

-- What people call a category, and those who work in it.
create function search_trade(category text) returns text language sql immutable parallel safe
return case category
  when 'beauty' then 'belleza estética cosmetóloga facial maquillista'
  when 'hair' then 'cabello pelo estilista peluquería peluquera barbería barbero salón'
  when 'nails' then 'uñas manicurista manicure pedicure'
  when 'massage' then 'masajes masajista masoterapeuta spa'
  when 'therapy' then 'terapia terapeuta psicóloga psicología psicoterapia'
  when 'nutrition' then 'nutrición nutrióloga nutricionista dieta'
  when 'fitness' then 'fitness entrenadora personal gimnasio ejercicio'
  when 'yoga' then 'yoga yogui instructora'
  when 'meditation' then 'meditación mindfulness'
  when 'pilates' then 'pilates instructora'
  when 'coaching' then 'coaching coach'
  when 'health' then 'salud fisioterapia fisioterapeuta'
  when 'wellness' then 'bienestar holístico'
end;

create function search_space_type(space_type text) returns text language sql immutable parallel safe
return case space_type
  when 'chair' then 'silla sillón' when 'room' then 'habitación cuarto' when 'cabin' then 'cabina'
  when 'station' then 'estación mesa' when 'consulting_room' then 'consultorio' when 'hall' then 'sala salón'
end;

-- Words that only filters use have a colon and no weight: "city:merida", "is:verified".
create function search_filters(
  verified boolean, rating numeric, reviews integer, price_cents bigint, created_at timestamptz, others text[]
) returns tsvector language sql stable parallel safe
return array_to_tsvector(array_remove(array[
  case when verified then 'is:verified' end,
  case when reviews >= 10 and rating >= 4.8 then 'is:top_rated' end,
  case when rating >= 4 then 'rating:4' end,
  case when rating >= 4.5 then 'rating:4.5' end,
  case when rating >= 4.8 then 'rating:4.8' end,
  'price:' || search_price_range(price_cents),
  'week:' || floor(extract(epoch from created_at) / 604800)
] || others, null));

create function search_place(neighbourhood text, city text, state text, municipality_id integer) returns tsvector
language sql stable parallel safe
return search_words_of(concat_ws(' ', neighbourhood, city, state), 'D')
  || array_to_tsvector(array['city:' || search_fold(city), 'state:' || search_fold(state), 'in:' || municipality_id]);

create table search_professionals (
  id bigint primary key references professionals on delete cascade,
  -- Words that people type (A name, B services, C trade, D place) and words of filters.
  words tsvector not null,
  -- Cells and stretches.
  marks integer[] not null,
  latitude double precision not null,
  longitude double precision not null,
  price_cents bigint not null,
  rating real not null,
  quality real not null
);
create index search_professionals_all on search_professionals using gin (words, marks) with (fastupdate = off);

create table search_spaces (
  id bigint primary key references spaces on delete cascade,
  words tsvector not null,
  marks integer[] not null,
  latitude double precision not null,
  longitude double precision not null,
  price_cents bigint not null,
  rating real not null,
  quality real not null
);
create index search_spaces_all on search_spaces using gin (words, marks) with (fastupdate = off);

-- What each is sorted by, least first: the best, the cheapest (no price comes last), the best rated.
create view search_professionals_values as
select p.id, q.quality, -q.quality as by_quality,
  (case when p.from_price_cents = 0 then 1e12 else p.from_price_cents end)::real as by_price,
  (-p.rating - 0.009 * q.quality)::real as by_rating
from professionals p
cross join lateral (
  select count(*)::integer as count from services where professional_id = p.id and active
) s
cross join lateral (
  select search_quality(p.rating, p.review_count, p.verified,
    0.25 * (p.profile_image_url is not null)::integer + 0.25 * least(1, length(p.bio) / 80.0)
    + 0.3 * least(1, s.count / 3.0) + 0.2 * least(1, cardinality(p.specialties) / 3.0)) as quality
  offset 0
) q
where p.status = 'published';

create view search_spaces_values as
select s.id, q.quality, -q.quality as by_quality, s.price_per_hour_cents::real as by_price,
  (-s.rating - 0.009 * q.quality)::real as by_rating
from spaces s
join hosts h on h.id = s.host_id
cross join lateral (
  select search_quality(s.rating, s.review_count, h.verified,
    0.5 * least(1, cardinality(s.photos) / 4.0) + 0.25 * least(1, length(s.description) / 80.0)
    + 0.25 * least(1, cardinality(s.amenities) / 3.0)) as quality
  offset 0
) q
where s.status = 'published';

-- What repeats from row to row (places, trades) stands in a lateral subquery, which PostgreSQL remembers.
create view search_professionals_source as
select
  p.id,
  search_words_of(p.first_name || ' ' || p.last_name, 'A') || search_words_of(service.names, 'B') || specialty.words
    || trade.words || place.words
    || search_filters(p.verified, p.rating, p.review_count, p.from_price_cents, p.created_at, trade.filters) as words,
  search_cells(p.latitude, p.longitude)
    || search_stretches(13, search_ordinal((select search_scale('professionals', 'quality')), v.by_quality, p.id))
    || search_stretches(19, search_ordinal((select search_scale('professionals', 'price')), v.by_price, p.id))
    || search_stretches(25, search_ordinal((select search_scale('professionals', 'rating')), v.by_rating, p.id)) as marks,
  p.latitude, p.longitude, p.from_price_cents as price_cents, p.rating::real, v.quality
from professionals p
join search_professionals_values v on v.id = p.id
cross join lateral (
  select string_agg(name, ' ') as names from services where professional_id = p.id and active
) service
cross join lateral (select search_words_of(array_to_string(p.specialties, ' '), 'C') as words offset 0) specialty
cross join lateral (
  select search_words_of(string_agg(search_trade(category), ' '), 'C') as words,
    array_agg('category:' || category) as filters
  from unnest(p.categories) as category
) trade
cross join lateral (
  select search_place(p.neighbourhood, p.city, p.state, p.municipality_id) as words offset 0
) place;

create view search_spaces_source as
select
  s.id,
  search_words_of(s.name, 'A') || search_words_of(concat_ws(' ', b.name, search_space_type(s.space_type)), 'B')
    || place.words
    || search_filters(h.verified, s.rating, s.review_count, s.price_per_hour_cents, s.created_at,
      array['type:' || s.space_type] || array(select 'amenity:' || amenity from unnest(s.amenities) as amenity)) as words,
  search_cells(s.latitude, s.longitude)
    || search_stretches(13, search_ordinal((select search_scale('spaces', 'quality')), v.by_quality, s.id))
    || search_stretches(19, search_ordinal((select search_scale('spaces', 'price')), v.by_price, s.id))
    || search_stretches(25, search_ordinal((select search_scale('spaces', 'rating')), v.by_rating, s.id)) as marks,
  s.latitude, s.longitude, s.price_per_hour_cents as price_cents, s.rating::real, v.quality
from spaces s
join search_spaces_values v on v.id = s.id
join businesses b on b.id = s.business_id
join hosts h on h.id = s.host_id
cross join lateral (
  select search_place(s.neighbourhood, s.city, s.state, s.municipality_id) as words offset 0
) place;

-- Every stem in use and in how many documents: what a misspelt word is compared with.
create table search_words (
  word text primary key,
  documents integer not null
);
create index search_words_like on search_words using gin (word gin_trgm_ops);

-- Makes everything again from its sources, for a database that was filled from outside. Rows lie best first, as
-- they are read: a stretch of the best is then one stretch of every list in the index.
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

-- How values are spread now; with fewer than a thousand of a kind a guess is as good.
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

-- Counts the words again; between two counts the jobs only add new ones.
create procedure search_count() language plpgsql as $$
begin
  delete from search_words;
  insert into search_words
    select word, sum(ndoc) from (
      select word, ndoc from ts_stat('select words from search_professionals', 'abcd')
      union all select word, ndoc from ts_stat('select words from search_spaces', 'abcd')
    ) both_kinds
    where word !~ '^\d+$' group by word;
end $$;
