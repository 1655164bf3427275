-- What a professional sells, in full: put away instead of deleted, and never without end.

-- Put away: kept for the bookings that name it, offered to nobody.
alter table services add column archived_at timestamptz;
alter table services add constraint services_archived_rests check (archived_at is null or not active);

-- A hundred that are not put away; rules and agreements speak of no more either. Locked by their owner, so two at once are counted.
create function services_are_few() returns trigger language plpgsql as $$
begin
  perform from professionals where id = new.professional_id for no key update;
  if (select count(*) from services where professional_id = new.professional_id and archived_at is null) > 100 then
    raise exception 'professional % has a hundred services', new.professional_id
      using errcode = 'check_violation', constraint = 'services_full';
  end if;
  return null;
end $$;
create trigger services_full after insert on services for each row execute function services_are_few();
create trigger services_full_again after update of archived_at on services for each row
  when (old.archived_at is not null and new.archived_at is null) execute function services_are_few();
