-- While a request waits, its professional may propose another hour (product.md §5): both times are held, and the word is the client's until
-- the proposal is over. Then what was left to answer is left again.
alter table change_proposals
  add column was_respond_by timestamptz,
  -- Who serves asks who comes, and that never costs more.
  add constraint change_proposals_of_request check (was_respond_by is null or (proposed_by = 'professional' and not alone and pay_cents = 0
    and fee_cents = 0 and difference_cents <= 0 and client_acceptance <> 'not_needed' and was_respond_by > created_at)) not valid;
alter table change_proposals validate constraint change_proposals_of_request;
comment on column change_proposals.was_respond_by is
  'Of what was only asked for then: until when its professional was to answer when they proposed another hour.';

-- Nobody waits for ever, however often another hour is proposed.
alter table bookings add constraint bookings_respond_whole check (respond_by is null or respond_by <= requested_at + interval '36 hours') not valid;
alter table bookings validate constraint bookings_respond_whole;

create or replace function change_proposal_ends_once() returns trigger language plpgsql as $$
begin
  if old.state not in ('open', 'paying') or (old.state = 'open' and new.state = 'paying')
    or (old.booking_id, old.proposed_by, old.starts_at, old.changes::text, old.expires_at, old.alone, old.difference_cents,
      old.fee_cents, old.pay_cents, old.was_respond_by) is distinct from
    (new.booking_id, new.proposed_by, new.starts_at, new.changes::text, new.expires_at, new.alone, new.difference_cents,
      new.fee_cents, new.pay_cents, new.was_respond_by) then
    raise exception 'proposal % is over', new.id using errcode = 'check_violation', constraint = 'change_proposals_once';
  end if;
  return new;
end $$;

-- Whatever else becomes of the request overtakes the proposal too; but nobody missed an answer while it was the client's turn.
create or replace function booking_overtakes_its_proposal() returns trigger language plpgsql as $$
begin
  if old.status = 'requested' and new.status = 'expired' and exists (select from change_proposals
      where booking_id = new.id and state = 'open' and expires_at > new.ended_at) then
    raise exception 'the client of request % has the word', new.id
      using errcode = 'check_violation', constraint = 'change_proposals_have_the_word';
  end if;
  update change_proposals set state = 'overtaken', ended_at = coalesce(new.ended_at,
      case when old.status = 'requested' then new.confirmed_at else new.checked_in_at end)
    where booking_id = new.id and state in ('open', 'paying');
  if found then
    delete from claims where booking_id = new.id and state = 'hold';
  end if;
  return null;
end $$;
drop trigger bookings_overtake_proposals on bookings;
create trigger bookings_overtake_proposals after update on bookings for each row
  when (old.status in ('requested', 'confirmed')
    and (new.status <> old.status or new.unit_id is distinct from old.unit_id or new.starts_at <> old.starts_at))
  execute function booking_overtakes_its_proposal();

-- A request that goes to another hour counts there, as what stands does.
drop trigger bookings_again_within_agreement on bookings;
create trigger bookings_again_within_agreement before update of status, starts_at on bookings for each row
  when (new.agreement_id is not null and (new.status in ('held', 'confirmed') and (old.status = 'expired' or old.starts_at <> new.starts_at)
    or new.status = 'requested' and old.status = 'requested' and old.starts_at <> new.starts_at))
  execute function agreement_allows_booking();
drop trigger bookings_again_within_day on bookings;
create trigger bookings_again_within_day after update of starts_at on bookings for each row
  when (new.service_id is not null and new.status in ('held', 'requested', 'confirmed')
    and (new.starts_at at time zone new.zone)::date <> (old.starts_at at time zone old.zone)::date)
  execute function booking_within_day();
create or replace function booking_segments_stand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from bookings where id = old.booking_id and status = 'held') then
    return old;
  end if;
  if tg_op = 'UPDATE' and exists (select from bookings where id = old.booking_id and status in ('requested', 'confirmed'))
    and (old.booking_id, old.position, old.service_id, old.name, old.minutes)
      = (new.booking_id, new.position, new.service_id, new.name, new.minutes) then
    return new;
  end if;
  raise exception 'the services of visit % stand', old.booking_id
    using errcode = 'check_violation', constraint = 'booking_segments_stand';
end $$;
