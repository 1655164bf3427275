-- Who booked without an account finds their visits by the telephone that they gave.
create index clients_guest_phone on clients (phone) where account_id is null and phone <> '';
