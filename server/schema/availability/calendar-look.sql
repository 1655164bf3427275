-- The colours of an account's calendar, for each of its sides.
create table calendar_looks (
  account_id bigint not null,
  side text not null,
  coloured_by text not null,
  constraint calendar_looks_pkey primary key (account_id, side),
  constraint calendar_looks_side check (side in ('professional', 'host')),
  constraint calendar_looks_coloured_by check (coloured_by in ('kind', 'service', 'person'))
);
comment on table calendar_looks is 'By what the visits of a calendar are coloured.';
alter table calendar_looks add constraint calendar_looks_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

-- The colour of one service or person. `of_id`: for a professional her service or client; for a host a professional, or the hash of a
-- service name.
create table calendar_colours (
  account_id bigint not null,
  side text not null,
  of_kind text not null,
  of_id bigint not null,
  colour smallint not null,
  constraint calendar_colours_pkey primary key (account_id, side, of_kind, of_id),
  constraint calendar_colours_side check (side in ('professional', 'host')),
  constraint calendar_colours_of_kind check (of_kind in ('service', 'person')),
  constraint calendar_colours_colour check (colour between 1 and 8)
);
comment on table calendar_colours is 'Colours chosen for services and persons of a calendar.';
alter table calendar_colours add constraint calendar_colours_look_fkey
  foreign key (account_id, side) references calendar_looks(account_id, side) on delete cascade;
