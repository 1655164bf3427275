-- Until which date somebody's cédula lets them give what needs one (health, nutrition, therapy; product.md §5): no hour after it is
-- offered, none is booked, and what was booked before is cancelled in time (docs/verification/licences.md). Null: without an end, or never
-- asked for. Kept by the papers themselves, so that whoever moves one keeps it right.
alter table professionals add column licensed_until date;

create function licence_follows() returns trigger language plpgsql as $$
declare
  owner bigint := coalesce(new.owner_id, old.owner_id);
  standing integer;
  until date;
begin
  select count(*), case when bool_or(valid_to is null) then null else max(valid_to) end into standing, until from documents
  where owner_kind = 'professional' and owner_id = owner and kind = 'license' and status in ('valid', 'expiring', 'expired');
  if standing = 0 then
    -- Only who had one and takes it away has none any more; who never had one was asked for it when they published.
    if tg_op = 'INSERT' or old.status not in ('valid', 'expiring', 'expired') then
      return null;
    end if;
    until := date '2000-01-01';
  end if;
  update professionals set licensed_until = until where id = owner and licensed_until is distinct from until;
  return null;
end $$;
create trigger documents_licence after insert or update on documents for each row
  when (new.owner_kind = 'professional' and new.kind = 'license') execute function licence_follows();
create trigger documents_licence_gone after delete on documents for each row
  when (old.owner_kind = 'professional' and old.kind = 'license') execute function licence_follows();

update professionals p set licensed_until = d.valid_to from documents d
where d.owner_kind = 'professional' and d.owner_id = p.id and d.kind = 'license' and d.status in ('valid', 'expiring', 'expired')
  and d.valid_to is not null;

create function booking_is_licensed() returns trigger language plpgsql as $$
begin
  if exists (select from services s join professionals p on p.id = s.professional_id
    where s.id = new.service_id and s.category in ('health', 'nutrition', 'therapy')
      and p.licensed_until < (new.starts_at at time zone p.zone)::date) then
    raise exception 'booking % lies after the licence', new.id using errcode = 'check_violation', constraint = 'bookings_licensed';
  end if;
  return new;
end $$;
create trigger bookings_licensed before insert on bookings for each row when (new.service_id is not null)
  execute function booking_is_licensed();
