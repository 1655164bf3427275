-- A session of which a late cancellation retained a part pays no further visit (contract/booking/prepaid/session-pack.ts).
create function has_session_left(service bigint, client bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (select from session_packs pack
    where pack.service_id = service and pack.client_id = client and pack.status = 'active' and pack.valid_until > at
      and session_pack_left(pack.id) >= round(pack.price_cents::numeric / pack.sessions))
$$;

create table session_packs (
  id uuid not null,
  version integer default 1 not null,
  status text not null,
  client_id bigint not null,
  professional_id bigint not null,
  service_id bigint not null,
  sessions integer not null,
  price_cents bigint not null,
  -- The price of one session without a pack at the time of purchase: used sessions are charged at it when the pack expires.
  single_cents bigint not null,
  validity_days integer not null,
  -- Commission and tax on the day of purchase.
  terms jsonb not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  valid_until timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  constraint session_packs_pkey primary key (id),
  constraint session_packs_ended check (status in ('failed', 'expired', 'refunded') = (ended_at is not null)),
  constraint session_packs_paid check ((status in ('awaiting_payment', 'failed') = (valid_until is null)) and ((valid_until is null) = (paid_at is null))),
  constraint session_packs_price_cents_check check (price_cents > 0),
  constraint session_packs_sessions_check check (sessions between 2 and 50),
  constraint session_packs_single_cents_check check (single_cents > 0),
  constraint session_packs_status_check check (status in ('awaiting_payment', 'failed', 'active', 'expired', 'refunded')),
  constraint session_packs_validity_days_check check (validity_days > 0)
);
comment on table session_packs is 'Sessions bought together.';

create index session_packs_unpaid on session_packs (created_at) where (status = 'awaiting_payment');
create index session_packs_due on session_packs (valid_until) where (status = 'active');
create index session_packs_mine on session_packs (client_id, created_at);
create index session_packs_service on session_packs (service_id) where (status = 'active');

alter table session_packs add constraint session_packs_client_id_fkey
  foreign key (client_id) references clients(id);

alter table session_packs add constraint session_packs_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table session_packs add constraint session_packs_service_id_fkey
  foreign key (service_id) references services(id);

create function session_pack_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.client_id <> old.client_id or new.service_id <> old.service_id
    or new.price_cents <> old.price_cents or new.sessions <> old.sessions
    or old.status in ('failed', 'expired', 'refunded') or (old.status = 'active' and new.status = 'awaiting_payment') then
    raise exception 'session pack % goes forward only', old.id using errcode = 'check_violation', constraint = 'session_packs_steps';
  end if;
  return new;
end $$;

create trigger session_packs_steps
  before update on session_packs for each row
  execute function session_pack_goes_forward();
