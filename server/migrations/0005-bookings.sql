create table commission_rules (
  valid_from timestamptz primary key,
  professional_bp integer not null check (professional_bp between 0 and 10000),
  rent_bp integer not null check (rent_bp between 0 and 10000),
  -- IVA inside the platform's own commissions.
  iva_bp integer not null
);
insert into commission_rules values ('2020-01-01T00:00:00Z', 1000, 500, 1600);

-- Rates of tax by date and regime (money.md §4); an accountant confirms them before launch.
create table tax_rules (
  party text not null check (party in ('professional', 'host')),
  regime text not null,
  valid_from timestamptz not null,
  iva_bp integer not null,
  isr_bp integer not null,
  iva_withheld_bp integer not null,
  primary key (party, regime, valid_from)
);
insert into tax_rules values
  ('professional', 'individual', '2020-01-01T06:00:00Z', 1600, 100, 5000),
  ('professional', 'individual', '2026-01-01T06:00:00Z', 1600, 250, 5000),
  ('professional', 'no_rfc', '2020-01-01T06:00:00Z', 1600, 2000, 10000),
  ('professional', 'physician', '2020-01-01T06:00:00Z', 0, 100, 0),
  ('professional', 'physician', '2026-01-01T06:00:00Z', 0, 250, 0),
  ('host', 'individual', '2020-01-01T06:00:00Z', 1600, 100, 5000),
  ('host', 'individual', '2026-01-01T06:00:00Z', 1600, 250, 5000),
  ('host', 'no_rfc', '2020-01-01T06:00:00Z', 1600, 2000, 10000),
  ('host', 'physician', '2020-01-01T06:00:00Z', 0, 100, 0),
  ('host', 'physician', '2026-01-01T06:00:00Z', 0, 250, 0);

-- One statement that does several things does all of them or fails as a constraint of that name would.
create function must(holds boolean, name text) returns boolean language plpgsql as $$
begin
  if not holds then
    raise exception '% does not hold', name using errcode = 'integrity_constraint_violation', constraint = name;
  end if;
  return true;
end $$;

-- A hold is the booking's first state; its id never changes.
create table bookings (
  id uuid primary key,
  version integer not null default 1,
  status text not null check (status in (
    'held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed',
    'expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host',
    'cancelled_by_platform', 'client_no_show', 'professional_no_show')),
  -- Who holds it before there is a client: 'account:12' or 'visitor:<hash>'.
  holder text not null,
  -- At most two live holds per holder, by the index below.
  hold_place smallint not null default 1 check (hold_place in (1, 2)),
  hold_expires_at timestamptz,
  -- Five minutes more, once, while the bank asks the person.
  hold_prolonged boolean not null default false,
  professional_id bigint not null references professionals,
  service_id bigint not null references services,
  client_id bigint references clients,
  space_id bigint references spaces,
  unit_id bigint references units,
  host_id bigint references hosts,
  agreement_id bigint references agreements,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- What the claims hold around it, so that a late payment can take the same time again.
  buffer_before_minutes smallint not null default 0,
  buffer_after_minutes smallint not null default 0,
  unit_after_minutes smallint not null default 0,
  zone text not null,
  -- What the clock at the place says; stands even if the zone's rules change.
  local_start timestamp not null,
  service_name text not null,
  total_cents bigint not null check (total_cents > 0),
  rent_cents bigint not null default 0 check (rent_cents >= 0),
  rent_minutes integer not null default 0,
  -- Rates, taxes and policies as they were at the hold: refunds recompute with the same rules.
  terms jsonb not null,
  quote jsonb not null,
  quote_hash text not null,
  -- The phone and e-mail given for this visit.
  contact jsonb,
  arrival_code text,
  check_in_method text check (check_in_method in ('client_code', 'station_code', 'word')),
  confirmed_at timestamptz,
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  -- Who ended it, on which rule, and what it cost whom.
  cancellation jsonb,
  created_at timestamptz not null,
  check (ends_at > starts_at),
  check ((space_id is null) = (unit_id is null) and (space_id is null) = (host_id is null)),
  check (status in ('held', 'expired') or client_id is not null)
);
create unique index bookings_two_holds on bookings (holder, hold_place)
  where status in ('held', 'awaiting_payment');
create index bookings_professional on bookings (professional_id, starts_at, id);
-- How often this client came to this professional before.
create index bookings_visits on bookings (professional_id, client_id, starts_at) where status in ('completed', 'closed');
create index bookings_client on bookings (client_id, starts_at, id) where client_id is not null;
create index bookings_host on bookings (host_id, starts_at, id) where host_id is not null;
create index bookings_service_coming on bookings (service_id, starts_at)
  where status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress');
create index bookings_hold_expiry on bookings (hold_expires_at) where status in ('held', 'awaiting_payment');
create index bookings_open on bookings (ends_at) where status in ('confirmed', 'in_progress', 'to_settle');
create index bookings_to_close on bookings (completed_at) where status = 'completed';

alter table claims add constraint claims_of_booking foreign key (booking_id) references bookings;

-- Every change of a booking: who, from where, to where, why. Never changed, never removed.
create table booking_moves (
  booking_id uuid not null references bookings,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('client', 'professional', 'host', 'platform')),
  actor_account_id bigint,
  reason text not null default '',
  at timestamptz not null,
  primary key (booking_id, version)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger booking_moves_append_only before update or delete on booking_moves
  for each row execute function refuse_change();
create trigger booking_moves_no_truncate before truncate on booking_moves
  for each statement execute function refuse_change();

-- A terminal booking holds no claim; checked when the transaction ends.
create function ended_booking_holds_no_claim() returns trigger language plpgsql as $$
begin
  if exists (select 1 from claims where booking_id = new.id) then
    raise exception 'booking % ended but still claims time', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger bookings_ended_free after update of status on bookings
  deferrable initially deferred for each row
  when (new.status in ('closed', 'expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional',
    'cancelled_by_host', 'cancelled_by_platform', 'client_no_show', 'professional_no_show'))
  execute function ended_booking_holds_no_claim();

-- Versions only rise.
create function version_rises() returns trigger language plpgsql as $$
begin
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'booking % must rise in version', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger bookings_version before update on bookings for each row execute function version_rises();
