create table class_sessions (
  id uuid not null,
  version integer default 1 not null,
  professional_id bigint not null,
  service_id bigint not null,
  -- Classes of the same hour in following weeks that were created together.
  run_id uuid not null,
  -- Neither at a space nor online: at the professional's own place.
  space_id bigint,
  unit_id bigint,
  host_id bigint,
  agreement_id bigint,
  -- The rent within whose hours it takes place.
  parent_rent_id uuid,
  visit_place bigint,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  zone text not null,
  capacity smallint not null,
  minimum smallint,
  -- When the minimum is checked; it is checked once.
  decide_at timestamptz,
  decided_at timestamptz,
  status text default 'open' not null,
  cancelled_by text,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz not null,
  -- A class moves to another hour or place together with all clients who have a seat, in one transaction.
  moved_at timestamptz,
  moves smallint default 0 not null,
  constraint class_sessions_pkey primary key (id),
  constraint class_sessions_cancelled check (((status = 'cancelled') = (cancelled_at is not null)) and ((status = 'cancelled') = (cancelled_by is not null)) and ((status = 'cancelled') = (cancel_reason is not null)) and ((cancelled_by is null) or cancelled_by in ('professional', 'platform', 'few'))),
  constraint class_sessions_capacity_check check (capacity between 2 and 50),
  constraint class_sessions_decided check ((decided_at is null) or (decide_at is not null)),
  constraint class_sessions_minimum check (((minimum is null) = (decide_at is null)) and ((minimum is null) or (((minimum >= 2) and (minimum <= capacity)) and (decide_at <= starts_at)))),
  constraint class_sessions_moved check ((moved_at is null) = (moves = 0)),
  constraint class_sessions_somewhere check (((space_id is null) = (unit_id is null)) and ((space_id is null) = (host_id is null)) and ((parent_rent_id is null) or (space_id is not null)) and ((agreement_id is null) or (space_id is not null)) and ((visit_place is null) or ((visit_place = '-1'::integer) and (space_id is null)))),
  constraint class_sessions_span check (ends_at > starts_at),
  constraint class_sessions_status_check check (status in ('open', 'cancelled'))
);
comment on table class_sessions is 'A class at an hour and a place. The time of professional and unit is its own (claims.class_id); that of each client is their seat''s.';

create index class_sessions_parent_rent on class_sessions (parent_rent_id) where ((parent_rent_id is not null) and (status = 'open'));
create index class_sessions_host on class_sessions (host_id, starts_at) where host_id is not null;
create index class_sessions_of_professional on class_sessions (professional_id, starts_at);
create index class_sessions_of_service on class_sessions (service_id, starts_at) where (status = 'open');
create index class_sessions_to_decide on class_sessions (decide_at) where ((status = 'open') and (decide_at is not null) and (decided_at is null));

alter table class_sessions add constraint class_sessions_agreement_id_fkey
  foreign key (agreement_id) references agreements(id);

alter table class_sessions add constraint class_sessions_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table class_sessions add constraint class_sessions_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table class_sessions add constraint class_sessions_service_id_fkey
  foreign key (service_id) references services(id);

alter table class_sessions add constraint class_sessions_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table class_sessions add constraint class_sessions_unit_id_fkey
  foreign key (unit_id) references units(id);

alter table class_sessions add constraint class_sessions_visit_place_fkey
  foreign key (visit_place) references visit_places(place);
