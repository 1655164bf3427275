-- How many bookings of a house were given: who has five of them is paid sooner. Of a professional `bookings_visits` tells it.
create index bookings_of_host_given on bookings (host_id) where status in ('completed', 'closed');
