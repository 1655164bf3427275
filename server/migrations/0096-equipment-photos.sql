-- What a host shows of each piece of equipment: one photo, the newest (contract/space/fittings.ts has the names).
create table equipment_photos (
  space_id bigint not null references spaces,
  item text not null check (item ~ '^[a-z_]{2,40}$'),
  id uuid not null unique,
  address text not null,
  content_hash bytea,
  created_at timestamptz not null,
  primary key (space_id, item)
);
