alter table services add constraint services_own_hours check (
  weekly is null or valid_windows(weekly, true) and jsonb_array_length(weekly) > 0);
comment on constraint services_own_hours on services is
  'own hours of a service that overlap, end before they begin, or are none at all';

-- How many visits and minutes a professional takes on, by dates in her timezone, and whether starts off the grid are offered. No row: no
-- limit.
create table professional_limits (
  professional_id bigint not null,
  day_visits smallint,
  week_visits smallint,
  month_visits smallint,
  -- Minutes of the visits, without their buffers.
  day_minutes smallint,
  week_minutes smallint,
  month_minutes integer,
  tight_starts boolean not null,
  version integer not null,
  updated_at timestamptz not null,
  constraint professional_limits_pkey primary key (professional_id),
  constraint professional_limits_professional_id_fkey foreign key (professional_id) references professionals(id),
  constraint professional_limits_visits check (
    day_visits between 1 and 50 and week_visits between 1 and 300 and month_visits between 1 and 1000),
  constraint professional_limits_minutes check (
    day_minutes between 15 and 1440 and week_minutes between 15 and 10080 and month_minutes between 15 and 44640),
  constraint professional_limits_version check (version >= 2)
);
comment on table professional_limits is 'Visits and minutes that a professional takes on in a day, a week and a month.';
comment on column professional_limits.tight_starts is
  'Starts right after a visit ends, or so that one ends where the next begins, are offered where the grid would lose a visit.';

/*
 * Refuses a visit beyond its professional's limits. The row of limits is locked first, so that two concurrent visits are counted one after
 * the other. Visits of her own agenda count and are never refused. A class counts once, each client's seats of it not at all. A visit that
 * stays within its day, week or month and gets no longer is not counted again.
 */
create function professional_takes_on() returns trigger language plpgsql as $$
declare
  limits professional_limits;
  clock text;
  made timestamptz;
  period text;
  max_visits integer;
  max_minutes integer;
  begins timestamp;
  ends timestamp;
  visits bigint;
  minutes bigint;
  own integer := round(extract(epoch from new.ends_at - new.starts_at) / 60);
  before integer := 0;
begin
  if not exists (select from professional_limits where professional_id = new.professional_id) then
    return new;
  end if;
  select * into limits from professional_limits where professional_id = new.professional_id for no key update;
  -- Appointments of her own agenda: paid at the place, by a link, or both.
  if new.in_place_method is not null or new.link_cents > 0 then
    return new;
  end if;
  select zone into clock from professionals where id = new.professional_id;
  select greatest(new.created_at, max(move.at)) into made from booking_moves move where move.booking_id = new.id;
  if tg_op = 'UPDATE' and old.status <> 'expired' then
    before := round(extract(epoch from old.ends_at - old.starts_at) / 60);
  end if;
  foreach period in array array['day', 'week', 'month'] loop
    max_visits := case period when 'day' then limits.day_visits when 'week' then limits.week_visits else limits.month_visits end;
    max_minutes := case period when 'day' then limits.day_minutes when 'week' then limits.week_minutes else limits.month_minutes end;
    if num_nonnulls(max_visits, max_minutes) = 0 then
      continue;
    end if;
    begins := date_trunc(period, new.starts_at at time zone clock);
    if before >= own and begins = date_trunc(period, old.starts_at at time zone clock) then
      continue;
    end if;
    ends := begins + ('1 ' || period)::interval;
    select count(*) + 1, coalesce(sum(taken.minutes), 0) + own into visits, minutes from (
      select round(extract(epoch from b.ends_at - b.starts_at) / 60) as minutes from bookings b
      where b.professional_id = new.professional_id and b.id <> new.id and b.kind = 'visit' and b.class_id is null
        and b.starts_at >= begins at time zone clock and b.starts_at < ends at time zone clock
        and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        and not (b.status = 'held' and b.hold_expires_at <= made)
      union all
      select round(extract(epoch from session.ends_at - session.starts_at) / 60) from class_sessions session
      where session.professional_id = new.professional_id and session.status = 'open'
        and session.starts_at >= begins at time zone clock and session.starts_at < ends at time zone clock
    ) taken;
    if visits > max_visits or minutes > max_minutes then
      raise exception 'professional % takes on no more in that %', new.professional_id, period
        using errcode = 'check_violation', constraint = 'professional_limit';
    end if;
  end loop;
  return new;
end $$;

create trigger bookings_in_limits
  before insert on bookings for each row
  when (new.kind = 'visit' and new.class_id is null and new.status in ('held', 'confirmed'))
  execute function professional_takes_on();
comment on trigger bookings_in_limits on bookings is
  'more visits or minutes than their professional takes on in a day, a week or a month';

create trigger bookings_again_in_limits
  before update of starts_at, ends_at, status on bookings for each row
  when (new.kind = 'visit' and new.class_id is null and (
    new.status in ('held', 'awaiting_payment', 'requested', 'confirmed') and old.status = 'expired'
    or new.status in ('held', 'awaiting_payment', 'requested', 'confirmed')
      and (new.starts_at <> old.starts_at or new.ends_at - new.starts_at > old.ends_at - old.starts_at)))
  execute function professional_takes_on();
comment on trigger bookings_again_in_limits on bookings is
  'more than those limits by a visit that moves, gets longer, or becomes active after it expired';
