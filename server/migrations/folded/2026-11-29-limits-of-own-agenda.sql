-- Her own appointment passes her limits however it is paid: one by a link alone names no way of paying at the place.
/*
 * A visit beyond what its professional takes on. Their row is locked before anything of the visit is written, so that of two at once for
 * the last place one comes after the other. What she writes into her own agenda counts, and is hers to decide. A class counts once,
 * each client who books seats of it. A visit that stays inside its day, week or month and gets no longer takes nothing more of it.
 */
create or replace function professional_takes_on() returns trigger language plpgsql as $$
declare
  most professional_limits;
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
  select * into most from professional_limits where professional_id = new.professional_id for no key update;
  -- Of her own agenda, paid at the place, by a link, or both.
  if new.in_place_method is not null or new.link_cents > 0 then
    return new;
  end if;
  select zone into clock from professionals where id = new.professional_id;
  select greatest(new.created_at, max(move.at)) into made from booking_moves move where move.booking_id = new.id;
  if tg_op = 'UPDATE' and old.status <> 'expired' then
    before := round(extract(epoch from old.ends_at - old.starts_at) / 60);
  end if;
  foreach period in array array['day', 'week', 'month'] loop
    max_visits := case period when 'day' then most.day_visits when 'week' then most.week_visits else most.month_visits end;
    max_minutes := case period when 'day' then most.day_minutes when 'week' then most.week_minutes else most.month_minutes end;
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
      raise exception 'professional % takes on no more that %', new.professional_id, period
        using errcode = 'check_violation', constraint = 'professional_limit';
    end if;
  end loop;
  return new;
end $$;
