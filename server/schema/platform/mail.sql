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
  -- Null: not yet passed to a mail server.
  sent_at timestamptz,
  -- The appointment as a calendar file, sent with the email about it.
  calendar text,
  -- That a server refused an email is shown with its visit until the email is sent after all; the emails of a visit are found by
  -- its id, which every key of such an email contains.
  failed_at timestamptz,
  constraint mails_pkey primary key (id),
  constraint mails_dedupe_key_key unique (dedupe_key)
);
comment on table mails is 'Emails that were queued or sent.';

create index mails_of on mails ("substring"(dedupe_key, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'));
