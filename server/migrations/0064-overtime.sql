-- Somebody stayed longer than was booked (product.md §4, B17): measured at check-out, in steps that were begun and never into
-- what somebody else has taken; posted when the visit is divided; contested as a dispute of its own line.
create table overtimes (
  -- The reference of what the host is due of it, apart from that of the visit.
  id uuid primary key,
  booking_id uuid not null unique references bookings,
  -- Until here it is paid, and from here the free minutes count.
  paid_until timestamptz not null,
  left_at timestamptz not null,
  charged_until timestamptz not null,
  minutes integer not null check (minutes > 0),
  charged_minutes integer not null check (charged_minutes > 0),
  -- The next who comes ended it.
  cut_short boolean not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- RentLine[] of contract/pricing/space-pricing.ts; together the amount.
  lines jsonb not null,
  contest_by timestamptz not null,
  posted_at timestamptz,
  constraint overtimes_two_days check (contest_by = left_at + interval '48 hours'),
  constraint overtimes_within check (paid_until < left_at and charged_until > paid_until
    and charged_minutes <= extract(epoch from charged_until - paid_until) / 60)
);

-- Of a visit or rent at a unit that took place and is not divided yet; what somebody else has claimed is theirs.
create function overtime_of_its_booking() returns trigger language plpgsql as $$
declare
  stay bookings;
begin
  select * into stay from bookings where id = new.booking_id;
  if stay.status <> 'to_settle' or stay.unit_id is null or stay.host_id is null or new.paid_until < stay.ends_at
    or new.left_at > stay.ends_at + interval '2 hours' or stay.checked_in_at is null then
    raise exception 'booking % has no overtime', new.booking_id
      using errcode = 'check_violation', constraint = 'overtimes_of_booking';
  end if;
  if exists (select from claims where resource_id = stay.unit_id and booking_id is distinct from stay.id
      and during && tstzrange(new.paid_until, new.charged_until) and (state = 'firm' or expires_at > new.left_at)) then
    raise exception 'the overtime of booking % lies in time that is taken', new.booking_id
      using errcode = 'check_violation', constraint = 'overtimes_before_next';
  end if;
  return new;
end $$;
create trigger overtimes_of_booking before insert on overtimes for each row execute function overtime_of_its_booking();

-- What was measured stands; it is posted once.
create function overtime_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.posted_at is null and new.posted_at is not null
    and to_jsonb(old) - 'posted_at' = to_jsonb(new) - 'posted_at' then
    return new;
  end if;
  raise exception 'the overtime of booking % stands', old.booking_id
    using errcode = 'check_violation', constraint = 'overtimes_stand';
end $$;
create trigger overtimes_stand before update or delete on overtimes for each row execute function overtime_stands();

-- Nobody is divided without what they stayed longer.
create function overtime_is_posted() returns trigger language plpgsql as $$
begin
  if exists (select from overtimes where booking_id = new.id and posted_at is null) then
    raise exception 'the overtime of booking % is not charged', new.id
      using errcode = 'check_violation', constraint = 'bookings_overtime';
  end if;
  return new;
end $$;
create trigger bookings_overtime before update of status on bookings
  for each row when (new.status = 'completed' and old.status = 'to_settle') execute function overtime_is_posted();

-- A dispute of its own: the professional says so, the host answers, and only this amount waits.
alter table disputes drop constraint disputes_subject_check, drop constraint disputes_line_check,
  drop constraint disputes_between_two, drop constraint disputes_once, drop constraint disputes_two_persons,
  -- A host who lets go of what is theirs needs no second person.
  add constraint disputes_two_persons check (coalesce(decided_cents, 0) <= 500000
    or (decided_by is not null and proposed_by is not null and proposed_by <> decided_by)
    or (line = 'overtime' and state = 'closed' and decided_by is null)),
  add constraint disputes_subject_check check (subject in ('not_as_agreed', 'quality', 'place', 'damage', 'overtime')),
  add constraint disputes_line_check check (line in ('service', 'rent', 'damage', 'overtime')),
  add constraint disputes_between_two check (opened_by <> respondent and (respondent = 'host') = (line in ('rent', 'overtime'))
    and (line = 'overtime') = (subject = 'overtime') and (line <> 'overtime' or opened_by = 'professional'));
-- Whoever had something to say of the visit may still say so of the time.
create unique index disputes_once on disputes (booking_id, opened_by) where line <> 'overtime';

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
  if visit.kind <> 'visit' or visit.status not in ('in_progress', 'to_settle', 'completed')
    or new.opened_at >= visit.ends_at + (case when new.subject = 'damage' then interval '72 hours' else interval '48 hours' end)
    or new.line_cents > (case when new.line = 'service' then visit.total_cents else visit.rent_cents end) then
    raise exception 'nothing can be said of the visit % any more', new.booking_id
      using errcode = 'check_violation', constraint = 'disputes_in_time';
  end if;
  return new;
end $$;

-- Who answers may agree: then it is closed for who said it.
create or replace function dispute_moves_on() returns trigger language plpgsql as $$
begin
  -- Who leaves Kalli takes their words along, once everything is decided.
  if old.closed_at is not null then
    if to_jsonb(old) - 'statement' - 'answer' - 'appeal_text' = to_jsonb(new) - 'statement' - 'answer' - 'appeal_text'
      and new.statement in (old.statement, '[borrado]') and coalesce(new.answer, '') in (coalesce(old.answer, ''), '[borrado]')
      and coalesce(new.appeal_text, '') in (coalesce(old.appeal_text, ''), '[borrado]') then
      return new;
    end if;
  elsif new.version = old.version and to_jsonb(old) - 'frozen_cents' = to_jsonb(new) - 'frozen_cents' then
    -- The visit was divided after it was said: what is frozen is known now.
    return new;
  elsif new.version = old.version + 1 and (old.state, new.state) in (('waiting', 'mediation'), ('waiting', 'closed'),
      ('waiting', 'resolved'), ('mediation', 'mediation'), ('mediation', 'resolved'), ('mediation', 'closed'),
      ('resolved', 'appealed'), ('resolved', 'closed'), ('appealed', 'appealed'), ('appealed', 'closed'))
    and (old.booking_id, old.opened_by, old.respondent, old.subject, old.line, old.line_cents, old.statement, old.opened_at,
      old.answer_by) is not distinct from (new.booking_id, new.opened_by, new.respondent, new.subject, new.line, new.line_cents,
      new.statement, new.opened_at, new.answer_by)
    and (old.answered_at is null or (old.answered_at, old.answer) is not distinct from (new.answered_at, new.answer))
    and (old.appealed_at is null or (old.appealed_at, old.appealed_by, old.appeal_text)
      is not distinct from (new.appealed_at, new.appealed_by, new.appeal_text))
    and (old.outcome is null or old.state = 'appealed' or (old.outcome, old.borne_by, old.decided_cents)
      is not distinct from (new.outcome, new.borne_by, new.decided_cents))
    and (new.state <> 'closed' or old.state not in ('waiting', 'mediation') or new.withdrawn
      or (new.line = 'overtime' and new.outcome = 'whole' and new.borne_by = 'host')) then
    return new;
  end if;
  raise exception 'the dispute % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'disputes_move_on';
end $$;
