-- The id is the reference of its payment, which is separate from that of the rent.
create table deposits (
  id uuid not null,
  booking_id uuid not null,
  professional_id bigint not null,
  host_id bigint not null,
  amount_cents bigint not null,
  state text not null,
  version integer default 1 not null,
  requested_at timestamptz not null,
  -- When the bank's hold on the card began; for a stay of many days the card is saved first.
  held_at timestamptz,
  claim_cents bigint,
  claim_reason text,
  claimed_at timestamptz,
  contest_by timestamptz,
  contest_text text,
  contested_at timestamptz,
  retained_cents bigint default 0 not null,
  decided_at timestamptz,
  -- More than $5,000 of a guarantee is proposed by one administrator and decided by another (product.md §8).
  proposed_by bigint,
  upheld_by bigint,
  constraint deposits_pkey primary key (id),
  constraint deposits_once unique (booking_id, professional_id),
  constraint deposits_amount_cents_check check (amount_cents > 0),
  constraint deposits_claim check (((claimed_at is null) = (claim_cents is null)) and ((claimed_at is null) = (claim_reason is null)) and ((claimed_at is null) = (contest_by is null)) and ((claim_cents is null) or ((claim_cents >= 1) and (claim_cents <= amount_cents))) and ((claim_reason is null) or ((length(btrim(claim_reason)) >= 1) and (length(btrim(claim_reason)) <= 1000)))),
  constraint deposits_claimed check (state not in ('claimed', 'contested', 'kept') or (claimed_at is not null)),
  constraint deposits_contest check (((contested_at is null) = (contest_text is null)) and ((contest_text is null) or ((length(btrim(contest_text)) >= 1) and (length(btrim(contest_text)) <= 1000))) and ((contested_at is null) or ((contested_at >= claimed_at) and (contested_at < contest_by)))),
  constraint deposits_contested check ((state <> 'contested') or (contested_at is not null)),
  constraint deposits_decided check (state in ('released', 'kept', 'lost') = (decided_at is not null)),
  constraint deposits_retained check ((retained_cents >= 0) and ((retained_cents > 0) = (state = 'kept')) and (retained_cents <= coalesce(claim_cents, (0)::bigint))),
  constraint deposits_state_check check (state in ('asked', 'refused', 'held', 'released', 'claimed', 'contested', 'kept', 'lost')),
  constraint deposits_two_days check ((contest_by is null) or (contest_by = (claimed_at + '48:00:00'::interval))),
  constraint deposits_two_persons check ((upheld_by is null) or (claim_cents <= 500000) or ((proposed_by is not null) and (proposed_by <> upheld_by)))
);
comment on table deposits is 'Cards authorised against damage.';
comment on constraint deposits_claim on deposits is
  'With deposits_shown.';
comment on constraint deposits_contest on deposits is
  'With deposits_shown.';
comment on constraint deposits_retained on deposits is
  'With deposits_shown.';

create table deposit_moves (
  deposit_id uuid not null,
  version integer not null,
  move text not null,
  from_state text,
  to_state text not null,
  actor text not null,
  actor_account_id bigint,
  reason text default '' not null,
  at timestamptz not null,
  constraint deposit_moves_pkey primary key (deposit_id, version),
  constraint deposit_moves_actor_check check (actor in ('professional', 'host', 'platform'))
);
comment on table deposit_moves is 'Transitions of deposits.';

-- Photos of a deposit, uploaded before the claim or the answer that they belong to; unused ones are deleted.
create table deposit_photos (
  id uuid not null,
  deposit_id uuid not null,
  side text not null,
  width integer not null,
  height integer not null,
  used boolean default false not null,
  created_at timestamptz not null,
  constraint deposit_photos_pkey primary key (id),
  constraint deposit_photos_side_check check (side in ('professional', 'host'))
);
comment on table deposit_photos is 'Photos of damage.';

create index deposit_photos_of on deposit_photos (deposit_id);
create index deposit_photos_unused on deposit_photos (created_at) where (not used);
create index deposits_host on deposits (host_id, requested_at);
-- The cards of two professionals are never held for the same hours.
create unique index deposits_live on deposits (booking_id) where state in ('asked', 'held', 'claimed', 'contested');
comment on index deposits_live is
  'With deposits_shown.';
create index deposits_open on deposits (state) where state in ('asked', 'held', 'claimed', 'contested');
create index deposits_professional on deposits (professional_id, requested_at);

alter table deposits add constraint deposits_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table deposits add constraint deposits_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table deposits add constraint deposits_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table deposit_moves add constraint deposit_moves_deposit_id_fkey
  foreign key (deposit_id) references deposits(id);

alter table deposit_photos add constraint deposit_photos_deposit_id_fkey
  foreign key (deposit_id) references deposits(id);

-- States only move forward, and statements and decisions cannot be changed.
create function deposit_moves_on() returns trigger language plpgsql as $$
declare
  rent_ends timestamptz;
begin
  -- Erasing an account removes its texts once everything is decided.
  if old.decided_at is not null and to_jsonb(old) - 'claim_reason' - 'contest_text' = to_jsonb(new) - 'claim_reason' - 'contest_text'
    and new.claim_reason in (old.claim_reason, '[borrado]') and coalesce(new.contest_text, '') in (coalesce(old.contest_text, ''), '[borrado]') then
    return new;
  end if;
  if new.version <> old.version + 1 or (old.state, new.state) not in (('asked', 'asked'), ('asked', 'held'), ('asked', 'refused'),
      ('asked', 'released'), ('refused', 'asked'), ('held', 'held'), ('held', 'refused'), ('held', 'released'), ('held', 'claimed'),
      ('claimed', 'contested'), ('claimed', 'kept'), ('claimed', 'released'), ('claimed', 'lost'), ('contested', 'kept'),
      ('contested', 'contested'), ('contested', 'released'), ('contested', 'lost'), ('kept', 'lost'))
    -- It stays contested only when a resolution is proposed, which happens once and cannot be changed.
    or ((old.state, new.state) = ('contested', 'contested')) <> (old.proposed_by is null and new.proposed_by is not null)
    or old.proposed_by is not null and new.proposed_by is distinct from old.proposed_by
    or (old.booking_id, old.professional_id, old.host_id, old.amount_cents) is distinct from
      (new.booking_id, new.professional_id, new.host_id, new.amount_cents)
    or (old.claimed_at is not null and (old.claimed_at, old.claim_cents, old.claim_reason, old.contest_by) is distinct from
      (new.claimed_at, new.claim_cents, new.claim_reason, new.contest_by))
    or (old.contested_at is not null and (old.contested_at, old.contest_text) is distinct from (new.contested_at, new.contest_text)) then
    raise exception 'the deposit % cannot go from % to %', new.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'deposits_move_on';
  end if;
  if old.state = 'held' and new.state = 'claimed' then
    select ends_at into rent_ends from bookings where id = new.booking_id;
    if new.claimed_at > rent_ends + interval '72 hours' then
      raise exception 'the deposit % is claimed too late', new.id
        using errcode = 'check_violation', constraint = 'deposits_claimed_in_time';
    end if;
  end if;
  return new;
end $$;

-- A claim on a deposit requires evidence. Checked when the transaction ends.
create function deposit_claim_is_shown() returns trigger language plpgsql as $$
begin
  if not exists (select from deposit_photos where deposit_id = new.id and side = 'host' and used) then
    raise exception 'the claim on deposit % shows nothing', new.id
      using errcode = 'check_violation', constraint = 'deposits_shown';
  end if;
  return null;
end $$;

create trigger deposit_moves_append_only
  before delete or update on deposit_moves for each row
  execute function only_reason_may_leave();
comment on trigger deposit_moves_append_only on deposit_moves is
  'With agreement_moves_append_only.';

create trigger deposits_move_on
  before update on deposits for each row
  execute function deposit_moves_on();
comment on trigger deposits_move_on on deposits is
  'With deposits_shown.';

create constraint trigger deposits_shown
  after update of state on deposits deferrable initially deferred for each row when ((new.state = 'claimed'))
  execute function deposit_claim_is_shown();
comment on trigger deposits_shown on deposits is
  'a deposit claimed without a photo, later than three days after the end, or above the authorised amount; an answer after the deadline; a deposit captured without a claim; two cards authorised for the same hours';
