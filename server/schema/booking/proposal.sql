-- A confirmed visit may move to another hour (product.md §4, B9): one party proposes it, the others accept. The new time is held
-- from the proposal on (the only holds of a confirmed booking); the old one is retained until all have accepted.
create table change_proposals (
  id uuid not null,
  booking_id uuid not null,
  proposed_by text not null,
  state text default 'open' not null,
  client_acceptance text not null,
  professional_acceptance text not null,
  -- The hours before and after, and the changes of the booking's columns.
  was_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  changes jsonb not null,
  note text default '' not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  host_acceptance text default 'not_needed' not null,
  -- The client moves the visit alone: no other party has to accept.
  alone boolean default false not null,
  -- The difference in price at the new hour, the policy's fee, and the part of both that a card of its own pays.
  difference_cents bigint default 0 not null,
  fee_cents bigint default 0 not null,
  pay_cents bigint default 0 not null,
  -- While a request waits, its professional may propose another hour (product.md §5): both times are held, and the client must answer
  -- first. After the proposal the rest of the request's time to answer continues.
  was_respond_by timestamptz,
  constraint change_proposals_pkey primary key (id),
  constraint change_proposals_agreed check ((state <> 'accepted') or ((('pending' <> client_acceptance) and ('pending' <> professional_acceptance)) and ('pending' <> host_acceptance))),
  constraint change_proposals_alone check ((not alone) or ((proposed_by = 'client') and (state <> 'open'))),
  constraint change_proposals_respondents check ((state <> 'open') or ((('pending' = client_acceptance) or ('pending' = professional_acceptance)) or ('pending' = host_acceptance))),
  constraint change_proposals_client_acceptance_check check (client_acceptance in ('not_needed', 'pending', 'accepted')),
  constraint change_proposals_fee_cents_check check (fee_cents >= 0),
  constraint change_proposals_host_acceptance_check check (host_acceptance in ('not_needed', 'pending', 'accepted')),
  -- Twelve hours at most, and never into the last two hours before either time; a client who moves the visit alone has until the
  -- earlier of the two.
  constraint change_proposals_in_time check (((expires_at > created_at) and (expires_at <= (created_at + '12:00:00'::interval)) and (expires_at <= (was_at -
case
    when alone then '00:00:00'::interval
    else '02:00:00'::interval
end)) and (expires_at <= (starts_at -
case
    when alone then '00:00:00'::interval
    else '02:00:00'::interval
end)))),
  -- A party does not answer its own proposal.
  constraint change_proposals_of_another check ((proposed_by <> 'host') or (host_acceptance = 'not_needed')),
  -- The professional or host proposes, the client accepts, and the price never rises.
  constraint change_proposals_of_request check ((was_respond_by is null) or ((proposed_by = 'professional') and (not alone) and (pay_cents = 0) and (fee_cents = 0) and (difference_cents <= 0) and (client_acceptance <> 'not_needed') and (was_respond_by > created_at))),
  constraint change_proposals_pay_cents_check check (pay_cents >= 0),
  constraint change_proposals_paying check ((state <> 'paying') or (pay_cents > 0)),
  constraint change_proposals_professional_acceptance_check check (professional_acceptance in ('not_needed', 'pending', 'accepted')),
  constraint change_proposals_proposed_by_check check (proposed_by in ('client', 'professional', 'host')),
  constraint change_proposals_state_check check (state in ('paying', 'open', 'accepted', 'declined', 'withdrawn', 'lapsed', 'overtaken'))
);
comment on table change_proposals is 'Another hour, offered to the other party.';
comment on column change_proposals.was_respond_by is 'For a proposal to a request: the professional''s deadline when they proposed another hour.';
comment on constraint change_proposals_of_request on change_proposals is
  'With change_proposals_answered_first.';
comment on constraint change_proposals_respondents on change_proposals is
  'With change_proposals_one_living.';
comment on constraint change_proposals_in_time on change_proposals is
  'With change_proposals_one_living.';
comment on constraint change_proposals_of_another on change_proposals is
  'With change_proposals_one_living.';

create index change_proposals_being_paid on change_proposals (created_at) where (state = 'paying');
create index change_proposals_due on change_proposals (expires_at) where (state = 'open');
create index change_proposals_of_booking on change_proposals (booking_id);
create unique index change_proposals_one_living on change_proposals (booking_id) where state in ('open', 'paying');
comment on index change_proposals_one_living is
  'two open proposals of one visit or rent; a proposal without a party who must answer, open in the last two hours, ended twice, or answered by the party who made it';
-- The result of a change's own charge is looked up every minute: the index covers only changes that have one, not all changes
-- ever proposed.
create index change_proposals_paid on change_proposals (created_at) where (pay_cents > 0);

alter table change_proposals add constraint change_proposals_booking_id_fkey
  foreign key (booking_id) references bookings(id);

create function change_proposal_ends_once() returns trigger language plpgsql as $$
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

create function request_awaits_its_client() returns trigger language plpgsql as $$
begin
  if exists (select from change_proposals
      where booking_id = new.id and state = 'open' and expires_at > new.ended_at) then
    raise exception 'the client of request % answers first', new.id
      using errcode = 'check_violation', constraint = 'change_proposals_answered_first';
  end if;
  return null;
end $$;

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

create constraint trigger bookings_overtake_proposals
  after update on bookings deferrable initially deferred for each row when (((old.status = any (array['requested', 'confirmed'])) and ((new.status <> old.status) or (new.unit_id is distinct from old.unit_id) or (new.starts_at <> old.starts_at) or ((new.kind = 'rent') and ((new.ends_at <> old.ends_at) or (new.professional_id <> old.professional_id))))))
  execute function booking_ends_its_proposal();
comment on trigger bookings_overtake_proposals on bookings is
  'time held for a proposal after another move has ended it';

create trigger change_proposals_answered_first
  after update of status on bookings for each row when (((old.status = 'requested') and (new.status = 'expired')))
  execute function request_awaits_its_client();
comment on trigger change_proposals_answered_first on bookings is
  'a request that counts as unanswered while its client has a proposal to answer, or that waits longer than 36 hours; a proposal for a request that its professional did not make, or that costs more';

create trigger change_proposals_once
  before update on change_proposals for each row when (((new.note <> '') or ((to_jsonb(new.*) - 'note') is distinct from (to_jsonb(old.*) - 'note'))))
  execute function change_proposal_ends_once();
comment on trigger change_proposals_once on change_proposals is
  'With change_proposals_one_living.';
