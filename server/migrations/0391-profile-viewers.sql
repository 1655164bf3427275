-- Who has been counted today, so that a visitor counts once a day: digests only, deleted after two days.
create table profile_viewers (
  professional_id bigint not null references professionals on delete cascade,
  on_date date not null,
  viewer bytea not null,
  origin bytea not null,
  primary key (professional_id, on_date, viewer)
);
create index profile_viewers_origin on profile_viewers (professional_id, on_date, origin);
create index profile_viewers_date on profile_viewers (on_date);
comment on table profile_viewers is 'Viewer: digest of the account or of the visitor cookie. Origin: digest of the address, which bounds what one machine without cookies can add.';
