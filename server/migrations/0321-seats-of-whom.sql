-- What a host had not read of hours that somebody else took meanwhile counted for ever, in a conversation that they are not shown.
update conversation_seats seat set unread = 0, waits_since = null, told_at = null
from conversations c join bookings b on b.id = c.booking_id
where seat.conversation_id = c.id and seat.side = 'host' and seat.unread > 0 and b.professional_id <> c.professional_id;

-- What a visitor wrote before they opened an account was in neither its list nor its counts.
update conversation_seats seat set account_id = client.account_id
from conversations c join bookings b on b.id = c.booking_id join clients client on client.id = b.client_id
where seat.conversation_id = c.id and seat.side = 'client' and seat.account_id is null and client.account_id is not null;
