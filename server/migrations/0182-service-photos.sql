-- Which pieces of its professional's portfolio show a service, at most six, in their order.
create unique index portfolio_items_owner on portfolio_items (professional_id, id);
create unique index services_owner on services (professional_id, id);

create table service_photos (
  professional_id bigint not null,
  service_id bigint not null,
  item_id uuid not null,
  position smallint not null check (position between 0 and 5),
  primary key (service_id, position),
  constraint service_photos_once unique (service_id, item_id),
  foreign key (professional_id, service_id) references services (professional_id, id) on delete cascade,
  foreign key (professional_id, item_id) references portfolio_items (professional_id, id) on delete cascade
);
create index service_photos_item on service_photos (professional_id, item_id);
