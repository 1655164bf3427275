-- Messages to the operator. The same form and text are one message, however often they are sent.
create table contact_messages (
  id bigint generated always as identity not null,
  form uuid not null,
  content_hash bytea not null,
  receipt text not null,
  topic text not null,
  name text not null,
  email text not null,
  message text not null,
  account_id bigint,
  -- Probably written by a bot: stored, but not e-mailed.
  suspect boolean default false not null,
  created_at timestamptz not null,
  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_once unique (form, content_hash),
  constraint contact_messages_receipt unique (receipt)
);
comment on table contact_messages is 'Messages to the operator.';

create index contact_messages_age on contact_messages (created_at);
-- Messages are found by their sender's address.
create index contact_messages_email on contact_messages (lower(email));

alter table contact_messages add constraint contact_messages_account_id_fkey
  foreign key (account_id) references accounts(id) on delete set null;
