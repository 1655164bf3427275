-- The last day of a cédula is a date of the place at which the visit is, as hours are offered by (docs/verification/licences.md): it was
-- counted by the professional's clock here, by a mixture of both where hours are offered.
create or replace function booking_is_licensed() returns trigger language plpgsql as $$
begin
  if exists (select from services s join professionals p on p.id = s.professional_id
    where s.id = new.service_id and s.category in ('health', 'nutrition', 'therapy')
      and p.licensed_until < (new.starts_at at time zone new.zone)::date) then
    raise exception 'booking % lies after the licence', new.id using errcode = 'check_violation', constraint = 'bookings_licensed';
  end if;
  return new;
end $$;
