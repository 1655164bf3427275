-- A professional is no client of her own: not by her account, her e-mail or her telephone (issue 26 §3.2). Two telephones are the same
-- when their last ten digits are, whatever prefix they were typed with.
create function last_ten_digits(phone text) returns text language sql immutable parallel safe as $$
  select right(regexp_replace(phone, '\D', '', 'g'), 10)
$$;

create function is_own_booking(professional bigint, client bigint, contact jsonb) returns boolean language sql stable as $$
  select exists (
    select from professionals p join accounts a on a.id = p.account_id left join clients c on c.id = client
    where p.id = professional and (
      c.account_id = a.id
      or lower(contact ->> 'email') = lower(a.email)
      or (length(last_ten_digits(a.phone)) = 10 and last_ten_digits(contact ->> 'phone') = last_ten_digits(a.phone))))
$$;

create function booking_has_its_own_client() returns trigger language plpgsql as $$
begin
  if is_own_booking(new.professional_id, new.client_id, new.contact) then
    raise exception 'a professional is no client of her own'
      using errcode = 'check_violation', constraint = 'bookings_own_client';
  end if;
  return new;
end $$;
create trigger bookings_own_client_new before insert on bookings for each row
  when (new.kind = 'visit' and (new.client_id is not null or new.contact is not null))
  execute function booking_has_its_own_client();
-- Not when a client is forgotten: then only the contact goes.
create trigger bookings_own_client before update of client_id, contact on bookings for each row
  when (new.kind = 'visit' and new.status in ('held', 'awaiting_payment', 'requested', 'confirmed')
    and (new.client_id is distinct from old.client_id and new.client_id is not null
      or new.contact is distinct from old.contact and new.contact is not null))
  execute function booking_has_its_own_client();
