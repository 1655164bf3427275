-- Sessions of one service that a client buys together (product.md §7, "Paquetes y saldo"). As with hours of a space, the money is a
-- payment of its own and what is left of it is the balance: a visit takes its part, so no second count could differ.
alter table services add column packs jsonb not null default '[]',
  add constraint services_packs check (jsonb_typeof(packs) = 'array' and jsonb_array_length(packs) <= 4) not valid;
alter table services validate constraint services_packs;

create table session_packs (
  id uuid primary key,
  version integer not null default 1,
  status text not null check (status in ('awaiting_payment', 'failed', 'active', 'expired', 'refunded')),
  client_id bigint not null references clients,
  professional_id bigint not null references professionals,
  service_id bigint not null references services,
  sessions integer not null check (sessions between 2 and 50),
  price_cents bigint not null check (price_cents > 0),
  -- One without a pack when it was bought: what a used one counts at the end.
  single_cents bigint not null check (single_cents > 0),
  validity_days integer not null check (validity_days > 0),
  -- Commission and tax of the day it was bought.
  terms jsonb not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  valid_until timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  constraint session_packs_paid check ((status in ('awaiting_payment', 'failed')) = (valid_until is null)
    and (valid_until is null) = (paid_at is null)),
  constraint session_packs_ended check ((status in ('failed', 'expired', 'refunded')) = (ended_at is not null))
);
create index session_packs_mine on session_packs (client_id, created_at);
create index session_packs_service on session_packs (service_id) where status = 'active';
create index session_packs_due on session_packs (valid_until) where status = 'active';
create index session_packs_begun on session_packs (created_at) where status = 'awaiting_payment';

create function session_pack_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.client_id <> old.client_id or new.service_id <> old.service_id
    or new.price_cents <> old.price_cents or new.sessions <> old.sessions
    or old.status in ('failed', 'expired', 'refunded') or (old.status = 'active' and new.status = 'awaiting_payment') then
    raise exception 'session pack % goes forward only', old.id using errcode = 'check_violation', constraint = 'session_packs_steps';
  end if;
  return new;
end $$;
create trigger session_packs_steps before update on session_packs for each row execute function session_pack_goes_forward();

-- A visit of a pack: of its client and its service, begun within its validity. Seen when the transaction ends.
alter table bookings add column session_pack_id uuid references session_packs,
  add constraint bookings_of_session_pack check (session_pack_id is null or kind = 'visit') not valid;
alter table bookings validate constraint bookings_of_session_pack;
create index bookings_session_packs on bookings (session_pack_id) where session_pack_id is not null;

create function visit_is_of_its_pack() returns trigger language plpgsql as $$
declare
  stands boolean := tg_op = 'UPDATE' and old.session_pack_id is not distinct from new.session_pack_id;
begin
  if not exists (select from session_packs pack where pack.id = new.session_pack_id and pack.client_id = new.client_id
    and pack.service_id = new.service_id and (stands or pack.status = 'active' and pack.valid_until >= new.starts_at)) then
    raise exception 'visit % is not of pack %', new.id, new.session_pack_id
      using errcode = 'check_violation', constraint = 'visits_of_pack';
  end if;
  return null;
end $$;
create constraint trigger visits_of_pack after insert or update of session_pack_id, client_id, service_id on bookings
  deferrable initially deferred for each row when (new.session_pack_id is not null) execute function visit_is_of_its_pack();
