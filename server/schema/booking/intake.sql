create table intake_answers (
  id uuid not null,
  booking_id uuid not null,
  form_id bigint not null,
  sensitive boolean not null,
  -- The questions as they were shown, and the answers: AES-256-GCM, bound to booking and form.
  sealed bytea not null,
  -- The id of the key, so that keys can be rotated.
  key_id text not null,
  consent_version integer,
  consent_text text,
  consented_at timestamptz,
  answered_at timestamptz not null,
  -- Each person who receives the service fills in the form.
  person smallint default 1 not null,
  constraint intake_answers_pkey primary key (id),
  constraint intake_answers_once unique (booking_id, form_id, person),
  constraint intake_answers_consent check ((num_nonnulls(consent_version, consent_text, consented_at) =
case
    when sensitive then 3
    else 0
end)),
  constraint intake_answers_person check (person between 1 and 6)
);
comment on table intake_answers is 'Answers to forms, sealed.';
comment on constraint intake_answers_consent on intake_answers is
  'an answer about health without consent, two answers of one person to one form at one visit';
comment on constraint intake_answers_once on intake_answers is
  'With intake_answers_consent.';

-- A record of each time the answers were read; it is retained after they are deleted.
create table intake_readings (
  id bigint generated always as identity not null,
  booking_id uuid not null,
  form_id bigint not null,
  account_id bigint not null,
  at timestamptz not null,
  person smallint default 1 not null,
  constraint intake_readings_pkey primary key (id)
);
comment on table intake_readings is 'Who read them and when.';

create index intake_answers_key on intake_answers (key_id);
create index intake_readings_booking on intake_readings (booking_id, at);

alter table intake_answers add constraint intake_answers_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table intake_answers add constraint intake_answers_form_id_fkey
  foreign key (form_id) references intake_forms(id);

alter table intake_readings add constraint intake_readings_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table intake_readings add constraint intake_readings_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table intake_readings add constraint intake_readings_form_id_fkey
  foreign key (form_id) references intake_forms(id);
