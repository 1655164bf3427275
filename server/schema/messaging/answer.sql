-- Messages to Kalli by WhatsApp or text message. Providers report one until it is accepted: its id identifies it.
create table received_messages (
  channel text not null,
  id text not null,
  phone text not null,
  -- The text, or the title of the pressed button.
  body text not null,
  -- The signed payload of a pressed button.
  answer text,
  received_at timestamptz not null,
  handled_at timestamptz,
  constraint received_messages_pkey primary key (channel, id),
  constraint received_messages_channel check (channel in ('whatsapp', 'sms')),
  constraint received_messages_phone check (phone ~ '^\+\d{7,15}$'),
  constraint received_messages_sizes check (length(id) between 1 and 200 and length(body) <= 4096 and length(answer) <= 300)
);
comment on table received_messages is 'What people wrote to Kalli by WhatsApp or text message.';
comment on constraint received_messages_pkey on received_messages is 'one message of a person that is answered twice';
create index received_messages_phone_time on received_messages (phone, received_at);
create index received_messages_age on received_messages (received_at);

-- Kalli's answers: each is sent once, and one with an unknown result is not sent again.
create table message_replies (
  id uuid not null,
  channel text not null,
  received_id text not null,
  position smallint not null,
  phone text not null,
  body text not null,
  -- The choices: titles with their signed payloads.
  options jsonb not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  -- A call that the provider may have accepted without an answer.
  in_doubt boolean default false not null,
  external_id text,
  constraint message_replies_pkey primary key (id),
  constraint message_replies_once unique (channel, received_id, position),
  constraint message_replies_ends check (num_nonnulls(sent_at, failed_at) <= 1),
  constraint message_replies_of_message foreign key (channel, received_id) references received_messages (channel, id) on delete cascade
);
comment on table message_replies is 'Answers to what people wrote by WhatsApp or text message.';
comment on constraint message_replies_once on message_replies is 'an answer that is sent twice to one message';

-- Choices offered to a telephone, of which one is taken, once.
create table reply_prompts (
  id uuid not null,
  channel text not null,
  phone text not null,
  options jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The message that took one.
  answered_by text,
  -- Their order: of two at one moment the later counts.
  number bigint generated always as identity not null,
  constraint reply_prompts_pkey primary key (id),
  constraint reply_prompts_ends check (expires_at > created_at)
);
comment on table reply_prompts is 'Choices offered by WhatsApp or text message.';
create index reply_prompts_phone on reply_prompts (phone, number);
create index reply_prompts_age on reply_prompts (expires_at);

-- A client confirmed again that they will come, for the visit's hour at that time.
create table coming_confirmations (
  booking_id uuid not null,
  starts_at timestamptz not null,
  confirmed_at timestamptz not null,
  constraint coming_confirmations_pkey primary key (booking_id, starts_at),
  constraint coming_confirmations_of_booking foreign key (booking_id) references bookings (id) on delete cascade
);
comment on table coming_confirmations is 'Confirmations by clients that they will come, by visit and hour.';
