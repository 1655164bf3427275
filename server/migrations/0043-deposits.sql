-- A guarantee of hours at a space: what the rules asked for when they were rented, held on a card on arrival, let go of again
-- three days after the end, or kept in part for damage that somebody has shown (product.md §3, §4).
alter table bookings add column deposit_cents bigint,
  add constraint bookings_deposit check (deposit_cents is null or (kind = 'rent' and deposit_cents > 0));

-- Of what a card holds only so much is charged when nobody decided before the hold runs out.
alter table payments add column capture_limit_cents bigint,
  add constraint payments_capture_limit check (capture_limit_cents is null or capture_limit_cents between 1 and amount_cents);

-- The id is the reference of its payment, which is apart from that of the rent.
create table deposits (
  id uuid primary key,
  booking_id uuid not null references bookings,
  professional_id bigint not null references professionals,
  host_id bigint not null references hosts,
  amount_cents bigint not null check (amount_cents > 0),
  state text not null check (state in ('asked', 'refused', 'held', 'released', 'claimed', 'contested', 'kept', 'lost')),
  version integer not null default 1,
  asked_at timestamptz not null,
  -- Since when the bank holds it; a stay of many days has a card kept first.
  held_at timestamptz,
  claim_cents bigint,
  claim_reason text,
  claimed_at timestamptz,
  contest_by timestamptz,
  contest_text text,
  contested_at timestamptz,
  kept_cents bigint not null default 0,
  decided_at timestamptz,
  constraint deposits_once unique (booking_id, professional_id),
  constraint deposits_claim check ((claimed_at is null) = (claim_cents is null) and (claimed_at is null) = (claim_reason is null)
    and (claimed_at is null) = (contest_by is null) and (claim_cents is null or claim_cents between 1 and amount_cents)
    and (claim_reason is null or length(btrim(claim_reason)) between 1 and 1000)),
  constraint deposits_two_days check (contest_by is null or contest_by = claimed_at + interval '48 hours'),
  constraint deposits_contest check ((contested_at is null) = (contest_text is null)
    and (contest_text is null or length(btrim(contest_text)) between 1 and 1000)
    and (contested_at is null or (contested_at >= claimed_at and contested_at < contest_by))),
  constraint deposits_claimed check (state not in ('claimed', 'contested', 'kept') or claimed_at is not null),
  constraint deposits_contested check (state <> 'contested' or contested_at is not null),
  constraint deposits_kept check (kept_cents >= 0 and (kept_cents > 0) = (state = 'kept') and kept_cents <= coalesce(claim_cents, 0)),
  constraint deposits_decided check ((state in ('released', 'kept', 'lost')) = (decided_at is not null))
);
-- Two people's cards are never held for the same hours.
create unique index deposits_live on deposits (booking_id) where state in ('asked', 'held', 'claimed', 'contested');
create index deposits_open on deposits (state) where state in ('asked', 'held', 'claimed', 'contested');
create index deposits_host on deposits (host_id, asked_at);
create index deposits_professional on deposits (professional_id, asked_at);

create table deposit_moves (
  deposit_id uuid not null references deposits,
  version integer not null,
  move text not null,
  from_state text,
  to_state text not null,
  actor text not null check (actor in ('professional', 'host', 'platform')),
  actor_account_id bigint,
  reason text not null default '',
  at timestamptz not null,
  primary key (deposit_id, version)
);
create trigger deposit_moves_append_only before update or delete on deposit_moves
  for each row execute function refuse_change();

-- What is shown of it. Sent before the claim or the answer that it belongs to; unused ones are swept.
create table deposit_photos (
  id uuid primary key,
  deposit_id uuid not null references deposits,
  side text not null check (side in ('professional', 'host')),
  width integer not null,
  height integer not null,
  used boolean not null default false,
  created_at timestamptz not null
);
create index deposit_photos_of on deposit_photos (deposit_id);
create index deposit_photos_unused on deposit_photos (created_at) where not used;

-- Forward only; what was said and decided stays so.
create function deposit_moves_on() returns trigger language plpgsql as $$
declare
  rent_ends timestamptz;
begin
  -- Who leaves Kalli takes their words along, once everything is decided.
  if old.decided_at is not null and to_jsonb(old) - 'claim_reason' - 'contest_text' = to_jsonb(new) - 'claim_reason' - 'contest_text'
    and new.claim_reason in (old.claim_reason, '[borrado]') and coalesce(new.contest_text, '') in (coalesce(old.contest_text, ''), '[borrado]') then
    return new;
  end if;
  if new.version <> old.version + 1 or (old.state, new.state) not in (('asked', 'asked'), ('asked', 'held'), ('asked', 'refused'),
      ('asked', 'released'), ('refused', 'asked'), ('held', 'held'), ('held', 'refused'), ('held', 'released'), ('held', 'claimed'),
      ('claimed', 'contested'), ('claimed', 'kept'), ('claimed', 'released'), ('claimed', 'lost'), ('contested', 'kept'),
      ('contested', 'released'), ('contested', 'lost'), ('kept', 'lost'))
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
create trigger deposits_move_on before update on deposits for each row execute function deposit_moves_on();

-- Nobody keeps anything that they have not shown. Seen when the transaction ends.
create function deposit_claim_is_shown() returns trigger language plpgsql as $$
begin
  if not exists (select from deposit_photos where deposit_id = new.id and side = 'host' and used) then
    raise exception 'the claim on deposit % shows nothing', new.id
      using errcode = 'check_violation', constraint = 'deposits_shown';
  end if;
  return null;
end $$;
create constraint trigger deposits_shown after update of state on deposits
  deferrable initially deferred for each row when (new.state = 'claimed') execute function deposit_claim_is_shown();
