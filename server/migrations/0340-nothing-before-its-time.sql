-- Nobody leaves before the hour began, and a visit is completed by its client or by time (product.md §0, Completion).
create function booking_leaves_in_time() returns trigger language plpgsql as $$
begin
  if new.checked_out_at < new.starts_at then
    raise exception 'left before it began' using errcode = 'check_violation', constraint = 'bookings_left_in_time';
  end if;
  return new;
end $$;
create trigger bookings_left_in_time before update of status on bookings for each row
  when (new.status = 'to_settle' and old.status <> 'to_settle') execute function booking_leaves_in_time();

create function booking_move_completes() returns trigger language plpgsql as $$
begin
  if exists (select from bookings where id = new.booking_id and kind = 'visit') then
    raise exception 'the client or time completes a visit'
      using errcode = 'check_violation', constraint = 'booking_moves_completed_by';
  end if;
  return new;
end $$;
create trigger booking_moves_completed_by before insert on booking_moves for each row
  when (new.move = 'complete' and new.actor = 'professional') execute function booking_move_completes();
