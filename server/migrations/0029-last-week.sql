-- A paper is told of twice before it runs out: thirty days before, and in its last week.
alter table documents add column last_week boolean not null default false;
alter table space_documents add column last_week boolean not null default false;
