-- What a professional asks of a client before a visit, which services ask it, what was answered, and who has read that.
create table intake_forms (
  id bigint generated always as identity primary key,
  professional_id bigint not null references professionals,
  title text not null,
  intro text not null default '',
  -- About health: kept only with express consent.
  sensitive boolean not null,
  -- Before it is paid, or any time before the visit.
  asked text not null check (asked in ('booking', 'visit')),
  questions jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  archived_at timestamptz
);
create index intake_forms_professional on intake_forms (professional_id) where archived_at is null;

create table intake_form_services (
  service_id bigint not null references services,
  form_id bigint not null references intake_forms,
  primary key (service_id, form_id)
);
create index intake_form_services_form on intake_form_services (form_id);

create table intake_answers (
  id uuid primary key,
  booking_id uuid not null references bookings,
  form_id bigint not null references intake_forms,
  sensitive boolean not null,
  -- Questions as they were asked, and the answers: AES-256-GCM, bound to booking and form.
  sealed bytea not null,
  -- Under which key, so that the key can change.
  key_id text not null,
  consent_version integer,
  consent_text text,
  consented_at timestamptz,
  answered_at timestamptz not null,
  constraint intake_answers_once unique (booking_id, form_id),
  constraint intake_answers_consent check (
    num_nonnulls(consent_version, consent_text, consented_at) = case when sensitive then 3 else 0 end)
);
create index intake_answers_key on intake_answers (key_id);

-- Each time that somebody has read answers; it outlives them.
create table intake_readings (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings,
  form_id bigint not null references intake_forms,
  account_id bigint not null references accounts,
  at timestamptz not null
);
create index intake_readings_booking on intake_readings (booking_id, at);
