-- What two people write to each other about a booking, an application or an invitation: one conversation for each, of
-- exactly two seats. It comes into being with its first message.
create table conversations (
  id uuid primary key,
  kind text not null constraint conversations_kind check (kind in ('booking', 'application', 'invitation')),
  booking_id uuid references bookings,
  application_id bigint references applications,
  invitation_id uuid references invitations,
  -- Of a booking: hours that change hands begin a conversation of their own.
  professional_id bigint references professionals,
  last_number integer not null default 0,
  last_at timestamptz not null,
  created_at timestamptz not null,
  constraint conversations_about_one check (
    (kind = 'booking') = (booking_id is not null) and (kind = 'application') = (application_id is not null)
    and (kind = 'invitation') = (invitation_id is not null) and (kind = 'booking') = (professional_id is not null)),
  constraint conversations_once unique nulls not distinct (booking_id, application_id, invitation_id, professional_id)
);
create index conversations_application on conversations (application_id) where application_id is not null;
create index conversations_invitation on conversations (invitation_id) where invitation_id is not null;

create table conversation_seats (
  conversation_id uuid not null references conversations on delete cascade,
  side text not null constraint conversation_seats_side check (side in ('client', 'professional', 'host')),
  -- Null: a visitor without an account, who comes by their link.
  account_id bigint references accounts,
  read_number integer not null default 0,
  unread integer not null default 0 constraint conversation_seats_unread check (unread >= 0),
  -- Since when something waits to be read, and whether they have been told.
  waits_since timestamptz,
  told_at timestamptz,
  -- As in `conversations`, for a list without a join.
  last_at timestamptz not null,
  primary key (conversation_id, side),
  constraint conversation_seats_waits check ((unread > 0) = (waits_since is not null)),
  constraint conversation_seats_told check (told_at is null or waits_since is not null)
);
create index conversation_seats_mine on conversation_seats (account_id, last_at desc, conversation_id desc);
create index conversation_seats_unread_of on conversation_seats (account_id) where unread > 0;
create index conversation_seats_to_tell on conversation_seats (waits_since) where waits_since is not null and told_at is null;

-- Noted before the files are kept, so that what a process left behind is found again.
create table conversation_photos (
  id uuid primary key,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);

create table conversation_messages (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  number integer not null check (number > 0),
  side text not null,
  account_id bigint references accounts,
  -- As it was written; it leaves the house only once the thing is confirmed.
  text text not null check (length(text) <= 2000),
  -- With contact details hidden; null: there are none.
  hidden_text text,
  photo_id uuid references conversation_photos,
  gone text constraint conversation_messages_gone check (gone in ('left', 'removed')),
  at timestamptz not null,
  constraint conversation_messages_number unique (conversation_id, number),
  constraint conversation_messages_one_photo unique (photo_id),
  constraint conversation_messages_seat foreign key (conversation_id, side) references conversation_seats (conversation_id, side),
  -- Either words or a photo; and nothing of what is gone.
  constraint conversation_messages_says check (
    case when gone is not null then text = '' and hidden_text is null and photo_id is null
    else (text <> '') <> (photo_id is not null) end)
);
create index conversation_messages_by on conversation_messages (account_id) where account_id is not null;

-- What was said stays as it was said; it can only be taken out.
create function message_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.gone is null and new.gone is not null
    and to_jsonb(new) - '{text,hidden_text,photo_id,gone}'::text[] = to_jsonb(old) - '{text,hidden_text,photo_id,gone}'::text[] then
    return new;
  end if;
  -- Whoever left is not named any more.
  if tg_op = 'UPDATE' and new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  end if;
  raise exception 'a message stays as it was sent' using errcode = 'restrict_violation';
end $$;
create trigger conversation_messages_stay before update on conversation_messages for each row execute function message_stays();

-- Between two people, wherever they meet.
create table conversation_blocks (
  blocker_id bigint not null references accounts,
  blocked_id bigint not null references accounts,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  constraint conversation_blocks_another check (blocker_id <> blocked_id)
);
create index conversation_blocks_blocked on conversation_blocks (blocked_id);

create table conversation_reports (
  id bigint generated always as identity primary key,
  message_id uuid not null references conversation_messages on delete cascade,
  -- The other side of the message; a message is reported once.
  side text not null,
  account_id bigint references accounts,
  reason text not null check (reason in ('harassment', 'outside', 'fraud', 'unwanted', 'other')),
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references accounts,
  removed boolean,
  constraint conversation_reports_once unique (message_id),
  constraint conversation_reports_decided check ((decided_at is null) = (removed is null))
);
create index conversation_reports_waiting on conversation_reports (created_at) where decided_at is null;

-- Who of the house looked at what others wrote, and when.
create table conversation_looks (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  report_id bigint not null references conversation_reports,
  at timestamptz not null
);
