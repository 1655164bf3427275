-- Of what a client pays at the place, the professional states what she already has, and how each part was paid: a deposit of a link may
-- be paid by transfer and the rest in cash. So far the deposit took the way of the rest.
alter table bookings
  add column in_place_taken_cents bigint not null default 0,
  add column in_place_link_cents bigint not null default 0,
  add column in_place_link_method text,
  add constraint bookings_in_place_parts check (
    in_place_taken_cents between in_place_link_cents and in_place_cents
    and in_place_link_cents >= 0 and (in_place_link_cents = 0 or in_place_link_cents < in_place_cents)
    and (in_place_link_cents > 0) = (in_place_link_method is not null)
    and (in_place_link_method is null or in_place_link_method in ('cash', 'transfer', 'terminal')));
comment on column bookings.in_place_taken_cents is 'Of in_place_cents, what the professional says that she already has.';
comment on column bookings.in_place_link_cents is
  'Of in_place_cents, what a link requested and the client paid at the place instead, by in_place_link_method; the rest is by in_place_method.';
comment on constraint bookings_in_place_parts on bookings is
  'more money received at the place than is paid there, or a part of it without how it was paid';
