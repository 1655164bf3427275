-- The professional is at the place although nobody has come yet (product.md §4, B15): by the code that hangs at the unit, or
-- by their word where there is no unit.
alter table bookings
  add column professional_arrived_at timestamptz,
  add column professional_arrival_method text check (professional_arrival_method in ('station_code', 'word')),
  add constraint bookings_arrival_proved check ((professional_arrived_at is null) = (professional_arrival_method is null)),
  add constraint bookings_word_without_unit check (professional_arrival_method is distinct from 'word' or unit_id is null),
  -- Nobody is said to have stayed away by somebody who was not there.
  add constraint bookings_no_show_seen check (status <> 'client_no_show' or professional_arrived_at is not null);

-- A client who did not come: the fee is frozen until a day has passed, or whoever may decide has decided.
create table no_shows (
  booking_id uuid primary key references bookings,
  state text not null check (state in ('open', 'contested', 'stands', 'falls', 'withdrawn')),
  fee_cents bigint not null check (fee_cents >= 0),
  marked_at timestamptz not null,
  contest_by timestamptz not null,
  evidence text,
  contested_at timestamptz,
  decided_at timestamptz,
  constraint no_shows_a_day check (contest_by = marked_at + interval '24 hours'),
  constraint no_shows_contested_in_time check (contested_at is null or (contested_at >= marked_at and contested_at < contest_by)),
  constraint no_shows_evidence check ((contested_at is null) = (evidence is null) and length(btrim(evidence)) between 1 and 1000),
  constraint no_shows_contested check (state not in ('contested', 'falls') or contested_at is not null),
  constraint no_shows_decided check ((state in ('open', 'contested')) = (decided_at is null)),
  -- Nobody's fee is kept before they had their day; where there is no fee there is nothing to contest.
  constraint no_shows_stand_in_time check (state <> 'stands' or contested_at is not null or decided_at >= contest_by or fee_cents = 0)
);
create index no_shows_due on no_shows (contest_by) where state = 'open';
create index no_shows_to_decide on no_shows (contested_at) where state = 'contested';

-- Forward only, and what was decided stays so.
create function no_show_moves_on() returns trigger language plpgsql as $$
begin
  -- Who leaves Kalli takes their words along, once everything is decided.
  if old.decided_at is not null and new.evidence = '[borrado]'
    and to_jsonb(old) - 'evidence' = to_jsonb(new) - 'evidence' then
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'contested'), ('open', 'stands'), ('open', 'withdrawn'), ('contested', 'stands'),
      ('contested', 'falls'), ('contested', 'withdrawn'))
    or (old.booking_id, old.fee_cents, old.marked_at, old.contest_by) is distinct from
      (new.booking_id, new.fee_cents, new.marked_at, new.contest_by)
    or (old.contested_at is not null and (old.contested_at, old.evidence) is distinct from (new.contested_at, new.evidence)) then
    raise exception 'the no-show of % cannot go from % to %', new.booking_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'no_shows_move_on';
  end if;
  return new;
end $$;
create trigger no_shows_move_on before update on no_shows for each row execute function no_show_moves_on();
