-- A host invites a professional into a space, on terms that remain as they were shown. It is sent to an account, or to an address
-- with a link that belongs to the first account that uses it.
create table invitations (
  id uuid not null,
  version integer default 1 not null,
  host_id bigint not null,
  space_id bigint not null,
  professional_id bigint,
  -- The invited account. Null: no account has used the link yet.
  account_id bigint,
  email text,
  token_hash bytea,
  status text not null,
  terms jsonb not null,
  message text default '' not null,
  sent_at timestamptz not null,
  -- The date in Mexico City and the number on that date; at most thirty.
  sent_on date not null,
  place_of_day smallint not null,
  expires_at timestamptz not null,
  -- While a question waits for its answer: until when at most; `expires_at` was moved already.
  paused_until timestamptz,
  ended_at timestamptz,
  decline_reason text,
  agreement_id bigint,
  again_of uuid,
  -- An invitation may be to a vacancy: it carries the vacancy's terms as they were, and the professional who accepts takes one of
  -- its places. An approved application and an accepted invitation count alike.
  vacancy_id bigint,
  constraint invitations_pkey primary key (id),
  constraint invitations_again_once unique (again_of),
  constraint invitations_token unique (token_hash),
  constraint invitations_accepted_agrees check ((status = 'accepted') = (agreement_id is not null)),
  constraint invitations_check check (expires_at > sent_at),
  constraint invitations_decline_reason_check check (length(decline_reason) <= 300),
  constraint invitations_email_check check (email = lower(email)),
  constraint invitations_ended check (status in ('sent', 'seen') = (ended_at is null)),
  -- A link is valid no longer than its invitation, and only until the invited account is known.
  constraint invitations_link_dies check ((token_hash is null) or (status in ('sent', 'seen') and (account_id is null))),
  constraint invitations_message_check check (length(message) <= 500),
  constraint invitations_status_check check (status in ('sent', 'seen', 'accepted', 'declined', 'expired', 'revoked')),
  constraint invitations_thirty_a_day check (place_of_day between 1 and 30),
  constraint invitations_addressed check ((account_id is not null) or (email is not null))
);
comment on table invitations is 'A host asks a professional.';
comment on constraint invitations_thirty_a_day on invitations is
  'more than thirty invitations of a host in one day';
comment on constraint invitations_link_dies on invitations is
  'a link that is valid after its invitation';

create table invitation_questions (
  invitation_id uuid not null,
  number smallint not null,
  question text not null,
  requested_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  constraint invitation_questions_pkey primary key (invitation_id, number),
  constraint invitation_questions_answer_check check ((length(answer) >= 1) and (length(answer) <= 500)),
  constraint invitation_questions_check check ((answer is null) = (answered_at is null)),
  constraint invitation_questions_question_check check ((length(question) >= 1) and (length(question) <= 300)),
  constraint invitations_two_questions check (number in (1, 2))
);
comment on table invitation_questions is 'Questions about an invitation.';
comment on constraint invitations_two_questions on invitation_questions is
  'a third question about an invitation';

-- Transitions of invitations; append-only.
create table invitation_moves (
  invitation_id uuid not null,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_account_id bigint,
  at timestamptz not null,
  constraint invitation_moves_pkey primary key (invitation_id, version),
  constraint invitation_moves_actor_check check (actor in ('invited', 'host', 'platform'))
);
comment on table invitation_moves is 'Transitions of invitations.';

create index invitations_account on invitations (account_id, sent_at desc, id) where (account_id is not null);
create index invitations_declined on invitations (space_id, ended_at) where (status = 'declined');
create index invitations_due on invitations (expires_at) where status in ('sent', 'seen');
create index invitations_host on invitations (host_id, sent_at desc, id);
create index invitations_of_vacancy on invitations (vacancy_id) where (vacancy_id is not null);
create unique index invitations_one_open on invitations (space_id, account_id) where (status in ('sent', 'seen') and (account_id is not null));
comment on index invitations_one_open is
  'two open invitations of one professional to one space';
create unique index invitations_one_open_address on invitations (space_id, email) where (status in ('sent', 'seen') and (email is not null));
comment on index invitations_one_open_address is
  'With invitations_one_open.';
create unique index invitations_place_of_day on invitations (host_id, sent_on, place_of_day);
comment on index invitations_place_of_day is
  'With invitations_thirty_a_day.';

alter table invitations add constraint invitations_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table invitations add constraint invitations_again_of_fkey
  foreign key (again_of) references invitations(id);

alter table invitations add constraint invitations_agreement_id_fkey
  foreign key (agreement_id) references agreements(id);

alter table invitations add constraint invitations_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table invitations add constraint invitations_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table invitations add constraint invitations_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table invitation_questions add constraint invitation_questions_invitation_id_fkey
  foreign key (invitation_id) references invitations(id);

alter table invitation_moves add constraint invitation_moves_invitation_id_fkey
  foreign key (invitation_id) references invitations(id);

-- The offered terms and the invited account cannot change, and an ended invitation stays ended.
create function invitation_fixed() returns trigger language plpgsql as $$
begin
  if new.terms <> old.terms or new.host_id <> old.host_id or new.space_id <> old.space_id
    or new.sent_at <> old.sent_at or new.sent_on <> old.sent_on or new.place_of_day <> old.place_of_day
    or (old.account_id is not null and new.account_id is distinct from old.account_id) then
    raise exception 'invitation % cannot be changed', new.id using errcode = 'restrict_violation',
      constraint = 'invitations_fixed';
  end if;
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'invitation % must rise in version', new.id using errcode = 'check_violation';
  end if;
  if old.status in ('accepted', 'declined', 'expired', 'revoked') and new.status <> old.status then
    raise exception 'invitation % is over', new.id using errcode = 'restrict_violation', constraint = 'invitations_over';
  end if;
  return new;
end $$;

-- A professional who declined is not invited to this space again for sixty days. Checked after the unique indexes, so that a concurrent
-- decline is waited for.
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

-- The vacancy is part of the invitation as sent, so it cannot change.
create function invitation_keeps_its_vacancy() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % cannot be changed', new.id using errcode = 'restrict_violation',
    constraint = 'invitations_fixed';
end $$;

create trigger invitation_moves_append_only
  before delete or update on invitation_moves for each row
  execute function refuse_change();
comment on trigger invitation_moves_append_only on invitation_moves is
  'With agreement_moves_append_only.';

create trigger invitation_moves_no_truncate
  before truncate on invitation_moves for each statement
  execute function refuse_change();

create trigger invitations_peace
  after insert on invitations for each row
  execute function invitation_leaves_in_peace();
comment on trigger invitations_peace on invitations is
  'an invitation within sixty days of a decline';

create trigger invitations_fixed
  before update on invitations for each row
  execute function invitation_fixed();
comment on trigger invitations_fixed on invitations is
  E'an invitation whose terms change after it is sent, or with an invalid end\nWith invitations_to_vacancy.';

create trigger invitations_vacancy
  before update of vacancy_id on invitations for each row when ((new.vacancy_id is distinct from old.vacancy_id))
  execute function invitation_keeps_its_vacancy();
