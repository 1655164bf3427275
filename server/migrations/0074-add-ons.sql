-- What may be added to a service: so much more, and so many minutes longer (or none).

-- Up to ten, each by a number of its own that is never given again.
create function add_ons_fit(add_ons jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(add_ons) = 'array' and coalesce((
    select count(*) <= 10 and count(distinct entry ->> 'id') = count(*)
      and bool_and((entry ->> 'id')::integer > 0 and length(entry ->> 'name') between 1 and 60
        and (entry ->> 'priceCents')::bigint between 0 and 10000000 and (entry ->> 'minutes')::integer between 0 and 240)
    from jsonb_array_elements(add_ons) as part(entry)), true)
$$;
alter table services add column add_ons jsonb not null default '[]';
alter table services add constraint services_add_ons check (add_ons_fit(add_ons)) not valid;
alter table services validate constraint services_add_ons;

-- As they were when the time was held: of which service, what each is called, lasts and costs. Null: none.
alter table bookings add column add_ons jsonb;
alter table bookings add constraint bookings_add_ons
  check (add_ons is null or kind = 'visit' and jsonb_typeof(add_ons) = 'array' and jsonb_array_length(add_ons) > 0) not valid;
alter table bookings validate constraint bookings_add_ons;

-- What a visit is made of may change while it is held and unpaid, as a whole; after that it stands.
create function booking_segments_stand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from bookings where id = old.booking_id and status = 'held') then
    return old;
  end if;
  raise exception 'the services of visit % stand', old.booking_id
    using errcode = 'check_violation', constraint = 'booking_segments_stand';
end $$;
drop trigger booking_segments_append_only on booking_segments;
create trigger booking_segments_append_only before update or delete on booking_segments
  for each row execute function booking_segments_stand();

create function booking_add_ons_stand() returns trigger language plpgsql as $$
begin
  raise exception 'the add-ons of visit % stand', old.id
    using errcode = 'check_violation', constraint = 'bookings_add_ons_stand';
end $$;
create trigger bookings_add_ons_stand before update of add_ons on bookings for each row
  when (old.add_ons is distinct from new.add_ons and old.status <> 'held') execute function booking_add_ons_stand();
