-- A new picture of somebody's work asks for consent again: professional/portfolio.ts takes the old one back. A dispute names its host
-- where it is opened (booking/settlement/dispute.ts). Here the opposite is refused.
drop trigger portfolio_new_picture on portfolio_items;
drop function portfolio_asks_again();

create function portfolio_asks_again() returns trigger language plpgsql as $$
begin
  raise exception 'nobody consented to the new picture of %', new.id
    using errcode = 'check_violation', constraint = 'portfolio_new_picture';
end $$;
create trigger portfolio_new_picture before update of before_picture, after_picture on portfolio_items
  for each row when (new.consent is not null and (old.after_picture is distinct from new.after_picture
    or new.before_picture is not null and old.before_picture is distinct from new.before_picture))
  execute function portfolio_asks_again();

create or replace function dispute_names_its_host() returns trigger language plpgsql as $$
begin
  if new.host_id is distinct from (select host_id from bookings
      where id = new.booking_id and 'host' in (new.opened_by, new.respondent)) then
    raise exception 'dispute % names another host', new.id using errcode = 'check_violation', constraint = 'disputes_host';
  end if;
  return new;
end $$;
