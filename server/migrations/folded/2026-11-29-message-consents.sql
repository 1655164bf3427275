-- That a client agrees to be invited back by one professional, with who recorded it and when.
create table message_consents (
  id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  -- client: said by themselves on Kalli. professional: said to her, and recorded by her.
  source text not null,
  -- What the client agreed to.
  sentence text not null,
  given_at timestamptz not null,
  -- The account that recorded it.
  recorded_by bigint not null,
  revoked_at timestamptz,
  revoked_by text,
  constraint message_consents_pkey primary key (id),
  constraint message_consents_source check (source in ('client', 'professional')),
  constraint message_consents_sentence check (length(sentence) between 1 and 400),
  constraint message_consents_revoked check ((revoked_at is null) = (revoked_by is null) and revoked_by in ('professional', 'client'))
);
comment on table message_consents is 'That a client agrees to be invited back by a professional: who recorded it, and until when.';
create unique index message_consents_once on message_consents (professional_id, card_id) where (revoked_at is null);
comment on index message_consents_once is 'two consents of one client to messages of one professional that are both in force';
create index message_consents_card on message_consents (professional_id, card_id);
create index message_consents_recorded_by on message_consents (recorded_by);
alter table message_consents add constraint message_consents_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;
alter table message_consents add constraint message_consents_recorded_by_fkey
  foreign key (recorded_by) references accounts(id);
