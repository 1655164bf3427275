-- Photos of a professional's work on a client, under a consent that is recorded and can be taken back. They are never public.
create table work_photo_consents (
  id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  -- What the client agreed to, as it was read to them.
  sentence text not null,
  consented_at timestamptz not null,
  -- The account that recorded it.
  recorded_by bigint not null,
  revoked_at timestamptz,
  revoked_by text,
  is_active boolean not null generated always as (revoked_at is null) stored,
  constraint work_photo_consents_pkey primary key (id),
  constraint work_photo_consents_active unique (id, is_active),
  constraint work_photo_consents_sentence check (length(sentence) between 1 and 400),
  constraint work_photo_consents_revoked check ((revoked_at is null) = (revoked_by is null) and revoked_by in ('professional', 'client'))
);
comment on table work_photo_consents is 'That a client agreed to photos of the work on them, for what, and until when.';
create unique index work_photo_consents_once on work_photo_consents (professional_id, card_id) where (revoked_at is null);
comment on index work_photo_consents_once is 'two consents of one client that are both in force';
create index work_photo_consents_card on work_photo_consents (professional_id, card_id);
create index work_photo_consents_recorded_by on work_photo_consents (recorded_by);
alter table work_photo_consents add constraint work_photo_consents_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;
alter table work_photo_consents add constraint work_photo_consents_recorded_by_fkey
  foreign key (recorded_by) references accounts(id);

create table work_photos (
  id uuid not null,
  consent_id uuid not null,
  consent_is_active boolean not null generated always as (true) stored,
  taken_on date not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  constraint work_photos_pkey primary key (id)
);
comment on table work_photos is 'Photos of a professional’s work on a client.';
create index work_photos_consent on work_photos (consent_id, taken_on);

-- Not cascading: the code that deletes the rows deletes their files first.
alter table work_photos add constraint work_photos_consented
  foreign key (consent_id, consent_is_active) references work_photo_consents(id, is_active);
comment on constraint work_photos_consented on work_photos is
  'a photo of a client without their consent, and a consent that is revoked or deleted before its photos';
