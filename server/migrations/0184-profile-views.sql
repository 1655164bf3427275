-- How often the page of a professional was opened, by the date where they are; of nobody in particular.
create table profile_views (
  professional_id bigint not null references professionals on delete cascade,
  on_date date not null,
  views integer not null default 1 check (views > 0),
  primary key (professional_id, on_date)
);
