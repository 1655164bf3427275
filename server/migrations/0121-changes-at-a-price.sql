-- Another hour may cost another price, and the third change of a client a fee (product.md §4, B9). What a card still has to pay is held
-- before anything moves: until then the change is being paid, and its new time is held like that of a proposal.
alter table change_proposals
  drop constraint change_proposals_state_check,
  drop constraint change_proposals_in_time,
  -- The client alone: nobody else is asked.
  add column alone boolean not null default false,
  -- What the visit costs more (or less) at the new hour, what of the policy's fee comes beside it, and what a card of its own pays of both.
  add column difference_cents bigint not null default 0,
  add column fee_cents bigint not null default 0 check (fee_cents >= 0),
  add column pay_cents bigint not null default 0 check (pay_cents >= 0),
  add constraint change_proposals_state_check
    check (state in ('paying', 'open', 'accepted', 'declined', 'withdrawn', 'lapsed', 'overtaken')) not valid,
  add constraint change_proposals_paying check (state <> 'paying' or pay_cents > 0) not valid,
  add constraint change_proposals_alone check (not alone or (proposed_by = 'client' and state <> 'open')) not valid,
  -- Twelve hours at most, and never into the last two hours of either time; whoever is asked by nobody has until the nearer of them.
  add constraint change_proposals_in_time check (expires_at > created_at and expires_at <= created_at + interval '12 hours'
    and expires_at <= was_at - case when alone then interval '0' else interval '2 hours' end
    and expires_at <= starts_at - case when alone then interval '0' else interval '2 hours' end) not valid;
alter table change_proposals validate constraint change_proposals_state_check;
alter table change_proposals validate constraint change_proposals_paying;
alter table change_proposals validate constraint change_proposals_alone;
alter table change_proposals validate constraint change_proposals_in_time;

create unique index change_proposals_one_living on change_proposals (booking_id) where state in ('open', 'paying');
drop index change_proposals_one_open;
create index change_proposals_being_paid on change_proposals (created_at) where state = 'paying';
create index change_proposals_of_booking on change_proposals (booking_id);

create or replace function change_proposal_ends_once() returns trigger language plpgsql as $$
begin
  if old.state not in ('open', 'paying') or (old.state = 'open' and new.state = 'paying')
    or (old.booking_id, old.proposed_by, old.starts_at, old.changes::text, old.expires_at, old.alone, old.difference_cents,
      old.fee_cents, old.pay_cents) is distinct from
    (new.booking_id, new.proposed_by, new.starts_at, new.changes::text, new.expires_at, new.alone, new.difference_cents,
      new.fee_cents, new.pay_cents) then
    raise exception 'proposal % is over', new.id using errcode = 'check_violation', constraint = 'change_proposals_once';
  end if;
  return new;
end $$;

create or replace function booking_overtakes_its_proposal() returns trigger language plpgsql as $$
begin
  update change_proposals set state = 'overtaken', ended_at = coalesce(new.ended_at, new.checked_in_at)
    where booking_id = new.id and state in ('open', 'paying');
  if found then
    delete from claims where booking_id = new.id and state = 'hold';
  end if;
  return null;
end $$;

create or replace function rescue_overtakes_a_proposal() returns trigger language plpgsql as $$
begin
  update change_proposals set state = 'overtaken', ended_at = new.created_at
    where booking_id = new.booking_id and state in ('open', 'paying');
  return null;
end $$;

-- What the client's own changes cost from the third on, and what of it is rent for the hours that were left.
alter table bookings
  add column move_fee_cents bigint not null default 0,
  add column move_fee_rent_cents bigint not null default 0,
  add constraint bookings_move_fee check (move_fee_cents >= 0 and move_fee_rent_cents between 0 and move_fee_cents / 2) not valid;
alter table bookings validate constraint bookings_move_fee;

-- A charge of its own that joins what was paid before: from the moment the visit moves it is coming, then it is in.
alter table payments
  add column adds_to uuid references payments,
  add column added_cents bigint not null default 0 check (added_cents >= 0),
  add column coming_cents bigint not null default 0 check (coming_cents >= 0),
  drop constraint payments_given_back,
  add constraint payments_given_back
    check (given_back_cents <= captured_cents - returned_cents - moved_cents + added_cents) not valid,
  add constraint payments_settled_whole check (settled_at is null or coming_cents = 0) not valid;
alter table payments validate constraint payments_given_back;
alter table payments validate constraint payments_settled_whole;
create index payments_added on payments (adds_to) where adds_to is not null;

-- A visit of several services at another hour has the prices of that hour; what it is made of stands.
create or replace function booking_segments_stand() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from bookings where id = old.booking_id and status = 'held') then
    return old;
  end if;
  if tg_op = 'UPDATE' and exists (select from bookings where id = old.booking_id and status = 'confirmed')
    and (old.booking_id, old.position, old.service_id, old.name, old.minutes)
      = (new.booking_id, new.position, new.service_id, new.name, new.minutes) then
    return new;
  end if;
  raise exception 'the services of visit % stand', old.booking_id
    using errcode = 'check_violation', constraint = 'booking_segments_stand';
end $$;
create constraint trigger booking_segments_priced after update on booking_segments
  deferrable initially deferred for each row execute function booking_segments_whole();
