-- A host cancels a confirmed visit (product.md §4, B12): another place at the same hour is held, and client and professional are
-- asked to accept it. The visit stays confirmed meanwhile; the unit that its host withdrew is free at once.
create table rescues (
  id uuid not null,
  booking_id uuid not null,
  state text default 'open' not null,
  client_acceptance text default 'pending' not null,
  professional_acceptance text default 'pending' not null,
  declined_by text,
  -- The host who cancelled, and the place that was cancelled.
  from_host_id bigint not null,
  from_space_id bigint not null,
  from_unit_id bigint not null,
  -- The new place; null: the professional's own.
  to_space_id bigint,
  to_unit_id bigint,
  same_business boolean not null,
  meters integer not null,
  starts_at timestamptz not null,
  changes jsonb not null,
  old_rent_cents bigint not null,
  new_rent_cents bigint not null,
  -- The part of a dearer rent that the cancelling host pays, if the visit takes place.
  host_pays_cents bigint not null,
  -- What the host pays the professional if the parties do not agree; zero once in six months.
  fails_cents bigint not null,
  is_free boolean not null,
  reason text default '' not null,
  note text default '' not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint rescues_pkey primary key (id),
  constraint rescues_agreed check ((state <> 'accepted') or (('pending' <> client_acceptance) and ('pending' <> professional_acceptance))),
  constraint rescues_respondents check ((state <> 'open') or (('pending' = client_acceptance) or ('pending' = professional_acceptance))),
  constraint rescues_client_acceptance_check check (client_acceptance in ('pending', 'accepted')),
  constraint rescues_declined check ((state = 'declined') = (declined_by is not null)),
  constraint rescues_declined_by_check check (declined_by in ('client', 'professional')),
  constraint rescues_elsewhere check ((to_unit_id is distinct from from_unit_id) and ((to_unit_id is null) = (to_space_id is null))),
  constraint rescues_ended check ((state = 'open') = (ended_at is null)),
  constraint rescues_fails_cents_check check (fails_cents >= 0),
  constraint rescues_free check ((not is_free) or (fails_cents = 0)),
  -- Up to a quarter of the rent that was agreed, and never more than the difference.
  constraint rescues_host_pays check (((host_pays_cents >= 0) and (host_pays_cents <= GREATEST((0)::bigint, (new_rent_cents - old_rent_cents)))) and ((host_pays_cents * 4) <= old_rent_cents)),
  -- Two hours, half an hour when it begins within a day, and never beyond the start.
  constraint rescues_in_time check (((expires_at > created_at) and (expires_at <= starts_at) and (expires_at <= (created_at +
case
    when (starts_at < (created_at + '24:00:00'::interval)) then '00:30:00'::interval
    else '02:00:00'::interval
end)))),
  constraint rescues_meters_check check (meters between 0 and 3000),
  constraint rescues_new_rent_cents_check check (new_rent_cents >= 0),
  constraint rescues_old_rent_cents_check check (old_rent_cents >= 0),
  constraint rescues_professional_acceptance_check check (professional_acceptance in ('pending', 'accepted')),
  constraint rescues_state_check check (state in ('open', 'accepted', 'declined', 'lapsed', 'overtaken'))
);
comment on table rescues is 'Another place for a visit whose host cancelled.';
comment on constraint rescues_respondents on rescues is
  'With rescues_one_open.';
comment on constraint rescues_in_time on rescues is
  'With rescues_one_open.';
comment on constraint rescues_host_pays on rescues is
  'With rescues_one_open.';

-- Each cancellation by a host. One in six months costs nothing when the rescue fails; a host who often cancels instant bookings loses
-- instant booking.
create table host_cancellations (
  id bigint generated always as identity not null,
  booking_id uuid not null,
  host_id bigint not null,
  space_id bigint not null,
  at timestamptz not null,
  -- The visit was booked instantly, without the host's acceptance.
  instant boolean not null,
  -- The six months that its free cancellation uses; null: it was paid, or not needed.
  free_during tstzrange,
  constraint host_cancellations_pkey primary key (id),
  constraint host_cancellations_one_free exclude using gist (host_id with =, free_during with &&) where ((free_during is not null))
);
comment on table host_cancellations is 'Cancellations by a host.';
comment on constraint host_cancellations_one_free on host_cancellations is
  'a second free cancellation of one host in half a year';

create index host_cancellations_booking on host_cancellations (booking_id);
create index host_cancellations_instant on host_cancellations (space_id, at) where instant;
create index rescues_due on rescues (expires_at) where (state = 'open');
create index rescues_of_booking on rescues (booking_id);
create index rescues_of_host on rescues (from_host_id, created_at desc);
create unique index rescues_one_open on rescues (booking_id) where (state = 'open');
comment on index rescues_one_open is
  'two open rescues of one visit; a rescue without a party who must answer, open beyond its two hours or the start, answered twice, or with more of the rent than the host owes';

alter table rescues add constraint rescues_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table rescues add constraint rescues_from_host_id_fkey
  foreign key (from_host_id) references hosts(id);

alter table rescues add constraint rescues_from_space_id_fkey
  foreign key (from_space_id) references spaces(id);

alter table rescues add constraint rescues_from_unit_id_fkey
  foreign key (from_unit_id) references units(id);

alter table rescues add constraint rescues_to_space_id_fkey
  foreign key (to_space_id) references spaces(id);

alter table rescues add constraint rescues_to_unit_id_fkey
  foreign key (to_unit_id) references units(id);

alter table host_cancellations add constraint host_cancellations_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table host_cancellations add constraint host_cancellations_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table host_cancellations add constraint host_cancellations_space_id_fkey
  foreign key (space_id) references spaces(id);

create function rescue_ends_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (old.booking_id, old.from_host_id, old.from_unit_id, old.to_unit_id, old.changes::text, old.host_pays_cents,
      old.fails_cents, old.is_free, old.expires_at) is distinct from (new.booking_id, new.from_host_id, new.from_unit_id, new.to_unit_id,
      new.changes::text, new.host_pays_cents, new.fails_cents, new.is_free, new.expires_at) then
    raise exception 'rescue % is over', new.id using errcode = 'check_violation', constraint = 'rescues_once';
  end if;
  return new;
end $$;

create function rescue_has_no_proposal() returns trigger language plpgsql as $$
begin
  if exists (select from change_proposals proposal join rescues rescue on rescue.booking_id = proposal.booking_id
      where rescue.id = new.id and rescue.state = 'open' and proposal.state in ('open', 'paying')) then
    raise exception 'booking % is asked about twice', new.booking_id
      using errcode = 'check_violation', constraint = 'rescues_overtake_proposals';
  end if;
  return null;
end $$;

create function booking_ends_its_rescue() returns trigger language plpgsql as $$
begin
  if exists (select from rescues rescue join bookings booking on booking.id = rescue.booking_id
      where rescue.booking_id = new.id and rescue.state = 'open' and booking.rescue_by is null) then
    raise exception 'booking % waits for no rescue and one is open', new.id
      using errcode = 'check_violation', constraint = 'bookings_overtake_rescues';
  end if;
  return null;
end $$;

create function rescue_leaves_no_link() returns trigger language plpgsql as $$
begin
  if exists (select from booking_links link where link.booking_id = new.booking_id and link.kind = 'rescue'
      and link.created_at = new.created_at and link.answer is null) then
    raise exception 'rescue % is over and its link is not', new.id
      using errcode = 'check_violation', constraint = 'rescues_end_links';
  end if;
  return null;
end $$;

create constraint trigger bookings_overtake_rescues
  after update on bookings deferrable initially deferred for each row when (((old.rescue_by is not null) and (new.rescue_by is null)))
  execute function booking_ends_its_rescue();
comment on trigger bookings_overtake_rescues on bookings is
  'time held for a rescue after another move has ended it; an ended visit with an open rescue';

create constraint trigger rescues_end_links
  after update of state on rescues deferrable initially deferred for each row when ((new.state <> 'open'))
  execute function rescue_leaves_no_link();

create trigger rescues_once
  before update on rescues for each row when (((new.note <> '') or (new.reason <> '') or (((to_jsonb(new.*) - 'note') - 'reason') is distinct from ((to_jsonb(old.*) - 'note') - 'reason'))))
  execute function rescue_ends_once();
comment on trigger rescues_once on rescues is
  'With rescues_one_open.';

create constraint trigger rescues_overtake_proposals
  after insert on rescues deferrable initially deferred for each row
  execute function rescue_has_no_proposal();
