-- A client's no-show: the fee is frozen for a day, or until staff have decided.
create table no_shows (
  booking_id uuid not null,
  state text not null,
  fee_cents bigint not null,
  marked_at timestamptz not null,
  contest_by timestamptz not null,
  evidence text,
  contested_at timestamptz,
  decided_at timestamptz,
  -- A professional's no-show (product.md §4, B16): reported by the client or the host; frozen, contested and decided like a client's.
  absent text not null,
  reported_by text not null,
  constraint no_shows_pkey primary key (booking_id),
  constraint no_shows_a_day check (contest_by = (marked_at + '24:00:00'::interval)),
  constraint no_shows_absent_check check (absent in ('client', 'professional')),
  constraint no_shows_contested check (state not in ('contested', 'falls') or (contested_at is not null)),
  constraint no_shows_contested_in_time check ((contested_at is null) or ((contested_at >= marked_at) and (contested_at < contest_by))),
  constraint no_shows_decided check (state in ('open', 'contested') = (decided_at is null)),
  constraint no_shows_evidence check (((contested_at is null) = (evidence is null)) and ((length(btrim(evidence)) >= 1) and (length(btrim(evidence)) <= 1000))),
  constraint no_shows_fee_cents_check check (fee_cents >= 0),
  -- The absent party never reports itself, and a host is never the absent party.
  constraint no_shows_reported_by_other_party check ((absent = 'client') = (reported_by = 'professional')),
  constraint no_shows_reported_by_check check (reported_by in ('client', 'professional', 'host')),
  -- A no-show fee is retained only after the absent party had a day to contest it; without a fee there is nothing to contest.
  constraint no_shows_decided_in_time check ((state <> 'stands') or (contested_at is not null) or (decided_at >= contest_by) or ((fee_cents = 0) and (absent = 'client'))),
  constraint no_shows_state_check check (state in ('open', 'contested', 'stands', 'falls', 'withdrawn')),
  constraint no_shows_taken_back check ((state <> 'withdrawn') or (absent = 'client'))
);
comment on table no_shows is 'No-shows of a party, with their fee and decision.';
comment on constraint no_shows_reported_by_other_party on no_shows is
  'a no-show reported of the wrong party, or of a booking that ended otherwise; a professional marked as absent who proved their arrival in time, or began the visit by the client''s code or the unit''s';
comment on constraint no_shows_decided_in_time on no_shows is
  'a fee retained before the client''s day to contest is over, contested too late or without evidence, or settled twice';
comment on constraint no_shows_contested_in_time on no_shows is
  'With no_shows_decided_in_time.';
comment on constraint no_shows_evidence on no_shows is
  'With no_shows_decided_in_time.';

create index no_shows_due on no_shows (contest_by) where (state = 'open');
create index no_shows_to_decide on no_shows (contested_at) where (state = 'contested');

alter table no_shows add constraint no_shows_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- States only move forward, and a decision cannot be changed.
create function no_show_moves_on() returns trigger language plpgsql as $$
begin
  -- Erasing an account removes its texts once everything is decided.
  if old.decided_at is not null and new.evidence = '[borrado]'
    and to_jsonb(old) - 'evidence' = to_jsonb(new) - 'evidence' then
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'contested'), ('open', 'stands'), ('open', 'withdrawn'), ('contested', 'stands'),
      ('contested', 'falls'), ('contested', 'withdrawn'))
    or (old.booking_id, old.fee_cents, old.marked_at, old.contest_by, old.absent, old.reported_by) is distinct from
      (new.booking_id, new.fee_cents, new.marked_at, new.contest_by, new.absent, new.reported_by)
    or (old.contested_at is not null and (old.contested_at, old.evidence) is distinct from (new.contested_at, new.evidence)) then
    raise exception 'the no-show of % cannot go from % to %', new.booking_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'no_shows_move_on';
  end if;
  return new;
end $$;

-- The no-show names the absent party of the booking, a quarter of an hour after the start at the earliest.
create function no_show_of_its_booking() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and status = new.absent || '_no_show') then
    raise exception 'booking % did not end that way', new.booking_id
      using errcode = 'check_violation', constraint = 'no_shows_of_booking';
  end if;
  return new;
end $$;

create trigger no_shows_move_on
  before update on no_shows for each row
  execute function no_show_moves_on();
comment on trigger no_shows_move_on on no_shows is
  'With no_shows_decided_in_time.';

create trigger no_shows_of_booking
  before insert on no_shows for each row
  execute function no_show_of_its_booking();
comment on trigger no_shows_of_booking on no_shows is
  'With no_shows_reported_by_other_party.';
