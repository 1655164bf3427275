-- What a professional requests of a client before a visit, which services require it, what was answered, and who
-- has read the answers.
create table intake_forms (
  id bigint generated always as identity not null,
  professional_id bigint not null,
  title text not null,
  intro text default '' not null,
  -- About health: stored only with express consent.
  sensitive boolean not null,
  -- Before it is paid, or any time before the visit.
  timing text not null,
  questions jsonb not null,
  version integer default 1 not null,
  created_at timestamptz not null,
  archived_at timestamptz,
  constraint intake_forms_pkey primary key (id),
  constraint intake_forms_timing_check check (timing in ('booking', 'visit'))
);
comment on table intake_forms is 'Forms before a visit.';

create table intake_form_services (
  service_id bigint not null,
  form_id bigint not null,
  constraint intake_form_services_pkey primary key (service_id, form_id)
);
comment on table intake_form_services is 'Services that ask a form.';

create index intake_form_services_form on intake_form_services (form_id);
create index intake_forms_professional on intake_forms (professional_id) where (archived_at is null);

alter table intake_forms add constraint intake_forms_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table intake_form_services add constraint intake_form_services_form_id_fkey
  foreign key (form_id) references intake_forms(id);

alter table intake_form_services add constraint intake_form_services_service_id_fkey
  foreign key (service_id) references services(id);
