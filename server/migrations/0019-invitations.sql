-- A host asks a professional into a space, on terms that stay as they were shown. Sent to somebody with an account, or
-- to an address with a link that belongs to whoever first uses it.
create table invitations (
  id uuid primary key,
  version integer not null default 1,
  host_id bigint not null references hosts,
  space_id bigint not null references spaces,
  professional_id bigint references professionals,
  -- Whose it is. Null: nobody has used the link yet.
  account_id bigint references accounts,
  email text check (email = lower(email)),
  token_hash bytea constraint invitations_token unique,
  status text not null check (status in ('sent', 'seen', 'accepted', 'declined', 'expired', 'revoked')),
  terms jsonb not null,
  message text not null default '' check (length(message) <= 500),
  sent_at timestamptz not null,
  -- The day in the capital, and the place in it: the thirty-first has none.
  sent_on date not null,
  place_of_day smallint not null constraint invitations_thirty_a_day check (place_of_day between 1 and 30),
  expires_at timestamptz not null check (expires_at > sent_at),
  -- While a question waits for its answer, but no longer than this; `expires_at` has been moved already.
  paused_until timestamptz,
  ended_at timestamptz,
  decline_reason text check (length(decline_reason) <= 300),
  agreement_id bigint references agreements,
  again_of uuid constraint invitations_again_once unique references invitations,
  constraint invitations_to_somebody check (account_id is not null or email is not null),
  constraint invitations_accepted_agrees check ((status = 'accepted') = (agreement_id is not null)),
  constraint invitations_ended check ((status in ('sent', 'seen')) = (ended_at is null)),
  -- A link lives no longer than its invitation, and only until somebody is known.
  constraint invitations_link_dies check (token_hash is null or (status in ('sent', 'seen') and account_id is null))
);
create unique index invitations_one_open on invitations (space_id, account_id)
  where status in ('sent', 'seen') and account_id is not null;
create unique index invitations_one_open_address on invitations (space_id, email)
  where status in ('sent', 'seen') and email is not null;
create unique index invitations_place_of_day on invitations (host_id, sent_on, place_of_day);
create index invitations_host on invitations (host_id, sent_at desc, id);
create index invitations_account on invitations (account_id, sent_at desc, id) where account_id is not null;
create index invitations_declined on invitations (space_id, ended_at) where status = 'declined';
create index invitations_due on invitations (expires_at) where status in ('sent', 'seen');

create table invitation_questions (
  invitation_id uuid not null references invitations,
  number smallint not null constraint invitations_two_questions check (number in (1, 2)),
  question text not null check (length(question) between 1 and 300),
  asked_at timestamptz not null,
  answer text check (length(answer) between 1 and 500),
  answered_at timestamptz,
  primary key (invitation_id, number),
  check ((answer is null) = (answered_at is null))
);

-- Every change of an invitation. Never changed, never removed.
create table invitation_moves (
  invitation_id uuid not null references invitations,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('invited', 'host', 'platform')),
  actor_account_id bigint,
  at timestamptz not null,
  primary key (invitation_id, version)
);
create trigger invitation_moves_append_only before update or delete on invitation_moves
  for each row execute function refuse_change();
create trigger invitation_moves_no_truncate before truncate on invitation_moves
  for each statement execute function refuse_change();

-- What was offered is what is accepted, to whom it was offered; an end is an end.
create function invitation_stands() returns trigger language plpgsql as $$
begin
  if new.terms <> old.terms or new.host_id <> old.host_id or new.space_id <> old.space_id
    or new.sent_at <> old.sent_at or new.sent_on <> old.sent_on or new.place_of_day <> old.place_of_day
    or (old.account_id is not null and new.account_id is distinct from old.account_id) then
    raise exception 'invitation % stands as it was sent', new.id using errcode = 'restrict_violation',
      constraint = 'invitations_stand';
  end if;
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'invitation % must rise in version', new.id using errcode = 'check_violation';
  end if;
  if old.status in ('accepted', 'declined', 'expired', 'revoked') and new.status <> old.status then
    raise exception 'invitation % is over', new.id using errcode = 'restrict_violation', constraint = 'invitations_over';
  end if;
  return new;
end $$;
create trigger invitations_stand before update on invitations for each row execute function invitation_stands();

-- Sixty days of peace after a no. Asked after the unique indexes, so that a no that is being said is waited for.
create function invitation_leaves_in_peace() returns trigger language plpgsql as $$
begin
  if exists (
    select from invitations i where i.space_id = new.space_id and i.status = 'declined'
      and i.ended_at > new.sent_at - interval '60 days'
      and (i.account_id = new.account_id or i.email = new.email)) then
    raise exception 'declined less than sixty days ago' using errcode = 'restrict_violation',
      constraint = 'invitations_peace';
  end if;
  return null;
end $$;
create trigger invitations_peace after insert on invitations
  for each row execute function invitation_leaves_in_peace();

-- What notices lead to is the contract's list (contract/notification/notification.ts); a list here would be one more to keep alike.
alter table notifications drop constraint if exists notifications_about_kind_check;
alter table notifications add constraint notifications_about_kind_named check (about_kind ~ '^[a-z_]{1,40}$');
