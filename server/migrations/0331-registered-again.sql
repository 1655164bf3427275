-- Registering with the e-mail of an account answers like any other registration, so that nobody learns who has an account. The
-- account that it opens is a duplicate: it is not found by its e-mail and cannot confirm it while the other account has it.
alter table accounts
  add column is_duplicate boolean not null default false,
  add constraint accounts_duplicate_unconfirmed check (not is_duplicate or email_confirmed_at is null);
drop index accounts_email;
create unique index accounts_email on accounts (email) where not is_duplicate;
create index accounts_by_email on accounts (email, id);
