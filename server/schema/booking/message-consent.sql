-- A client's consent to be invited back by one professional, with its recorder and date.
create table message_consents (
  id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  -- client: given on Kalli. professional: given to her, and recorded by her.
  source text not null,
  -- The sentence that the client agreed to.
  sentence text not null,
  consented_at timestamptz not null,
  -- The account that recorded it.
  recorded_by bigint not null,
  revoked_at timestamptz,
  revoked_by text,
  constraint message_consents_pkey primary key (id),
  constraint message_consents_source check (source in ('client', 'professional')),
  constraint message_consents_sentence check (length(sentence) between 1 and 400),
  constraint message_consents_revoked check ((revoked_at is null) = (revoked_by is null) and revoked_by in ('professional', 'client'))
);
comment on table message_consents is 'Consents of clients to be invited back by a professional, with recorder and revocation.';
create unique index message_consents_once on message_consents (professional_id, card_id) where (revoked_at is null);
comment on index message_consents_once is 'two consents of one client to messages of one professional that are both in force';
create index message_consents_card on message_consents (professional_id, card_id);
create index message_consents_recorded_by on message_consents (recorded_by);
alter table message_consents add constraint message_consents_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;
alter table message_consents add constraint message_consents_recorded_by_fkey
  foreign key (recorded_by) references accounts(id);
