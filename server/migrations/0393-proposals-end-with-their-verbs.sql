-- As in 0392: the verb that moves a booking, or begins a rescue of it, ends the proposal of another hour.

drop trigger bookings_overtake_proposals on bookings;
drop trigger rents_overtake_proposals on bookings;
drop trigger rescues_overtake_proposals on rescues;
drop function booking_overtakes_its_proposal();
drop function rescue_overtakes_a_proposal();

create function proposal_has_the_word() returns trigger language plpgsql as $$
begin
  if exists (select from change_proposals
      where booking_id = new.id and state = 'open' and expires_at > new.ended_at) then
    raise exception 'the client of request % has the word', new.id
      using errcode = 'check_violation', constraint = 'change_proposals_have_the_word';
  end if;
  return null;
end $$;
create trigger change_proposals_have_the_word after update of status on bookings
  for each row when (old.status = 'requested' and new.status = 'expired') execute function proposal_has_the_word();

create function booking_ends_its_proposal() returns trigger language plpgsql as $$
begin
  if exists (select from change_proposals proposal join bookings booking on booking.id = proposal.booking_id
      where proposal.booking_id = new.id and proposal.state in ('open', 'paying')
        and (booking.status <> old.status or booking.starts_at <> proposal.was_at
          or booking.unit_id is distinct from old.unit_id or booking.ends_at <> old.ends_at
          or booking.professional_id <> old.professional_id)) then
    raise exception 'booking % moved and a proposal to move it is open', new.id
      using errcode = 'check_violation', constraint = 'bookings_overtake_proposals';
  end if;
  return null;
end $$;
create constraint trigger bookings_overtake_proposals after update on bookings deferrable initially deferred
  for each row when (old.status in ('requested', 'confirmed') and (new.status <> old.status
    or new.unit_id is distinct from old.unit_id or new.starts_at <> old.starts_at
    or new.kind = 'rent' and (new.ends_at <> old.ends_at or new.professional_id <> old.professional_id)))
  execute function booking_ends_its_proposal();

create function rescue_has_no_proposal() returns trigger language plpgsql as $$
begin
  if exists (select from change_proposals proposal join rescues rescue on rescue.booking_id = proposal.booking_id
      where rescue.id = new.id and rescue.state = 'open' and proposal.state in ('open', 'paying')) then
    raise exception 'booking % is asked about twice', new.booking_id
      using errcode = 'check_violation', constraint = 'rescues_overtake_proposals';
  end if;
  return null;
end $$;
create constraint trigger rescues_overtake_proposals after insert on rescues deferrable initially deferred
  for each row execute function rescue_has_no_proposal();
