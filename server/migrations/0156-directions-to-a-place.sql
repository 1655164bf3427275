-- How one finds the door, in its host's words: for who has a visit there that stands, and on no public page.
alter table spaces
  add column directions text not null default '',
  add constraint spaces_directions check (length(directions) <= 600) not valid;
alter table spaces validate constraint spaces_directions;
