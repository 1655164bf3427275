-- Whoever took what was offered and waits for a professional's yes may wish for the same service again, for other days. When the
-- answer is no, the first wish has no place to go back to, and the no itself failed: it ends, since its person waits already.
-- And a wish whose pause had come before a late payment goes on with one pass, as no living wish has two.
create or replace function booking_settles_its_offer() returns trigger language plpgsql as $$
declare
  wish uuid;
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
    returning wish_id into wish;
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
  else
    update waitlist_wishes set passes = passes + 1, state = case when passes = 1 then 'paused' else 'active' end,
      rests_until = moment + interval '1 hour', version = version + 1
    where id = wish and state = 'offered';
  end if;
  return null;
end $$;
