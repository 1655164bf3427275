-- What two people write to each other about a booking, an application or an invitation: one conversation for each, of
-- exactly two seats. It comes into being with its first message.
create table conversations (
  id uuid not null,
  kind text not null,
  booking_id uuid,
  application_id bigint,
  invitation_id uuid,
  -- For a booking: transferred hours begin a new conversation.
  professional_id bigint,
  last_number integer default 0 not null,
  last_at timestamptz not null,
  created_at timestamptz not null,
  constraint conversations_pkey primary key (id),
  constraint conversations_once unique nulls not distinct (booking_id, application_id, invitation_id, professional_id),
  constraint conversations_about_one check (((kind = 'booking') = (booking_id is not null)) and ((kind = 'application') = (application_id is not null)) and ((kind = 'invitation') = (invitation_id is not null)) and ((kind = 'booking') = (professional_id is not null))),
  constraint conversations_kind check (kind in ('booking', 'application', 'invitation'))
);
comment on table conversations is 'Two people about one thing.';
comment on constraint conversations_once on conversations is
  'two conversations of the same two accounts about one thing, a third seat';

create table conversation_seats (
  conversation_id uuid not null,
  side text not null,
  -- Null: a visitor without an account, who comes by their link.
  account_id bigint,
  read_number integer default 0 not null,
  unread integer default 0 not null,
  -- Since when a message is unread, and whether its recipient has been notified.
  waits_since timestamptz,
  notified_at timestamptz,
  -- As in `conversations`, for a list without a join.
  last_at timestamptz not null,
  constraint conversation_seats_pkey primary key (conversation_id, side),
  constraint conversation_seats_side check (side in ('client', 'professional', 'host')),
  constraint conversation_seats_notified check ((notified_at is null) or (waits_since is not null)),
  constraint conversation_seats_unread check (unread >= 0),
  constraint conversation_seats_waits check ((unread > 0) = (waits_since is not null))
);
comment on table conversation_seats is 'The two, with what they have read.';
comment on constraint conversation_seats_pkey on conversation_seats is
  'With conversations_once.';
comment on constraint conversation_seats_waits on conversation_seats is
  'an unread message that does not wait for its notification, one marked as notified that does not wait';
comment on constraint conversation_seats_notified on conversation_seats is
  'With conversation_seats_waits.';

-- Inserted before the files are stored, so that files left behind by an interrupted process can be found.
create table conversation_photos (
  id uuid not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  constraint conversation_photos_pkey primary key (id)
);
comment on table conversation_photos is 'Photos of messages.';

create table conversation_messages (
  id uuid not null,
  conversation_id uuid not null,
  number integer not null,
  side text not null,
  account_id bigint,
  -- The original text; it is shown only after the booking, application or invitation is confirmed.
  text text not null,
  -- With contact details hidden; null: there are none.
  hidden_text text,
  photo_id uuid,
  gone text,
  at timestamptz not null,
  constraint conversation_messages_pkey primary key (id),
  constraint conversation_messages_number unique (conversation_id, number),
  constraint conversation_messages_one_photo unique (photo_id),
  constraint conversation_messages_gone check (gone in ('left', 'removed')),
  constraint conversation_messages_number_check check (number > 0),
  -- Either text or a photo; neither once the message is deleted.
  constraint conversation_messages_content check (
case
    when (gone is not null) then ((text = '') and (hidden_text is null) and (photo_id is null))
    else ((text <> '') <> (photo_id is not null))
end),
  constraint conversation_messages_text_check check (length(text) <= 2000)
);
comment on table conversation_messages is 'Messages; append-only.';
comment on constraint conversation_messages_number on conversation_messages is
  'With conversation_messages_seat.';
comment on constraint conversation_messages_content on conversation_messages is
  'With conversation_messages_seat.';

create index conversation_messages_by on conversation_messages (account_id) where (account_id is not null);
create index conversation_seats_mine on conversation_seats (account_id, last_at desc, conversation_id desc);
create index conversation_seats_to_notify on conversation_seats (waits_since) where ((waits_since is not null) and (notified_at is null));
create index conversation_seats_unread_of on conversation_seats (account_id) where (unread > 0);
create index conversations_application on conversations (application_id) where (application_id is not null);
create index conversations_invitation on conversations (invitation_id) where (invitation_id is not null);

alter table conversations add constraint conversations_application_id_fkey
  foreign key (application_id) references applications(id);

alter table conversations add constraint conversations_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table conversations add constraint conversations_invitation_id_fkey
  foreign key (invitation_id) references invitations(id);

alter table conversations add constraint conversations_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table conversation_seats add constraint conversation_seats_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table conversation_seats add constraint conversation_seats_conversation_id_fkey
  foreign key (conversation_id) references conversations(id) on delete cascade;

alter table conversation_messages add constraint conversation_messages_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table conversation_messages add constraint conversation_messages_conversation_id_fkey
  foreign key (conversation_id) references conversations(id) on delete cascade;

alter table conversation_messages add constraint conversation_messages_photo_id_fkey
  foreign key (photo_id) references conversation_photos(id);

alter table conversation_messages add constraint conversation_messages_seat
  foreign key (conversation_id, side) references conversation_seats(conversation_id, side);
comment on constraint conversation_messages_seat on conversation_messages is
  'a message without a seat, two messages with one number, an empty message, one with text and a photo at once';

-- A message cannot be changed, only deleted.
create function message_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.gone is null and new.gone is not null
    and to_jsonb(new) - '{text,hidden_text,photo_id,gone}'::text[] = to_jsonb(old) - '{text,hidden_text,photo_id,gone}'::text[] then
    return new;
  end if;
  -- A deleted account is no longer named.
  if tg_op = 'UPDATE' and new.account_id is null and to_jsonb(new) - 'account_id' = to_jsonb(old) - 'account_id' then
    return new;
  end if;
  raise exception 'a message stays as it was sent' using errcode = 'restrict_violation';
end $$;

create trigger conversation_messages_stay
  before update on conversation_messages for each row
  execute function message_stays();
comment on trigger conversation_messages_stay on conversation_messages is
  'a message that is changed, or that reappears after it was removed';
