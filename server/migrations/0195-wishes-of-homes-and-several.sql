-- Who waits may wait for a visit at home or online, and for one of several people.
alter table waitlist_wishes
  add column modality text not null default 'place' check (modality in ('place', 'home', 'online')),
  -- As bookings.visit_place has it; of a wish that is over the home may be forgotten.
  add column visit_place bigint references visit_places on delete set null,
  -- How many of the services each of several people has, in their order; none: it is one person.
  add column persons integer[] not null default '{}';
alter table waitlist_wishes add constraint waitlist_wishes_where check (case modality
  when 'place' then visit_place is null
  when 'online' then visit_place is not distinct from -1 and space_id is null
  else space_id is null and case when visit_place is null then state in ('taken', 'expired', 'withdrawn') else visit_place < -2 end
  end) not valid;
alter table waitlist_wishes validate constraint waitlist_wishes_where;
create index waitlist_wishes_visit_place on waitlist_wishes (visit_place) where visit_place < -1;

create function wish_persons_fit(persons integer[], services integer) returns boolean language sql immutable as $$
  select case when cardinality(persons) = 0 then services between 1 and 5
    else cardinality(persons) between 2 and 6 and services between 2 and 12
      and services = (select sum(count) from unnest(persons) as each(count))
      and not exists (select from unnest(persons) as each(count) where count is null or count not between 1 and 5) end
$$;
alter table waitlist_wishes drop constraint waitlist_wishes_visit;
alter table waitlist_wishes add constraint waitlist_wishes_visit check (jsonb_typeof(more_services) = 'array'
  and wish_persons_fit(persons, 1 + jsonb_array_length(more_services)) and jsonb_typeof(add_ons) = 'array') not valid;
alter table waitlist_wishes validate constraint waitlist_wishes_visit;
