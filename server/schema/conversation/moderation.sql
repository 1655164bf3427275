-- A block between two accounts, in all conversations.
create table conversation_blocks (
  blocker_id bigint not null,
  blocked_id bigint not null,
  created_at timestamptz not null,
  constraint conversation_blocks_pkey primary key (blocker_id, blocked_id),
  constraint conversation_blocks_another check (blocker_id <> blocked_id)
);
comment on table conversation_blocks is 'Accounts that blocked each other''s messages.';

create table conversation_reports (
  id bigint generated always as identity not null,
  message_id uuid not null,
  -- The other side of the message; a message is reported once.
  side text not null,
  account_id bigint,
  reason text not null,
  note text default '' not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint,
  removed boolean,
  constraint conversation_reports_pkey primary key (id),
  constraint conversation_reports_once unique (message_id),
  constraint conversation_reports_decided check ((decided_at is null) = (removed is null)),
  constraint conversation_reports_note_check check (length(note) <= 500),
  constraint conversation_reports_reason_check check (reason in ('harassment', 'outside', 'fraud', 'unwanted', 'other'))
);
comment on table conversation_reports is 'Reported messages.';
comment on constraint conversation_reports_once on conversation_reports is
  'a message reported twice, a report closed without a decision';
comment on constraint conversation_reports_decided on conversation_reports is
  'With conversation_reports_once.';

-- Which staff member viewed users' messages, and when.
create table conversation_looks (
  id bigint generated always as identity not null,
  account_id bigint not null,
  report_id bigint not null,
  at timestamptz not null,
  -- The photo that a staff member viewed; null: the messages around the reported one.
  message_id uuid,
  constraint conversation_looks_pkey primary key (id)
);
comment on table conversation_looks is 'Readings of a conversation by staff.';

create index conversation_blocks_blocked on conversation_blocks (blocked_id);
create index conversation_reports_waiting on conversation_reports (created_at) where (decided_at is null);

alter table conversation_blocks add constraint conversation_blocks_blocked_id_fkey
  foreign key (blocked_id) references accounts(id);

alter table conversation_blocks add constraint conversation_blocks_blocker_id_fkey
  foreign key (blocker_id) references accounts(id);

alter table conversation_reports add constraint conversation_reports_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table conversation_reports add constraint conversation_reports_decided_by_fkey
  foreign key (decided_by) references accounts(id);

alter table conversation_reports add constraint conversation_reports_message_id_fkey
  foreign key (message_id) references conversation_messages(id) on delete cascade;

alter table conversation_looks add constraint conversation_looks_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table conversation_looks add constraint conversation_looks_message_id_fkey
  foreign key (message_id) references conversation_messages(id);

alter table conversation_looks add constraint conversation_looks_report_id_fkey
  foreign key (report_id) references conversation_reports(id);
