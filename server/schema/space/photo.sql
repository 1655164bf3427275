-- Files of spaces, inserted before they are stored and deleted after them, so that no file is lost after a crash.
create table space_files (
  id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  constraint space_files_pkey primary key (id),
  constraint space_files_kind_check check (kind in ('photo', 'document'))
);
comment on table space_files is 'Files of a listing while they are uploaded.';

create table space_photos (
  id uuid not null,
  space_id bigint not null,
  "position" smallint not null,
  -- The URL at which it is shown; a drawn picture of the demo data has another location than an uploaded one.
  address text not null,
  caption text default '' not null,
  -- The hash of the uploaded file: the same file again is the same photo.
  content_hash bytea,
  created_at timestamptz default now() not null,
  constraint space_photos_pkey primary key (id),
  constraint space_photos_once unique (space_id, content_hash),
  constraint space_photos_position unique (space_id, "position") deferrable initially deferred,
  constraint space_photos_caption_check check (length(caption) <= 140),
  constraint space_photos_ten check (("position" >= 1) and ("position" <= 10))
);
comment on table space_photos is 'Photos of a space.';

alter table space_photos add constraint space_photos_space_id_fkey
  foreign key (space_id) references spaces(id);

create function listing_matches_its_photos() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(new.space_id, old.space_id);
begin
  if exists (select from spaces where id = changed
      and photos <> array(select address from space_photos where space_id = changed order by position)) then
    raise exception 'listing % shows other photos than it has', changed
      using errcode = 'check_violation', constraint = 'space_photos_match_listing';
  end if;
  return null;
end $$;

create constraint trigger space_photos_match_listing
  after insert or delete or update on space_photos deferrable initially deferred for each row
  execute function listing_matches_its_photos();
