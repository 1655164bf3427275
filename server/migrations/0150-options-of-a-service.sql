-- Options of a service that belong together, as the lengths of hair: a visit has exactly one of each group. One of each group is in the
-- service's own price and length, so that its price is that of the cheapest choice wherever it is shown.
create or replace function add_ons_fit(add_ons jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(add_ons) = 'array' and coalesce((
    select count(*) <= 20 and count(distinct entry ->> 'id') = count(*)
      and bool_and((entry ->> 'id')::integer > 0 and length(entry ->> 'name') between 1 and 60
        and (entry ->> 'priceCents')::bigint between 0 and 10000000 and (entry ->> 'minutes')::integer between 0 and 240
        and (not entry ? 'group' or coalesce(length(entry ->> 'group') between 1 and 40, false)))
    from jsonb_array_elements(add_ons) as part(entry)), true)
    and not exists (
      select from jsonb_array_elements(add_ons) as part(entry) where entry ? 'group' group by entry ->> 'group'
      having count(*) < 2 or count(distinct lower(entry ->> 'name')) < count(*)
        or not bool_or((entry ->> 'priceCents')::bigint = 0 and (entry ->> 'minutes')::integer = 0))
$$;

-- Of one service for one person never two of a group.
create function one_option_each(add_ons jsonb) returns boolean language sql immutable parallel safe as $$
  select case when jsonb_typeof(add_ons) = 'array' then not exists (
    select from jsonb_array_elements(add_ons) as part(entry) where entry ? 'group'
    group by entry ->> 'serviceId', coalesce(entry ->> 'person', '1'), entry ->> 'group' having count(*) > 1) end
$$;
alter table bookings add constraint bookings_one_option check (add_ons is null or one_option_each(add_ons)) not valid;
alter table bookings validate constraint bookings_one_option;

-- And only those of a service of the visit, of whoever has it, as that service offers them when the time is held.
create function bookings_own_options() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.add_ons is not distinct from new.add_ons then
    return null;
  end if;
  if exists (
    select from jsonb_array_elements(new.add_ons) as part(entry) where entry ? 'group' and not (
      exists (select from services where services.id = (entry ->> 'serviceId')::bigint
        and services.add_ons @> jsonb_build_array(jsonb_build_object('id', entry -> 'id', 'group', entry -> 'group')))
      and (new.persons = 1 and new.service_id = (entry ->> 'serviceId')::bigint
        or exists (select from booking_segments segment where segment.booking_id = new.id
          and segment.service_id = (entry ->> 'serviceId')::bigint
          and segment.person = coalesce((entry ->> 'person')::smallint, 1)))))
  then
    raise exception 'an option of visit % is of none of its services', new.id
      using errcode = 'check_violation', constraint = 'bookings_own_options';
  end if;
  return null;
end $$;
create trigger bookings_own_options after insert or update of add_ons on bookings for each row
  when (new.add_ons is not null) execute function bookings_own_options();
