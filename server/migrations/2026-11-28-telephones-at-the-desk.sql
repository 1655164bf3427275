-- A host's desk holds a time for who is reached by a telephone alone: the link that is sent there is what confirms it, before anything is paid.
alter table bookings drop constraint bookings_contact_reached;
alter table bookings add constraint bookings_contact_reached check (
  contact is null or source = 'own_agenda' or coalesce(contact ->> 'email', '') <> ''
  or coalesce(contact ->> 'phone', '') <> '' and (coalesce(contact ->> 'proved', '') = 'phone'
    or coalesce(contact ->> 'proved', '') = 'given' and booked_by = 'host' and status in ('held', 'expired')));
comment on constraint bookings_contact_reached on bookings is
  'a visit whose client left neither an email nor a confirmed telephone, unless its professional wrote it into her own agenda or it only waits at a desk for the link';
