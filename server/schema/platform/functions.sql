-- Refuses a statement whose condition does not hold, as a constraint of that name would.
create function must(holds boolean, name text) returns boolean language plpgsql as $$
begin
  if not holds then
    raise exception '% does not hold', name using errcode = 'integrity_constraint_violation', constraint = name;
  end if;
  return true;
end $$;

-- (Neither strict nor immutable: PostgreSQL would call such functions row by row instead of inlining them.)
-- Lower case, no accents, letters and digits only; `fold` in server/search/rules.ts does the same.
create function search_fold(given text) returns text language sql stable parallel safe
RETURN TRIM(BOTH FROM regexp_replace(lower(unaccent('unaccent'::regdictionary, given)), '[^a-z0-9]+'::text, ' '::text, 'g'::text));

-- The stemmer recognizes "-ción" by its accent, so that accent is restored; "uñas" and "uña" are too short for it.
create function search_text(given text) returns text language sql stable parallel safe
RETURN regexp_replace(regexp_replace(search_fold(given), '([cs])ion\M'::text, '\1ión'::text, 'g'::text), '\munas\M'::text, 'una'::text, 'g'::text);

-- Twelve grids (kinds 1 to 12), from 0.005° (about 500 m) to 10.24°, counted from 14° N 119° W.
create function search_grid_row(latitude double precision) returns integer language sql immutable parallel safe
RETURN (LEAST(GREATEST(floor(((latitude - (14)::double precision) * (200)::double precision)), (0)::double precision), (8191)::double precision))::integer;

create function search_grid_column(longitude double precision) returns integer language sql immutable parallel safe
RETURN (LEAST(GREATEST(floor(((longitude + (119)::double precision) * (200)::double precision)), (0)::double precision), (8191)::double precision))::integer;

create function search_cell(level integer, latitude double precision, longitude double precision) returns integer language sql immutable parallel safe
RETURN ((((level + 1) << 26) | ((search_grid_row(latitude) >> level) << 13)) | (search_grid_column(longitude) >> level));

create function search_cells(latitude double precision, longitude double precision) returns integer[] language sql immutable parallel safe
RETURN ARRAY[search_cell(0, latitude, longitude), search_cell(1, latitude, longitude), search_cell(2, latitude, longitude), search_cell(3, latitude, longitude), search_cell(4, latitude, longitude), search_cell(5, latitude, longitude), search_cell(6, latitude, longitude), search_cell(7, latitude, longitude), search_cell(8, latitude, longitude), search_cell(9, latitude, longitude), search_cell(10, latitude, longitude), search_cell(11, latitude, longitude)];

-- The cells that cover a box, from the finest grid that needs few of them.
create function search_cover(south double precision, west double precision, north double precision, east double precision) returns integer[] language plpgsql immutable parallel safe strict as $$
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
create function search_cover_circle(latitude double precision, longitude double precision, km double precision) returns integer[] language plpgsql immutable parallel safe strict as $$
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
create function search_stretches(kind integer, ordinal integer) returns integer[] language sql immutable parallel safe
RETURN ARRAY[((kind << 26) | ordinal), (((kind + 1) << 26) | (ordinal >> 3)), (((kind + 2) << 26) | (ordinal >> 6)), (((kind + 3) << 26) | (ordinal >> 9)), (((kind + 4) << 26) | (ordinal >> 12)), (((kind + 5) << 26) | (ordinal >> 15))];

-- The fewest stretches that cover the ordinals from `low` to before `high`.
create function search_range(kind integer, low integer, high integer) returns integer[] language plpgsql immutable parallel safe strict as $$
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

-- The end of the next stretch of a walk: about `size` further, rounded so that it is few marks.
create function search_step_end(low integer, size integer, last integer) returns integer language plpgsql immutable parallel safe strict as $$
declare
  bits integer := 3 * floor(ln(greatest(size / 2, 1)::double precision) / ln(8::double precision) + 1e-9)::integer;
begin
  return least(last, ((low + size) >> bits) << bits);
end $$;

-- The step after a stretch with `count` results: continues with a size that the results so far suggest, at most eight times as long; or
-- retries with an eighth, if there were too many.
create function search_next_step(low integer, size integer, total integer, high integer, count integer, start integer, enough integer, too_many integer) returns table(next_low integer, next_size integer, next_total integer, fits boolean) language sql immutable parallel safe
BEGIN ATOMIC
 SELECT
         CASE
             WHEN decision.fits THEN search_next_step.high
             ELSE search_next_step.low
         END AS low,
         CASE
             WHEN (NOT decision.fits) THEN GREATEST(1, (search_next_step.size / 8))
             WHEN ((search_next_step.total + search_next_step.count) = 0) THEN LEAST((search_next_step.size * 8), (1 << 20))
             ELSE (LEAST(((search_next_step.size * 8))::numeric, ((1 << 20))::numeric, GREATEST((1)::numeric, (((1.2 * ((search_next_step.high - search_next_step.start))::numeric) * (GREATEST(0, ((search_next_step.enough - search_next_step.total) - search_next_step.count)))::numeric) / ((search_next_step.total + search_next_step.count))::numeric))))::integer
         END AS "least",
     (search_next_step.total +
         CASE
             WHEN decision.fits THEN search_next_step.count
             ELSE 0
         END),
     decision.fits
    FROM ( SELECT ((search_next_step.count < search_next_step.too_many) OR (search_next_step.size = 1)) AS fits) decision;
END;

-- The same for rings around a point, where results grow with the area.
create function search_next_ring(low integer, size integer, total integer, high integer, count integer, start integer, enough integer, too_many integer) returns table(next_low integer, next_size integer, next_total integer, fits boolean) language sql immutable parallel safe
BEGIN ATOMIC
 SELECT
         CASE
             WHEN decision.fits THEN search_next_ring.high
             ELSE search_next_ring.low
         END AS low,
         CASE
             WHEN (NOT decision.fits) THEN GREATEST(1, (search_next_ring.size / 2))
             WHEN ((search_next_ring.total + search_next_ring.count) = 0) THEN (search_next_ring.high * 2)
             ELSE (GREATEST((1)::double precision, LEAST(((search_next_ring.high * 2))::double precision, (sqrt((power((search_next_ring.start)::double precision, (2)::double precision) + ((((power((search_next_ring.high)::double precision, (2)::double precision) - power((search_next_ring.start)::double precision, (2)::double precision)) * (1.2)::double precision) * (search_next_ring.enough)::double precision) / ((search_next_ring.total + search_next_ring.count))::double precision))) - (search_next_ring.high)::double precision))))::integer
         END AS "greatest",
     (search_next_ring.total +
         CASE
             WHEN decision.fits THEN search_next_ring.count
             ELSE 0
         END),
     decision.fits
    FROM ( SELECT ((search_next_ring.count < search_next_ring.too_many) OR (search_next_ring.size = 1)) AS fits) decision;
END;

-- Kilometres on a sphere.
create function search_km(lat1 double precision, lng1 double precision, lat2 double precision, lng2 double precision) returns double precision language sql immutable parallel safe
RETURN ((12742)::double precision * asin(sqrt(LEAST((1)::double precision, (power(sin((radians((lat2 - lat1)) / (2)::double precision)), (2)::double precision) + ((cos(radians(lat1)) * cos(radians(lat2))) * power(sin((radians((lng2 - lng1)) / (2)::double precision)), (2)::double precision)))))));

-- The rank of a value among all, in 18 bits, least first. Rows that share a common value are distinguished by a hash of their id:
-- a fair random order that stays the same from page to page.
create function search_ordinal(bounds real[], value real, id bigint) returns integer language plpgsql immutable parallel safe as $$
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

create function search_price_range(cents bigint) returns text language sql immutable parallel safe
RETURN CASE WHEN (cents < 50000) THEN 'budget'::text WHEN (cents < 100000) THEN 'medium'::text WHEN (cents < 200000) THEN 'premium'::text ELSE 'luxury'::text END;

-- A category in everyday words, and the people who work in it.
create function search_trade(category text) returns text language sql immutable parallel safe
RETURN CASE category WHEN 'beauty'::text THEN 'belleza estética cosmetóloga facial maquillista'::text WHEN 'hair'::text THEN 'cabello pelo estilista peluquería peluquera barbería barbero salón'::text WHEN 'nails'::text THEN 'uñas manicurista manicure pedicure'::text WHEN 'massage'::text THEN 'masajes masajista masoterapeuta spa'::text WHEN 'therapy'::text THEN 'terapia terapeuta psicóloga psicología psicoterapia'::text WHEN 'nutrition'::text THEN 'nutrición nutrióloga nutricionista dieta'::text WHEN 'fitness'::text THEN 'fitness entrenadora personal gimnasio ejercicio'::text WHEN 'yoga'::text THEN 'yoga yogui instructora'::text WHEN 'meditation'::text THEN 'meditación mindfulness'::text WHEN 'pilates'::text THEN 'pilates instructora'::text WHEN 'coaching'::text THEN 'coaching coach'::text WHEN 'health'::text THEN 'salud fisioterapia fisioterapeuta'::text WHEN 'wellness'::text THEN 'bienestar holístico'::text ELSE NULL::text END;

create function search_space_type(space_type text) returns text language sql immutable parallel safe
RETURN CASE space_type WHEN 'chair'::text THEN 'silla sillón'::text WHEN 'room'::text THEN 'habitación cuarto'::text WHEN 'cabin'::text THEN 'cabina'::text WHEN 'station'::text THEN 'estación mesa'::text WHEN 'consulting_room'::text THEN 'consultorio'::text WHEN 'hall'::text THEN 'sala salón'::text ELSE NULL::text END;

create function process_minutes(processes integer[]) returns integer language sql immutable parallel safe as $$
  select coalesce(sum(case when place % 2 = 0 then edge else -edge end), 0)::integer
  from unnest(processes) with ordinality as edges(edge, place)
$$;

-- Travel by road is a third longer than as the crow flies. Two kilometres are within the base minutes; then 20 km/h in a city, and 60 km/h
-- beyond twenty kilometres. In steps of five minutes, at most four hours.
create function travel_minutes_by_road(base_minutes integer, km double precision) returns integer language sql immutable parallel safe
RETURN LEAST(240, (base_minutes + (5 * (ceil((round(((((3)::double precision * GREATEST((0)::double precision, (LEAST(((km * (4)::double precision) / (3)::double precision), (20)::double precision) - (2)::double precision))) + GREATEST((0)::double precision, (((km * (4)::double precision) / (3)::double precision) - (20)::double precision))))::numeric, 6) / (5)::numeric)))::integer)));

create function seat_ranges(seats smallint[]) returns int4multirange language sql immutable parallel safe as $$
  select range_agg(int4range(seat, seat + 1)) from unnest(seats) as each(seat)
$$;

-- Street and number, without floor and door: "Orizaba 101, segundo piso".
create function street_and_number(address text) returns text language sql immutable as $$ select lower(regexp_replace(btrim(split_part(address, ',', 1)), '\s+', ' ', 'g')) $$;

-- Whether a professional would book herself: by her account, email or telephone (issue 26 §3.2). Telephones are equal if their last ten
-- digits are, whatever the prefix.
create function last_ten_digits(phone text) returns text language sql immutable parallel safe as $$
  select right(regexp_replace(phone, '\D', '', 'g'), 10)
$$;

-- The name of a place in queries: "business · space". The same rule as placeName of contract/places/place-name.ts; a test compares the two.
create function place_name(business text, space text) returns text language sql immutable parallel safe as $$
  select case
    when coalesce(btrim(business), '') = '' then coalesce(btrim(space), '')
    when coalesce(btrim(space), '') = '' then btrim(business)
    when starts_with(lower(btrim(space)), lower(btrim(business))) then btrim(space)
    else btrim(business) || ' · ' || btrim(space)
  end
$$;
comment on function place_name is 'How a place is called: "business · space".';
