create table disputes (
  id uuid not null,
  booking_id uuid not null,
  opened_by text not null,
  respondent text not null,
  subject text not null,
  line text not null,
  line_cents bigint not null,
  frozen_cents bigint default 0 not null,
  state text not null,
  version integer default 1 not null,
  statement text not null,
  opened_at timestamptz not null,
  answer_by timestamptz not null,
  answer text,
  answered_at timestamptz,
  mediate_by timestamptz,
  overdue_at timestamptz,
  -- The first of two administrators, and the decision that they propose.
  proposed_outcome text,
  proposed_charged_to text,
  proposed_by bigint,
  outcome text,
  charged_to text,
  decided_cents bigint,
  -- Null: no party answered, and the rule decided.
  decided_by bigint,
  decided_at timestamptz,
  appeal_by timestamptz,
  appealed_by text,
  appeal_text text,
  appealed_at timestamptz,
  closed_at timestamptz,
  withdrawn boolean default false not null,
  -- Disputes about a host's part are listed for that host by this column, however many visits the host had.
  host_id bigint,
  constraint disputes_pkey primary key (id),
  constraint disputes_line unique (booking_id, line),
  constraint disputes_answer check (((answer is null) = (answered_at is null)) and ((answered_at is null) or (answered_at < answer_by))),
  constraint disputes_answer_check check ((answer is null) or ((length(btrim(answer)) >= 1) and (length(btrim(answer)) <= 1000))),
  constraint disputes_appeal check (((appealed_at is null) = (appealed_by is null)) and ((appealed_at is null) = (appeal_text is null)) and ((appealed_by is null) or ((appealed_by = opened_by) or (appealed_by = respondent)))),
  constraint disputes_appeal_text_check check ((appeal_text is null) or ((length(btrim(appeal_text)) >= 1) and (length(btrim(appeal_text)) <= 1000))),
  constraint disputes_appealed_by_check check (appealed_by in ('client', 'professional', 'host')),
  constraint disputes_between_two check ((opened_by <> respondent) and ((respondent = 'host') = line in ('rent', 'overtime')) and ((line = 'overtime') = (subject = 'overtime')) and ((line <> 'overtime') or (opened_by = 'professional'))),
  constraint disputes_charged_to_check check (charged_to in ('professional', 'host', 'platform')),
  constraint disputes_closed check (((state = 'closed') = (closed_at is not null)) and ((state <> 'closed') or withdrawn or (outcome is not null)) and ((state <> 'appealed') or (appealed_at is not null)) and ((state <> 'resolved') or (outcome is not null))),
  constraint disputes_decided_cents_check check (decided_cents >= 0),
  constraint disputes_decision check (((outcome is null) = (decided_at is null)) and ((outcome is null) = (decided_cents is null)) and ((outcome is null) = (appeal_by is null)) and ((coalesce(outcome, 'nothing') = 'nothing') = (charged_to is null)) and (coalesce(decided_cents, (0)::bigint) <= line_cents)),
  constraint disputes_frozen_cents_check check (frozen_cents >= 0),
  constraint disputes_hosted check ((host_id is not null) = (('host' = opened_by) or ('host' = respondent))),
  constraint disputes_line_cents_check check (line_cents > 0),
  constraint disputes_line_check check (line in ('service', 'rent', 'damage', 'overtime')),
  constraint disputes_opened_by_check check (opened_by in ('client', 'professional', 'host')),
  constraint disputes_outcome_check check (outcome in ('nothing', 'quarter', 'half', 'whole')),
  constraint disputes_proposed_charged_to_check check (proposed_charged_to in ('professional', 'host', 'platform')),
  constraint disputes_proposed_outcome_check check (proposed_outcome in ('nothing', 'quarter', 'half', 'whole')),
  constraint disputes_respondent_check check (respondent in ('professional', 'host')),
  constraint disputes_state_check check (state in ('waiting', 'mediation', 'resolved', 'appealed', 'closed')),
  constraint disputes_statement_check check ((length(btrim(statement)) >= 1) and (length(btrim(statement)) <= 1000)),
  constraint disputes_subject_check check (subject in ('not_as_agreed', 'quality', 'place', 'damage', 'overtime')),
  constraint disputes_two_days check (answer_by = (opened_at + '48:00:00'::interval)),
  -- A host who waives their own charge needs no second staff member.
  constraint disputes_two_persons check ((coalesce(decided_cents, (0)::bigint) <= 500000) or ((decided_by is not null) and (proposed_by is not null) and (proposed_by <> decided_by)) or ((line = 'overtime') and (state = 'closed') and (decided_by is null)))
);
comment on table disputes is 'Contested lines of a visit.';
comment on constraint disputes_line on disputes is
  'With disputes_in_time.';
comment on constraint disputes_two_persons on disputes is
  'With disputes_in_time.';

create table dispute_moves (
  dispute_id uuid not null,
  version integer not null,
  move text not null,
  from_state text,
  to_state text not null,
  actor text not null,
  actor_account_id bigint,
  reason text default '' not null,
  at timestamptz not null,
  constraint dispute_moves_pkey primary key (dispute_id, version),
  constraint dispute_moves_actor_check check (actor in ('client', 'professional', 'host', 'platform'))
);
comment on table dispute_moves is 'Transitions of disputes.';

-- Photos of a dispute, uploaded before the report or the answer that they belong to; unused ones are deleted.
create table dispute_photos (
  id uuid not null,
  booking_id uuid not null,
  side text not null,
  width integer not null,
  height integer not null,
  dispute_id uuid,
  -- A document by a third party: a bill, a report, an estimate.
  is_proof boolean default false not null,
  created_at timestamptz not null,
  constraint dispute_photos_pkey primary key (id),
  constraint dispute_photos_side_check check (side in ('client', 'professional', 'host'))
);
comment on table dispute_photos is 'Photos of a dispute.';

create index dispute_photos_of on dispute_photos (booking_id, side);
create index dispute_photos_unused on dispute_photos (created_at) where (dispute_id is null);
create index disputes_of_host on disputes (host_id, state) where (host_id is not null);
-- A party who disputed the visit may still dispute its overtime.
create unique index disputes_once on disputes (booking_id, opened_by) where (line <> 'overtime');
comment on index disputes_once is
  'With disputes_in_time.';
create index disputes_open on disputes (state, answer_by) where (state <> 'closed');

alter table disputes add constraint disputes_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table disputes add constraint disputes_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table dispute_moves add constraint dispute_moves_dispute_id_fkey
  foreign key (dispute_id) references disputes(id);

alter table dispute_photos add constraint dispute_photos_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table dispute_photos add constraint dispute_photos_dispute_id_fkey
  foreign key (dispute_id) references disputes(id);

-- A visit that began may be disputed even if no arrival was registered (product.md §4, B20): it remains confirmed until a day after its
-- end, and is paid out as soon as it is divided.
create function dispute_of_its_visit() returns trigger language plpgsql as $$
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
  if visit.kind <> 'visit' or visit.status not in ('confirmed', 'in_progress', 'to_settle', 'completed')
    or (visit.status = 'confirmed' and new.opened_at < visit.starts_at)
    or new.opened_at >= visit.ends_at + (case when new.subject = 'damage' then interval '72 hours' else interval '48 hours' end)
    or new.line_cents > (case when new.line = 'service' then visit.total_cents else visit.rent_cents end) then
    raise exception 'nothing can be said of the visit % yet or any more', new.booking_id
      using errcode = 'check_violation', constraint = 'disputes_in_time';
  end if;
  return new;
end $$;

-- A dispute requires evidence. Checked when the transaction ends.
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

-- The respondent may agree: the dispute is then closed for its author.
create function dispute_moves_on() returns trigger language plpgsql as $$
begin
  -- Erasing an account removes its texts once everything is decided.
  if old.closed_at is not null then
    if to_jsonb(old) - 'statement' - 'answer' - 'appeal_text' = to_jsonb(new) - 'statement' - 'answer' - 'appeal_text'
      and new.statement in (old.statement, '[borrado]') and coalesce(new.answer, '') in (coalesce(old.answer, ''), '[borrado]')
      and coalesce(new.appeal_text, '') in (coalesce(old.appeal_text, ''), '[borrado]') then
      return new;
    end if;
  elsif new.version = old.version and to_jsonb(old) - 'frozen_cents' = to_jsonb(new) - 'frozen_cents' then
    -- The visit was divided after the dispute was opened: the frozen amount is known now.
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
    and (old.outcome is null or old.state = 'appealed' or (old.outcome, old.charged_to, old.decided_cents)
      is not distinct from (new.outcome, new.charged_to, new.decided_cents))
    and (new.state <> 'closed' or old.state not in ('waiting', 'mediation') or new.withdrawn
      or (new.line = 'overtime' and new.outcome = 'whole' and new.charged_to = 'host')) then
    return new;
  end if;
  raise exception 'the dispute % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'disputes_move_on';
end $$;

-- A visit is not closed while a dispute is undecided.
create function dispute_keeps_open() returns trigger language plpgsql as $$
begin
  if exists (select from disputes where booking_id = new.id and state <> 'closed') then
    raise exception 'booking % has a dispute that is not decided', new.id
      using errcode = 'check_violation', constraint = 'bookings_disputed';
  end if;
  return new;
end $$;

-- A visit that was cancelled or missed is not divided like one that took place: its lines can no longer be disputed.
create function ended_visit_has_no_dispute() returns trigger language plpgsql as $$
begin
  if exists (select from disputes where booking_id = new.id and state <> 'closed') then
    raise exception 'booking % ended and has a dispute that is not closed', new.id
      using errcode = 'check_violation', constraint = 'bookings_ended_undisputed';
  end if;
  return null;
end $$;

-- Always the host of the visit, and only where the host opened the dispute or must respond to it; never set by hand.
create function dispute_names_its_host() returns trigger language plpgsql as $$
begin
  if new.host_id is distinct from (select host_id from bookings
      where id = new.booking_id and 'host' in (new.opened_by, new.respondent)) then
    raise exception 'dispute % names another host', new.id using errcode = 'check_violation', constraint = 'disputes_host';
  end if;
  return new;
end $$;

create trigger bookings_disputed
  before update of status on bookings for each row when (((new.status = 'closed') and (old.status = 'completed')))
  execute function dispute_keeps_open();
comment on trigger bookings_disputed on bookings is
  'With disputes_in_time.';

create constraint trigger bookings_ended_undisputed
  after update of status on bookings deferrable initially deferred for each row when (((old.status = 'confirmed') and (new.status = any (array['cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform', 'client_no_show', 'professional_no_show']))))
  execute function ended_visit_has_no_dispute();

create trigger dispute_moves_append_only
  before delete or update on dispute_moves for each row
  execute function only_reason_may_leave();
comment on trigger dispute_moves_append_only on dispute_moves is
  'With agreement_moves_append_only.';

create trigger disputes_host
  before insert or update of host_id on disputes for each row
  execute function dispute_names_its_host();

create trigger disputes_in_time
  before insert on disputes for each row
  execute function dispute_of_its_visit();
comment on trigger disputes_in_time on disputes is
  'a dispute opened too late, about an amount that the visit does not have, without evidence, or twice by one party or about one line; a decision above $5,000 by one person; a second decision without an appeal; a visit completed while it is disputed; a payout of frozen money';

create trigger disputes_move_on
  before update on disputes for each row
  execute function dispute_moves_on();
comment on trigger disputes_move_on on disputes is
  'With disputes_in_time.';

create constraint trigger disputes_shown
  after insert on disputes deferrable initially deferred for each row
  execute function dispute_is_shown();
comment on trigger disputes_shown on disputes is
  'With disputes_in_time.';
