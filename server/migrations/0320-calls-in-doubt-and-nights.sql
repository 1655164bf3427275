-- Whether a call of this try may have been taken of which nobody knows. It stands before each call and is taken back only by
-- a provider's word that it did not take it: how often a message was tried says nothing of the last time.
alter table deliveries add column in_doubt boolean not null default true;

alter table waitlist_offers
  -- Made while its person sleeps, since the hour would have been gone in the morning: who sleeps through it has not let it pass.
  add column at_night boolean not null default false;
-- When its person wakes, of a wish for which something opened at night: they are looked at first then.
alter table waitlist_wishes add column wakes_at timestamptz;

create or replace function booking_settles_its_offer() returns trigger language plpgsql as $$
declare
  wish uuid;
  asleep boolean;
  outcome text;
  moment timestamptz := coalesce(new.ended_at, new.confirmed_at, new.requested_at, clock_timestamp());
begin
  if new.status in ('requested', 'confirmed') then
    outcome := 'taken';
  elsif old.status = 'requested' then
    outcome := 'refused';
  else
    select case link.answer when 'declined' then 'passed' when 'countered' then 'countered' else 'lapsed' end into outcome
      from booking_links link where link.booking_id = new.id and link.kind = 'waitlist';
  end if;
  update waitlist_offers set state = outcome, ended_at = moment
    where booking_id = new.id and state <> outcome
      and (state = 'open' or state = 'taken' and outcome = 'refused' or state = 'lapsed' and outcome = 'taken')
    returning wish_id, at_night into wish, asleep;
  if wish is null then return null; end if;
  if outcome = 'taken' then
    update waitlist_wishes set state = 'taken', ended_at = moment, version = version + 1
      where id = wish and state in ('active', 'offered', 'paused');
  elsif outcome in ('countered', 'refused') then
    begin
      update waitlist_wishes set state = 'active', ended_at = null, passes = least(passes, 1), version = version + 1
        where id = wish and (state = 'offered' or state = 'taken' and email is not null);
    exception when unique_violation then
      update waitlist_wishes set state = 'withdrawn', ended_at = moment, email = null, last_name = '', version = version + 1
        where id = wish;
    end;
  elsif outcome = 'lapsed' and asleep then
    -- Not woken again for the next of that night either: they rest as after a pass, which it is not.
    update waitlist_wishes set state = 'active', rests_until = moment + interval '1 hour', version = version + 1
      where id = wish and state = 'offered';
  else
    update waitlist_wishes set passes = passes + 1, state = case when passes = 1 then 'paused' else 'active' end,
      rests_until = moment + interval '1 hour', version = version + 1
    where id = wish and state = 'offered';
  end if;
  return null;
end $$;
