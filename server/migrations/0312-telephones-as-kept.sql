-- A client's telephone was kept as it was typed: "55 1234 5678" was not found again by +525512345678, a code never went there,
-- and WhatsApp read it as a number of Brazil. From now on each is a plus and digits. Of the old ones, what can be nothing but one
-- number becomes that: with a plus as it is (a Mexican one without the 1 that is not dialled any more), without one in Mexico.
create function phone_as_kept(typed text) returns text language sql immutable as $$
  select case
    when typed ~ '[^\d\s().+-]' or typed ~ '\d\s*\+' then null
    when typed ~ '^\s*\+' and digits ~ '^521\d{10}$' then '+52' || right(digits, 10)
    when typed ~ '^\s*\+' and digits ~ '^52' then case when length(digits) = 12 then '+' || digits end
    when typed ~ '^\s*\+' and digits ~ '^[1-9]\d{6,14}$' then '+' || digits
    when typed !~ '^\s*\+' and digits ~ '^(52|521|044|045|01)?[2-9]\d{9}$' then '+52' || right(digits, 10)
  end from regexp_replace(typed, '\D', '', 'g') digits
$$;

-- Whoever serves still reads on the visit what was typed there, where it is no number that we know.
update bookings set contact = jsonb_set(contact, '{phone}', to_jsonb(phone_as_kept(contact ->> 'phone')))
  where contact ->> 'phone' <> phone_as_kept(contact ->> 'phone');
update clients set phone = coalesce(phone_as_kept(phone), '') where phone <> '';
-- A guest's own row says what they gave last.
update clients set phone = latest.phone
  from (select distinct on (client_id) client_id, contact ->> 'phone' as phone from bookings
    where contact ->> 'phone' ~ '^\+\d{7,15}$' and client_id is not null order by client_id, created_at desc) latest
  where latest.client_id = clients.id and clients.account_id is null and clients.phone <> latest.phone;
update booking_links set phone = phone_as_kept(phone) where phone <> phone_as_kept(phone);

-- A yes to messages at what is no number reached nobody, and no answer could have taken it back.
alter table whatsapp_consents drop constraint whatsapp_consents_revoked_by_check;
alter table whatsapp_consents add constraint whatsapp_consents_revoked_by_check check (revoked_by in ('page', 'answer', 'number'));
update whatsapp_consents set phone = phone_as_kept(phone) where phone <> phone_as_kept(phone);
update whatsapp_consents set revoked_at = now(), revoked_by = 'number' where revoked_at is null and phone !~ '^\+\d{7,15}$';
drop function phone_as_kept(text);

alter table clients add constraint clients_phone check (phone = '' or phone ~ '^\+\d{7,15}$');
alter table whatsapp_consents add constraint whatsapp_consents_number check (revoked_at is not null or phone ~ '^\+\d{7,15}$');
-- No check on visits: an old one may say what nobody can dial, and goes on all the same.
create function booking_contact_phone() returns trigger language plpgsql as $$
begin
  raise exception 'the telephone of the booking % is none', new.id
    using errcode = 'check_violation', constraint = 'bookings_contact_phone';
end $$;
create trigger bookings_contact_phone before insert on bookings for each row
  when (new.contact ->> 'phone' <> '' and new.contact ->> 'phone' !~ '^\+\d{7,15}$')
  execute function booking_contact_phone();
create trigger bookings_contact_phone_stands before update of contact on bookings for each row
  when (new.contact ->> 'phone' is distinct from old.contact ->> 'phone'
    and new.contact ->> 'phone' <> '' and new.contact ->> 'phone' !~ '^\+\d{7,15}$')
  execute function booking_contact_phone();

-- By the telephone of the visit: one that its client gave years ago, and that is somebody else's by now, opens no later visit.
create index bookings_by_phone on bookings ((contact ->> 'phone')) where contact is not null;
