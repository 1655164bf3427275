-- By which door a visit came: the marketplace, or somebody's own link (/book). It says whom the business brought in itself.
alter table bookings
  add column channel text not null default 'marketplace',
  add constraint bookings_channel check (channel in ('marketplace', 'own_link') and (kind = 'visit' or channel = 'marketplace'));
