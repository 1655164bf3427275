-- An appointment of the professional's own agenda of which all or a deposit is paid by a link that she sends.
alter table bookings add column link_cents bigint not null default 0;
alter table bookings add constraint bookings_link check (
  link_cents >= 0 and link_cents <= total_cents
  and (link_cents = 0 or source = 'own_agenda' and kind = 'visit' and upfront_cents is not null));
comment on constraint bookings_link on bookings is
  'a payment link above the price, or of what is no appointment of the professional’s own agenda';
comment on column bookings.link_cents is
  'Of the price, what is requested by a link that the professional sends; zero: nothing. What is still open of it is balance_cents.';

-- A link that is shown or copied, not sent to a telephone.
alter table short_links drop constraint short_links_number;
alter table short_links add constraint short_links_number check (to_phone = '' or to_phone ~ '^\+\d{7,15}$');

-- It is sent once a day at most.
alter table bookings add column link_sent_on date;
comment on column bookings.link_sent_on is 'The last date (UTC) on which the client got the link to pay by.';

-- By a link the difference to a dearer hour is paid once more: one attempt at a time, each for all that is open.
drop index booking_balances_once;
create unique index booking_balances_once on booking_balances (booking_id) where state = 'asked';
comment on index booking_balances_once is 'With bookings_upfront.';
create or replace function booking_balance_of_visit() returns trigger language plpgsql as $$
begin
  -- Locked, so that of two attempts the later one sees what the earlier one paid.
  perform from bookings where id = new.booking_id for no key update;
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and balance_cents = new.amount_cents
    and status in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')) then
    raise exception 'booking % owes no such balance', new.booking_id
      using errcode = 'check_violation', constraint = 'booking_balances_of_visit';
  end if;
  return new;
end $$;

create index bookings_link_open on bookings (starts_at)
  where link_cents > 0 and balance_cents > 0 and status = 'confirmed' and link_sent_on is null;
