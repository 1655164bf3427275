-- More than $5,000 of a guarantee is proposed by one administrator and decided by another (product.md §8).
alter table deposits
  add column proposed_by bigint,
  add column upheld_by bigint,
  add constraint deposits_two_persons check (
    upheld_by is null or claim_cents <= 500000 or (proposed_by is not null and proposed_by <> upheld_by));

create or replace function deposit_moves_on() returns trigger language plpgsql as $$
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
      ('contested', 'contested'), ('contested', 'released'), ('contested', 'lost'), ('kept', 'lost'))
    -- It stays contested by a proposal alone, which is made once and stands.
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
