-- A visit that did not go as agreed (product.md §4, B20): said about one line of its money, answered, decided, appealed once.

-- What waits for a decision stays with Kalli; it leaves only when whoever it waits for has let go of it.
alter table payouts add column frozen_for uuid,
  add constraint payouts_frozen check (frozen_for is null or status = 'withheld');
create index payouts_frozen_for on payouts (frozen_for) where frozen_for is not null;

create table disputes (
  id uuid primary key,
  booking_id uuid not null references bookings,
  opened_by text not null check (opened_by in ('client', 'professional', 'host')),
  respondent text not null check (respondent in ('professional', 'host')),
  subject text not null check (subject in ('not_as_agreed', 'quality', 'place', 'damage')),
  line text not null check (line in ('service', 'rent', 'damage')),
  line_cents bigint not null check (line_cents > 0),
  frozen_cents bigint not null default 0 check (frozen_cents >= 0),
  state text not null check (state in ('waiting', 'mediation', 'resolved', 'appealed', 'closed')),
  version integer not null default 1,
  statement text not null check (length(btrim(statement)) between 1 and 1000),
  opened_at timestamptz not null,
  answer_by timestamptz not null,
  answer text check (answer is null or length(btrim(answer)) between 1 and 1000),
  answered_at timestamptz,
  mediate_by timestamptz,
  overdue_at timestamptz,
  -- The first of two administrators, and what they would decide.
  proposed_outcome text check (proposed_outcome in ('nothing', 'quarter', 'half', 'whole')),
  proposed_bearer text check (proposed_bearer in ('professional', 'host', 'platform')),
  proposed_by bigint,
  outcome text check (outcome in ('nothing', 'quarter', 'half', 'whole')),
  borne_by text check (borne_by in ('professional', 'host', 'platform')),
  decided_cents bigint check (decided_cents >= 0),
  -- Null: nobody had answered, and the rule decided.
  decided_by bigint,
  decided_at timestamptz,
  appeal_by timestamptz,
  appealed_by text check (appealed_by in ('client', 'professional', 'host')),
  appeal_text text check (appeal_text is null or length(btrim(appeal_text)) between 1 and 1000),
  appealed_at timestamptz,
  closed_at timestamptz,
  withdrawn boolean not null default false,
  constraint disputes_between_two check (opened_by <> respondent and (respondent = 'host') = (line = 'rent')),
  constraint disputes_two_days check (answer_by = opened_at + interval '48 hours'),
  constraint disputes_answer check ((answer is null) = (answered_at is null)
    and (answered_at is null or answered_at < answer_by)),
  constraint disputes_decision check ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_cents is null)
    and (outcome is null) = (appeal_by is null) and (coalesce(outcome, 'nothing') = 'nothing') = (borne_by is null)
    and coalesce(decided_cents, 0) <= line_cents),
  -- Above $5,000 two administrators decide, and a rule decides nothing.
  constraint disputes_two_persons check (coalesce(decided_cents, 0) <= 500000
    or (decided_by is not null and proposed_by is not null and proposed_by <> decided_by)),
  constraint disputes_appeal check ((appealed_at is null) = (appealed_by is null) and (appealed_at is null) = (appeal_text is null)
    and (appealed_by is null or appealed_by in (opened_by, respondent))),
  constraint disputes_closed check ((state = 'closed') = (closed_at is not null)
    and (state <> 'closed' or withdrawn or outcome is not null) and (state <> 'appealed' or appealed_at is not null)
    and (state <> 'resolved' or outcome is not null)),
  -- Each of the three says so once, and nobody a second time of the same line.
  constraint disputes_once unique (booking_id, opened_by),
  constraint disputes_line unique (booking_id, line)
);
create index disputes_open on disputes (state, answer_by) where state <> 'closed';

create table dispute_moves (
  dispute_id uuid not null references disputes,
  version integer not null,
  move text not null,
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('client', 'professional', 'host', 'platform')),
  actor_account_id bigint,
  reason text not null default '',
  at timestamptz not null,
  primary key (dispute_id, version)
);
create trigger dispute_moves_append_only before update or delete on dispute_moves
  for each row execute function refuse_change();

-- What is shown of it, sent before the report or the answer that it belongs to; unused ones are swept.
create table dispute_photos (
  id uuid primary key,
  booking_id uuid not null references bookings,
  side text not null check (side in ('client', 'professional', 'host')),
  width integer not null,
  height integer not null,
  dispute_id uuid references disputes,
  -- From somebody who is no party: a bill, a report, an estimate.
  is_proof boolean not null default false,
  created_at timestamptz not null
);
create index dispute_photos_of on dispute_photos (booking_id, side);
create index dispute_photos_unused on dispute_photos (created_at) where dispute_id is null;

-- Said of a visit that has begun and is not over for too long; about money that the line has.
create function dispute_of_its_visit() returns trigger language plpgsql as $$
declare
  visit bookings;
begin
  select * into visit from bookings where id = new.booking_id;
  if visit.kind <> 'visit' or visit.status not in ('in_progress', 'to_settle', 'completed')
    or new.opened_at >= visit.ends_at + (case when new.subject = 'damage' then interval '72 hours' else interval '48 hours' end)
    or new.line_cents > (case when new.line = 'service' then visit.total_cents else visit.rent_cents end) then
    raise exception 'nothing can be said of the visit % any more', new.booking_id
      using errcode = 'check_violation', constraint = 'disputes_in_time';
  end if;
  return new;
end $$;
create trigger disputes_in_time before insert on disputes for each row execute function dispute_of_its_visit();

-- Nobody says what they have not shown. Seen when the transaction ends.
create function dispute_is_shown() returns trigger language plpgsql as $$
begin
  if (new.subject in ('quality', 'place', 'damage')
      and not exists (select from dispute_photos where dispute_id = new.id and side = new.opened_by and not is_proof))
    or (new.subject = 'damage'
      and not exists (select from dispute_photos where dispute_id = new.id and side = new.opened_by and is_proof)) then
    raise exception 'dispute % shows nothing', new.id
      using errcode = 'check_violation', constraint = 'disputes_shown';
  end if;
  return null;
end $$;
create constraint trigger disputes_shown after insert on disputes
  deferrable initially deferred for each row execute function dispute_is_shown();

-- Forward only; what was said stays so, and what was decided is decided anew once, after an appeal.
create function dispute_moves_on() returns trigger language plpgsql as $$
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
    and (new.state <> 'closed' or old.state not in ('waiting', 'mediation') or new.withdrawn) then
    return new;
  end if;
  raise exception 'the dispute % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'disputes_move_on';
end $$;
create trigger disputes_move_on before update on disputes for each row execute function dispute_moves_on();

-- A visit is not closed for good while something is undecided.
create function dispute_keeps_open() returns trigger language plpgsql as $$
begin
  if exists (select from disputes where booking_id = new.id and state <> 'closed') then
    raise exception 'booking % has a dispute that is not decided', new.id
      using errcode = 'check_violation', constraint = 'bookings_disputed';
  end if;
  return new;
end $$;
create trigger bookings_disputed before update of status on bookings
  for each row when (new.status = 'closed' and old.status = 'completed') execute function dispute_keeps_open();
