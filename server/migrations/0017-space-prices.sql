-- What a space costs. The base price and the rules stand on the space, where whoever prices a time reads them without a
-- join; every version of them is kept here, with who wrote it.
alter table spaces
  -- PriceRules of contract/pricing/space-pricing.ts; null: nothing but the base price.
  add column price_rules jsonb,
  add column price_version integer not null default 1,
  -- The lowest price of an hour of a week; null: the base price.
  add column from_price_cents bigint check (from_price_cents > 0),
  add constraint spaces_rules_are_an_object check (price_rules is null or jsonb_typeof(price_rules) = 'object');

create table space_prices (
  space_id bigint not null references spaces,
  version integer not null check (version > 0),
  -- Zero while a draft has not said it.
  base_cents bigint not null check (base_cents >= 0),
  rules jsonb,
  from_cents bigint,
  author_account_id bigint references accounts,
  at timestamptz not null,
  -- Two who save the same version at once: one of them is too late.
  constraint space_prices_version primary key (space_id, version)
);
create trigger space_prices_append_only before update or delete on space_prices
  for each row execute function refuse_change();
create trigger space_prices_no_truncate before truncate on space_prices
  for each statement execute function refuse_change();

-- A version counts from the moment it is written, and only if it follows the last one.
create function space_prices_take_effect() returns trigger language plpgsql as $$
begin
  update spaces set price_per_hour_cents = new.base_cents, price_rules = new.rules, price_version = new.version,
    from_price_cents = new.from_cents,
    -- The wizard's fifth step shows two of the rules in columns of their own.
    day_cap_cents = case when new.rules #>> '{ladder,day,kind}' = 'total' then (new.rules #>> '{ladder,day,cents}')::bigint end,
    hour_packs = coalesce((select jsonb_agg(jsonb_build_object('hours', pack -> 'hours', 'priceCents', pack -> 'priceCents'))
      from jsonb_array_elements(new.rules -> 'packs') as pack), '[]'),
    -- Somebody who has the form of the space open must not put the old price back unseen.
    version = version + (pg_trigger_depth() = 1)::integer
  where id = new.space_id and price_version = new.version - 1;
  if not found then
    raise exception 'version % of space % does not follow', new.version, new.space_id
      using errcode = 'unique_violation', constraint = 'space_prices_version';
  end if;
  return null;
end $$;
create trigger space_prices_take_effect after insert on space_prices
  for each row when (new.version > 1) execute function space_prices_take_effect();

-- What the wizard's fifth step says of a day and of packs are rules like any other.
create function spaces_rules_follow() returns trigger language plpgsql as $$
begin
  new.price_rules := coalesce(new.price_rules, '{"rates": [], "packs": [], "perUse": null, "inHouse": null,
    "ladder": {"hour": null, "fewHours": null, "halfDay": null, "day": null, "week": null, "month": null},
    "cleaning": null, "earlyBird": null, "lastMinute": null, "depositCents": null, "agreements": "fixed",
    "overtime": {"freeMinutes": 10, "stepMinutes": 15, "firstHourBp": 10000, "laterBp": 15000}}'::jsonb);
  new.price_rules := jsonb_set(new.price_rules, '{ladder,day}', case when new.day_cap_cents is null then 'null'::jsonb
    else jsonb_build_object('kind', 'total', 'cents', new.day_cap_cents) end);
  new.price_rules := jsonb_set(new.price_rules, '{packs}', coalesce((
    select jsonb_agg(coalesce(
      (select was from jsonb_array_elements(new.price_rules -> 'packs') as was where was -> 'hours' = pack -> 'hours' limit 1),
      jsonb_build_object('id', 'h' || (pack ->> 'hours'), 'validityDays', 90, 'transferable', false))
      || jsonb_build_object('hours', pack -> 'hours', 'priceCents', pack -> 'priceCents'))
    from jsonb_array_elements(new.hour_packs) as pack), '[]'));
  return new;
end $$;
create trigger spaces_first_rules before insert on spaces
  for each row when (new.price_rules is null and (new.day_cap_cents is not null or new.hour_packs <> '[]'))
  execute function spaces_rules_follow();
create trigger spaces_rules_follow before update of day_cap_cents, hour_packs on spaces
  for each row when (old.price_version = new.price_version
    and (old.day_cap_cents is distinct from new.day_cap_cents or old.hour_packs <> new.hour_packs))
  execute function spaces_rules_follow();

-- Who changes prices elsewhere (the wizard, the form of a space) makes a version too: it is the host.
create function spaces_note_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into space_prices (space_id, version, base_cents, rules, from_cents, author_account_id, at)
    select new.id, new.price_version, new.price_per_hour_cents, new.price_rules, new.from_price_cents, host.account_id,
      new.created_at from hosts host where host.id = new.host_id;
  else
    insert into space_prices (space_id, version, base_cents, rules, from_cents, author_account_id, at)
    select new.id, new.price_version + 1, new.price_per_hour_cents, new.price_rules,
      -- Until the job has looked: in the same proportion.
      case when new.from_price_cents is not null then
        greatest(100, round(new.from_price_cents::numeric * new.price_per_hour_cents / greatest(1, old.price_per_hour_cents))) end,
      host.account_id, now() from hosts host where host.id = new.host_id;
  end if;
  return null;
end $$;
-- Rows that come with a later version bring their history.
create trigger spaces_note_first_price after insert on spaces
  for each row when (new.price_version = 1) execute function spaces_note_price();
create trigger spaces_note_price after update of price_per_hour_cents, day_cap_cents, hour_packs on spaces
  for each row when (old.price_version = new.price_version and (old.price_per_hour_cents <> new.price_per_hour_cents
    or old.price_rules is distinct from new.price_rules))
  execute function spaces_note_price();
insert into space_prices (space_id, version, base_cents, author_account_id, at)
  select space.id, 1, space.price_per_hour_cents, host.account_id, space.created_at
  from spaces space join hosts host on host.id = space.host_id;

-- The rent of a booking was snapshot from the first; now what it is made of too, where it is more than hours at one price.
alter table bookings
  add column rent_lines jsonb,
  -- Inside rent_cents; given back if nobody used the place.
  add column cleaning_cents bigint not null default 0 check (cleaning_cents >= 0),
  add constraint bookings_cleaning_within_rent check (cleaning_cents <= rent_cents);

-- Search finds, filters and sorts by what a card shows: the price from which.
create or replace view search_spaces_values as
select s.id, q.quality, -q.quality as by_quality, coalesce(s.from_price_cents, s.price_per_hour_cents)::real as by_price,
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

create or replace view search_spaces_source as
select
  s.id,
  search_words_of(s.name, 'A') || search_words_of(concat_ws(' ', b.name, search_space_type(s.space_type)), 'B')
    || place.words
    || search_filters(h.verified, s.rating, s.review_count, coalesce(s.from_price_cents, s.price_per_hour_cents), s.created_at,
      array['type:' || s.space_type] || array(select 'amenity:' || amenity from unnest(s.amenities) as amenity)) as words,
  search_cells(s.latitude, s.longitude)
    || search_stretches(13, search_ordinal((select search_scale('spaces', 'quality')), v.by_quality, s.id))
    || search_stretches(19, search_ordinal((select search_scale('spaces', 'price')), v.by_price, s.id))
    || search_stretches(25, search_ordinal((select search_scale('spaces', 'rating')), v.by_rating, s.id)) as marks,
  s.latitude, s.longitude, coalesce(s.from_price_cents, s.price_per_hour_cents) as price_cents, s.rating::real, v.quality
from spaces s
join search_spaces_values v on v.id = s.id
join businesses b on b.id = s.business_id
join hosts h on h.id = s.host_id
cross join lateral (
  select search_place(s.neighbourhood, s.city, s.state, s.municipality_id) as words offset 0
) place;

-- Neighbours of a kind, for the prices around.
create index spaces_by_place on spaces (space_type, latitude) where status = 'published';
