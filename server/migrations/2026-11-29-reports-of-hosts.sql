-- A host reports more than a damage: something is missing or dirty, a late departure, more people than agreed, noise, and others. Each
-- is about the line of the host's damage, at most the rent of that visit.
alter table disputes
  drop constraint disputes_subject_check,
  add constraint disputes_subject_check check (subject in ('not_as_agreed', 'quality', 'place', 'damage', 'missing', 'dirty', 'left_late',
    'extra_people', 'noise', 'overtime', 'other')),
  add constraint disputes_of_hosts check (case
    when subject in ('missing', 'dirty', 'left_late', 'extra_people', 'noise', 'other') then opened_by = 'host' and line = 'damage'
    else true end);
comment on constraint disputes_of_hosts on disputes is
  'With disputes_in_time.';

create or replace function dispute_of_its_visit() returns trigger language plpgsql as $$
declare
  visit bookings;
  extra overtimes;
begin
  select * into visit from bookings where id = new.booking_id;
  if new.line = 'overtime' then
    select * into extra from overtimes where booking_id = new.booking_id;
    if extra.id is null or visit.status not in ('to_settle', 'completed') or new.opened_at >= extra.contest_by
      or new.line_cents <> extra.amount_cents then
      raise exception 'nothing can be said of the overtime of % any more', new.booking_id
        using errcode = 'check_violation', constraint = 'disputes_in_time';
    end if;
    return new;
  end if;
  -- What a host finds when the unit is used again, like a damage, has a day more.
  if visit.kind <> 'visit' or visit.status not in ('confirmed', 'in_progress', 'to_settle', 'completed')
    or (visit.status = 'confirmed' and new.opened_at < visit.starts_at)
    or new.opened_at >= visit.ends_at
      + (case when new.subject in ('not_as_agreed', 'quality', 'place') then interval '48 hours' else interval '72 hours' end)
    or new.line_cents > (case when new.line = 'service' then visit.total_cents else visit.rent_cents end) then
    raise exception 'nothing can be said of the visit % yet or any more', new.booking_id
      using errcode = 'check_violation', constraint = 'disputes_in_time';
  end if;
  return new;
end $$;

create or replace function dispute_is_shown() returns trigger language plpgsql as $$
begin
  if (new.subject in ('quality', 'place', 'damage', 'dirty')
      and not exists (select from dispute_photos where dispute_id = new.id and side = new.opened_by and not is_proof))
    or (new.subject in ('damage', 'missing')
      and not exists (select from dispute_photos where dispute_id = new.id and side = new.opened_by and is_proof)) then
    raise exception 'dispute % shows nothing', new.id
      using errcode = 'check_violation', constraint = 'disputes_shown';
  end if;
  return null;
end $$;
