-- What waits for money, or for somebody's yes, does not stand once one of the three is suspended: a bank that answers late, cash that
-- comes, a kept card, the other side's yes. 0260 asked only of what is new and of what goes to somebody else; the job that ends what a
-- suspended account has in the calendar would have found it confirmed, charged and told to both.
create trigger bookings_stand_of_nobody_suspended before update of status on bookings for each row
  when (new.status in ('awaiting_payment', 'requested', 'confirmed') and old.status is distinct from new.status
    and old.status in ('held', 'awaiting_payment', 'requested', 'expired'))
  execute function bookings_of_suspended();
