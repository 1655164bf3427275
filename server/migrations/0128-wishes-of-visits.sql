-- Who waits may wait for a visit of several services, and for what is added to them.
alter table waitlist_wishes add column more_services jsonb not null default '[]';
alter table waitlist_wishes add column add_ons jsonb not null default '[]';
alter table waitlist_wishes add constraint waitlist_wishes_visit check (
  jsonb_typeof(more_services) = 'array' and jsonb_array_length(more_services) <= 4 and jsonb_typeof(add_ons) = 'array') not valid;
alter table waitlist_wishes validate constraint waitlist_wishes_visit;
