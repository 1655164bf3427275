-- A confirmed visit may go to another hour (product.md §4, B9): somebody proposes it, the others accept. The new time is held
-- from the first (the only holds of a booking that stands), the old one stays until everybody said yes.
create table change_proposals (
  id uuid primary key,
  booking_id uuid not null references bookings,
  proposed_by text not null check (proposed_by in ('client', 'professional', 'host')),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn', 'lapsed', 'overtaken')),
  client_acceptance text not null check (client_acceptance in ('not_needed', 'pending', 'accepted')),
  professional_acceptance text not null check (professional_acceptance in ('not_needed', 'pending', 'accepted')),
  -- From when it would go to when, and what of the booking changes with it.
  was_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  changes jsonb not null,
  note text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint change_proposals_asked check (state <> 'open' or 'pending' in (client_acceptance, professional_acceptance)),
  constraint change_proposals_agreed check (state <> 'accepted' or 'pending' not in (client_acceptance, professional_acceptance)),
  -- Twelve hours at most, and never into the last two hours of either time.
  constraint change_proposals_in_time check (expires_at > created_at and expires_at <= created_at + interval '12 hours'
    and expires_at <= was_at - interval '2 hours' and expires_at <= starts_at - interval '2 hours')
);
create unique index change_proposals_one_open on change_proposals (booking_id) where state = 'open';
create index change_proposals_due on change_proposals (expires_at) where state = 'open';

create function change_proposal_ends_once() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or (old.booking_id, old.proposed_by, old.starts_at, old.changes::text, old.expires_at) is distinct from
    (new.booking_id, new.proposed_by, new.starts_at, new.changes::text, new.expires_at) then
    raise exception 'proposal % is over', new.id using errcode = 'check_violation', constraint = 'change_proposals_once';
  end if;
  return new;
end $$;
create trigger change_proposals_once before update on change_proposals for each row execute function change_proposal_ends_once();

-- Whatever else becomes of the visit overtakes what was proposed for it, and frees the time that was held.
create function booking_overtakes_its_proposal() returns trigger language plpgsql as $$
begin
  update change_proposals set state = 'overtaken', ended_at = coalesce(new.ended_at, new.checked_in_at)
    where booking_id = new.id and state = 'open';
  if found then
    delete from claims where booking_id = new.id and state = 'hold';
  end if;
  return null;
end $$;
create trigger bookings_overtake_proposals after update on bookings for each row
  when (old.status = 'confirmed' and (new.status <> 'confirmed' or new.unit_id is distinct from old.unit_id or new.starts_at <> old.starts_at))
  execute function booking_overtakes_its_proposal();
