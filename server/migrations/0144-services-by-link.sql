-- Who comes upon a service: everybody, nobody, or whoever has its link.
alter table services add column visibility text not null default 'visible';
update services set visibility = 'hidden' where not active;
alter table services add constraint services_visibility check (visibility in ('visible', 'by_link', 'hidden')) not valid;
alter table services validate constraint services_visibility;
alter table services drop constraint services_archived_rests;
alter table services add constraint services_archived_rests check (archived_at is null or visibility = 'hidden') not valid;
alter table services validate constraint services_archived_rests;

-- What is sought and counted is what everybody sees.
create or replace view search_professionals_values as
select p.id, q.quality, -q.quality as by_quality,
  (case when p.from_price_cents = 0 then 1e12 else p.from_price_cents end)::real as by_price,
  (-p.rating - 0.009 * q.quality)::real as by_rating
from professionals p
cross join lateral (
  select count(*)::integer as count from services where professional_id = p.id and visibility = 'visible'
) s
cross join lateral (
  select search_quality(p.rating, p.review_count, p.verified,
    0.25 * (p.profile_image_url is not null)::integer + 0.25 * least(1, length(p.bio) / 80.0)
    + 0.3 * least(1, s.count / 3.0) + 0.2 * least(1, cardinality(p.specialties) / 3.0)) as quality
  offset 0
) q
where p.status = 'published';

-- What repeats from row to row (places, trades) stands in a lateral subquery, which PostgreSQL remembers.
create or replace view search_professionals_source as
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
  select string_agg(name, ' ') as names from services where professional_id = p.id and visibility = 'visible'
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

alter table services drop column active;
