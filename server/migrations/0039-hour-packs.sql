-- Hours of a space bought together (product.md §6, hour packs). The money is a payment of its own, and what is left of it is
-- the balance: hours that are rented take their part of it, so there is no second count that could differ.
create table hour_packs (
  id uuid primary key,
  version integer not null default 1,
  status text not null check (status in ('awaiting_payment', 'failed', 'active', 'expired', 'refunded')),
  professional_id bigint not null references professionals,
  space_id bigint not null references spaces,
  host_id bigint not null references hosts,
  hours integer not null check (hours > 0),
  price_cents bigint not null check (price_cents > 0),
  validity_days integer not null check (validity_days > 0),
  transferable boolean not null,
  -- Commission and tax of the day it was bought.
  terms jsonb not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  valid_until timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  constraint hour_packs_paid check ((status in ('awaiting_payment', 'failed')) = (valid_until is null)
    and (valid_until is null) = (paid_at is null)),
  constraint hour_packs_ended check ((status in ('failed', 'expired', 'refunded')) = (ended_at is not null))
);
create index hour_packs_mine on hour_packs (professional_id, created_at);
create index hour_packs_space on hour_packs (space_id, professional_id) where status = 'active';
create index hour_packs_due on hour_packs (valid_until) where status = 'active';

-- What ended stays so, and versions only rise.
create function hour_pack_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.professional_id <> old.professional_id
    or new.price_cents <> old.price_cents or new.hours <> old.hours
    or old.status in ('failed', 'expired', 'refunded') or (old.status = 'active' and new.status = 'awaiting_payment') then
    raise exception 'pack % goes forward only', old.id using errcode = 'check_violation', constraint = 'hour_packs_steps';
  end if;
  return new;
end $$;
create trigger hour_packs_steps before update on hour_packs for each row execute function hour_pack_goes_forward();

-- Hours of a pack: only of the space it is for, by the one who has it, within its validity. Seen when the transaction ends.
alter table bookings add column pack_id uuid references hour_packs,
  add constraint bookings_of_pack check (pack_id is null or kind = 'rent');
create index bookings_packs on bookings (pack_id) where pack_id is not null;

create function rent_is_of_its_pack() returns trigger language plpgsql as $$
declare
  stands boolean := new.handed_from is not null;
begin
  -- What was rented before the pack ended stands, and so does what was handed over of it.
  if tg_op = 'UPDATE' then
    stands := old.pack_id is not distinct from new.pack_id;
  end if;
  if not exists (select from hour_packs pack where pack.id = new.pack_id and pack.space_id = new.space_id
    and pack.professional_id = new.paid_by and pack.valid_until >= new.ends_at
    and (stands or pack.status = 'active')) then
    raise exception 'rent % is not of pack %', new.id, new.pack_id
      using errcode = 'check_violation', constraint = 'rents_of_pack';
  end if;
  return null;
end $$;
create constraint trigger rents_of_pack after insert or update of pack_id, starts_at, ends_at on bookings
  deferrable initially deferred for each row when (new.pack_id is not null) execute function rent_is_of_its_pack();
