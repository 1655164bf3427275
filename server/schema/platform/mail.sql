-- Each email once, by its key. Without an SMTP server this table is the outbox, shown at /dev/mail; with one, only the fact of sending
-- remains, since bodies contain sign-in links.
create table mails (
  id bigint generated always as identity not null,
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  -- Set by the publisher: a retry after a crash is the same email.
  dedupe_key text,
  created_at timestamptz not null,
  -- Null: not yet passed to a mail server.
  sent_at timestamptz,
  -- The appointment as a calendar file, sent with the email about it.
  calendar text,
  -- An email that a server refused is shown with its visit until it is sent after all; emails of a visit are found by its id, which their
  -- keys contain.
  failed_at timestamptz,
  constraint mails_pkey primary key (id),
  constraint mails_dedupe_key_key unique (dedupe_key)
);
comment on table mails is 'Emails that were queued or sent.';

create index mails_of on mails ("substring"(dedupe_key, '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'));
