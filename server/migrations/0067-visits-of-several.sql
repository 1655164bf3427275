-- A visit of several services, one after the other: what each is called, lasts and costs at the hour in which it begins, as it
-- was when the time was held. A visit of one service needs none: the booking itself says it.
create table booking_segments (
  booking_id uuid not null references bookings,
  position smallint not null check (position between 1 and 5),
  service_id bigint not null references services,
  name text not null,
  minutes integer not null check (minutes > 0),
  price_cents bigint not null check (price_cents >= 0),
  primary key (booking_id, position),
  constraint booking_segments_once unique (booking_id, service_id)
);
create index booking_segments_service on booking_segments (service_id);

-- No gap, at least two, beginning with the booking's own service, and together its price.
create function booking_segments_whole() returns trigger language plpgsql as $$
declare
  found record;
  booking uuid := case when tg_table_name = 'bookings' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'booking_id' end;
begin
  select count(*) as parts, max(position) as last, sum(segment.price_cents) as price,
    max(segment.service_id) filter (where position = 1) as first, max(b.service_id) as service, max(b.total_cents) as total
    into found from booking_segments segment join bookings b on b.id = segment.booking_id where segment.booking_id = booking;
  if found.parts > 0 and (found.parts < 2 or found.last <> found.parts or found.price <> found.total
    or found.first is distinct from found.service) then
    raise exception 'the services of visit % are not its whole', booking
      using errcode = 'check_violation', constraint = 'booking_segments_whole';
  end if;
  return null;
end $$;
create constraint trigger booking_segments_whole after insert on booking_segments
  deferrable initially deferred for each row execute function booking_segments_whole();
create constraint trigger booking_segments_total after update of total_cents, service_id on bookings
  deferrable initially deferred for each row when (old.total_cents is distinct from new.total_cents
    or old.service_id is distinct from new.service_id) execute function booking_segments_whole();
create trigger booking_segments_append_only before update or delete on booking_segments
  for each row execute function refuse_change();
create trigger booking_segments_no_truncate before truncate on booking_segments
  for each statement execute function refuse_change();
