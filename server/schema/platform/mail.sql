-- Every mail once, by its key. Without an SMTP server this is the outbox itself, shown at /dev/mail;
-- with one, only the fact of sending stays, since bodies carry links that let people in.
create table mails (
  id bigint generated always as identity not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- Set by the announcer: a mail retried after a crash is still one mail.
  dedupe_key text,
  created_at timestamptz not null,
  -- Null: handed to nobody yet.
  sent_at timestamptz,
  -- The appointment as a calendar file, with the letter that tells of it.
  calendar text,
  -- That a server refused a letter is told where its visit stands, until it leaves after all; and what was said of a visit is found by its id,
  -- which every key of such a letter carries.
  failed_at timestamptz,
  constraint mails_pkey primary key (id),
  constraint mails_dedupe_key_key unique (dedupe_key)
);
comment on table mails is 'Emails that were queued or sent.';

create index mails_of on mails ("substring"(dedupe_key, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'));
