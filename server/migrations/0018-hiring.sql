-- How a professional comes to work at a space: they apply, both negotiate, an agreement stands.

-- Who may work at a space. Added here too so that either migration may come first.
alter table spaces add column if not exists categories text[] not null default '{}';
alter table spaces add column if not exists minimum_level smallint not null default 0;
alter table spaces add column if not exists required_documents text[] not null default '{}';

-- Papers with a validity, of whoever must show them; the files are private.
create table if not exists documents (
  id uuid primary key,
  owner_kind text not null check (owner_kind in ('professional', 'host', 'business', 'space')),
  owner_id bigint not null,
  kind text not null,
  status text not null check (status in ('uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected')),
  file_key text not null unique,
  file_type text not null,
  file_bytes integer not null check (file_bytes > 0),
  number text not null default '',
  valid_to date,
  rejected_reason text,
  uploaded_at timestamptz not null,
  reviewed_at timestamptz,
  -- Null when the local stand-in read it.
  reviewed_by bigint references accounts,
  version integer not null default 1,
  constraint documents_reviewed check ((status in ('uploaded', 'in_review')) = (reviewed_at is null)),
  constraint documents_rejected check ((status = 'rejected') = (rejected_reason is not null))
);
-- Of one kind one stands and one waits to take its place.
create unique index if not exists documents_one_stands on documents (owner_kind, owner_id, kind)
  where status in ('valid', 'expiring', 'expired');
create unique index if not exists documents_one_waits on documents (owner_kind, owner_id, kind)
  where status in ('uploaded', 'in_review', 'rejected');
create index if not exists documents_validity on documents (valid_to) where status in ('valid', 'expiring');

-- With a share the hourly rate remains: it is the price of hours without a client.
alter table agreements
  add column rent_share_bp integer constraint agreements_share check (rent_share_bp between 100 and 9000),
  add column rent_minimum_cents bigint not null default 0 check (rent_minimum_cents >= 0),
  add column quota_minutes integer constraint agreements_quota check (quota_minutes between 30 and 10080),
  add column trial_uses smallint constraint agreements_trial_uses check (trial_uses between 1 and 50),
  -- A trial of days has an end like any other; this says that it is one.
  add column on_trial boolean not null default false,
  add column origin text not null default 'house' check (origin in ('house', 'application', 'invitation', 'vacancy')),
  add column origin_id text not null default '',
  -- Who paused it: only they, or the other after they let go, may let it run again.
  add column paused_by text check (paused_by in ('professional', 'host')),
  -- Notice was given: it ends then, and valid_to is that moment.
  add column ending jsonb,
  -- One side asks to go on, the other agrees.
  add column renewal jsonb,
  -- The documents for which it waits.
  add column missing_documents text[] not null default '{}',
  add column seal text not null default '',
  add column created_at timestamptz not null default '2026-01-01T06:00:00Z',
  add column ended_at timestamptz,
  add constraint agreements_suspended check ((status = 'suspended') <= (cardinality(missing_documents) > 0));
create index agreements_due on agreements (valid_to) where status in ('active', 'paused', 'expiring', 'suspended');
create index bookings_agreement on bookings (agreement_id, starts_at) where agreement_id is not null;

-- Each set of terms that both accepted, sealed; never changed.
create table agreement_moves (
  agreement_id bigint not null references agreements,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('professional', 'host', 'platform')),
  actor_account_id bigint,
  reason text not null default '',
  terms jsonb,
  at timestamptz not null,
  primary key (agreement_id, version)
);
create trigger agreement_moves_append_only before update or delete on agreement_moves
  for each row execute function refuse_change();
create trigger agreement_moves_no_truncate before truncate on agreement_moves
  for each statement execute function refuse_change();

create function hiring_version_rises() returns trigger language plpgsql as $$
begin
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception '% % must rise in version', tg_table_name, new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger agreements_version before update on agreements for each row execute function hiring_version_rises();

-- What is over stays over.
create function agreement_stays_over() returns trigger language plpgsql as $$
begin
  raise exception 'agreement % is over', old.id using errcode = 'check_violation', constraint = 'agreements_over';
end $$;
create trigger agreements_over before update of status on agreements for each row
  when (old.status in ('ended', 'expired') and new.status <> old.status) execute function agreement_stays_over();

-- A booking under an agreement needs one that stands, its quota of the week, and its uses while on trial. The row
-- lock makes two bookings of one agreement come one after the other; created_at is the clock of who books.
create function agreement_allows_booking() returns trigger language plpgsql as $$
declare
  agreement record;
  week timestamp;
  used bigint;
begin
  select a.status, a.quota_minutes, a.trial_uses into agreement from agreements a where a.id = new.agreement_id;
  -- Without a limit bookings need not wait for each other, only for a pause.
  if agreement.quota_minutes is null and agreement.trial_uses is null then
    select a.status, a.quota_minutes, a.trial_uses into agreement from agreements a
      where a.id = new.agreement_id for share;
  else
    select a.status, a.quota_minutes, a.trial_uses into agreement from agreements a
      where a.id = new.agreement_id for no key update;
  end if;
  if tg_op = 'INSERT' and new.status = 'held' and agreement.status not in ('active', 'expiring') then
    raise exception 'agreement % takes no bookings', new.agreement_id
      using errcode = 'check_violation', constraint = 'agreement_stands';
  end if;
  if agreement.quota_minutes is not null then
    week := date_trunc('week', new.starts_at at time zone new.zone);
    select coalesce(sum(b.rent_minutes), 0) into used from bookings b
      where b.agreement_id = new.agreement_id and b.id <> new.id
        and b.starts_at >= (week at time zone new.zone) and b.starts_at < ((week + interval '7 days') at time zone new.zone)
        and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        and not (b.status = 'held' and b.hold_expires_at <= new.created_at);
    if used + new.rent_minutes > agreement.quota_minutes then
      raise exception 'agreement % has no hours left that week', new.agreement_id
        using errcode = 'check_violation', constraint = 'agreement_quota';
    end if;
  end if;
  if agreement.trial_uses is not null then
    select count(*) into used from bookings b
      where b.agreement_id = new.agreement_id and b.id <> new.id
        and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        and not (b.status = 'held' and b.hold_expires_at <= new.created_at);
    if used >= agreement.trial_uses then
      raise exception 'agreement % has no trial uses left', new.agreement_id
        using errcode = 'check_violation', constraint = 'agreement_trial';
    end if;
  end if;
  return new;
end $$;
create trigger bookings_within_agreement before insert on bookings for each row
  when (new.agreement_id is not null and new.status in ('held', 'confirmed'))
  execute function agreement_allows_booking();
create trigger bookings_again_within_agreement before update of status, starts_at on bookings for each row
  when (new.agreement_id is not null and new.status in ('held', 'confirmed')
    and (old.status = 'expired' or old.starts_at <> new.starts_at))
  execute function agreement_allows_booking();

create table applications (
  id bigint generated by default as identity primary key,
  professional_id bigint not null references professionals,
  space_id bigint not null references spaces,
  host_id bigint not null references hosts,
  -- Answers a vacancy (of the module vacancy).
  vacancy_id bigint,
  status text not null check (status in (
    'draft', 'sent', 'in_review', 'info_requested', 'countered', 'approved', 'declined', 'withdrawn', 'expired')),
  version integer not null default 1,
  message text not null default '' check (length(message) <= 1000),
  -- How much of the place they mean to use, in a week.
  expected_minutes integer not null default 0 check (expected_minutes between 0 and 10080),
  -- What lies on the table, and who laid it there.
  terms jsonb not null,
  terms_by text not null default 'professional' check (terms_by in ('professional', 'host')),
  -- What lay there before, to show what changed.
  terms_before jsonb,
  -- Which of the professional's ten it is while it is open.
  open_place smallint constraint applications_ten check (open_place between 1 and 10),
  counter_rounds smallint not null default 0 constraint applications_four_rounds check (counter_rounds between 0 and 4),
  info_rounds smallint not null default 0 constraint applications_two_questions check (info_rounds between 0 and 2),
  sent_at timestamptz,
  -- By when whoever is asked should answer; null while the clock stands still.
  respond_by timestamptz,
  expires_at timestamptz,
  -- Since when the clock stands still, while the professional is asked something.
  paused_at timestamptz,
  reminders smallint not null default 0,
  -- When the host first did anything about it.
  answered_at timestamptz,
  decided_at timestamptz,
  decline_reason text,
  decline_note text not null default '',
  decline_shared boolean not null default false,
  agreement_id bigint references agreements,
  created_at timestamptz not null,
  constraint applications_open_place check (
    (status in ('sent', 'in_review', 'info_requested', 'countered')) = (open_place is not null)),
  constraint applications_approved check ((status = 'approved') = (agreement_id is not null)),
  constraint applications_declined check ((status = 'declined') = (decline_reason is not null)),
  constraint applications_paused check ((status = 'info_requested') = (paused_at is not null)),
  constraint applications_clock check (
    (status in ('sent', 'in_review', 'countered', 'info_requested')) <= (expires_at is not null and sent_at is not null))
);
create unique index applications_ten_open on applications (professional_id, open_place) where open_place is not null;
create unique index applications_one_open on applications (professional_id, space_id, coalesce(vacancy_id, 0))
  where status in ('draft', 'sent', 'in_review', 'info_requested', 'countered');
create index applications_professional on applications (professional_id, id);
create index applications_host on applications (host_id, expires_at);
create index applications_space on applications (space_id);
create index applications_due on applications (expires_at) where open_place is not null;
create index applications_declined_lately on applications (professional_id, space_id, decided_at) where status = 'declined';

create trigger applications_version before update on applications for each row execute function hiring_version_rises();

-- The table of moves, once more: whatever the code does, no other step is possible.
create function application_step_is_legal() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('draft', 'sent'), ('draft', 'withdrawn'),
    ('sent', 'in_review'), ('sent', 'info_requested'), ('sent', 'countered'), ('sent', 'approved'),
    ('sent', 'declined'), ('sent', 'withdrawn'), ('sent', 'expired'),
    ('in_review', 'info_requested'), ('in_review', 'countered'), ('in_review', 'approved'),
    ('in_review', 'declined'), ('in_review', 'withdrawn'), ('in_review', 'expired'),
    ('info_requested', 'in_review'), ('info_requested', 'declined'), ('info_requested', 'withdrawn'),
    ('info_requested', 'expired'),
    ('countered', 'approved'), ('countered', 'declined'), ('countered', 'withdrawn'), ('countered', 'expired')
  ) then
    raise exception 'application % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'applications_steps';
  end if;
  return new;
end $$;
create trigger applications_steps before update of status on applications for each row
  when (old.status <> new.status) execute function application_step_is_legal();

-- Thirty days of rest after a no. Only one of a pair can be open, so a no and a new try cannot cross.
create function application_rests() returns trigger language plpgsql as $$
begin
  if exists (select from applications a
    where a.professional_id = new.professional_id and a.space_id = new.space_id and a.id <> new.id
      and a.status = 'declined' and a.decided_at > new.sent_at - interval '30 days') then
    raise exception 'declined within thirty days' using errcode = 'check_violation', constraint = 'applications_rest';
  end if;
  return new;
end $$;
create trigger applications_rest before update of status on applications for each row
  when (old.status = 'draft' and new.status = 'sent') execute function application_rests();

create table application_moves (
  application_id bigint not null references applications,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('professional', 'host', 'platform')),
  actor_account_id bigint,
  -- What was asked, answered or said with it.
  text text not null default '',
  terms jsonb,
  at timestamptz not null,
  primary key (application_id, version)
);
create trigger application_moves_append_only before update or delete on application_moves
  for each row execute function refuse_change();
create trigger application_moves_no_truncate before truncate on application_moves
  for each statement execute function refuse_change();

-- When the house may say yes in a host's name.
create table auto_approvals (
  host_id bigint primary key references hosts,
  rules jsonb not null check (jsonb_typeof(rules) = 'array' and jsonb_array_length(rules) <= 5),
  version integer not null default 1
);
