-- Documents with a validity, of the professionals and hosts who must show them; the files are private.
create table documents (
  id uuid not null,
  owner_kind text not null,
  owner_id bigint not null,
  kind text not null,
  status text not null,
  file_key text not null,
  file_type text not null,
  file_bytes integer not null,
  number text default '' not null,
  valid_to date,
  rejected_reason text,
  uploaded_at timestamptz not null,
  reviewed_at timestamptz,
  -- Null when the local stand-in reviewed it.
  reviewed_by bigint,
  version integer default 1 not null,
  -- Its owner is notified twice before a document expires: thirty days before, and in its last week.
  last_week boolean default false not null,
  constraint documents_pkey primary key (id),
  constraint documents_file_key_key unique (file_key),
  constraint documents_file_bytes_check check (file_bytes > 0),
  constraint documents_owner_kind_check check (owner_kind in ('professional', 'host', 'business', 'space')),
  constraint documents_rejected check ((status = 'rejected') = (rejected_reason is not null)),
  constraint documents_reviewed check (status in ('uploaded', 'in_review') = (reviewed_at is null)),
  constraint documents_status_check check (status in ('uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected'))
);
comment on table documents is 'Documents of a professional.';

create unique index documents_one_reviewed on documents (owner_kind, owner_id, kind) where status in ('valid', 'expiring', 'expired');
create unique index documents_one_waits on documents (owner_kind, owner_id, kind) where status in ('uploaded', 'in_review', 'rejected');
create index documents_validity on documents (valid_to) where status in ('valid', 'expiring');

alter table documents add constraint documents_reviewed_by_fkey
  foreign key (reviewed_by) references accounts(id);

create function licence_follows() returns trigger language plpgsql as $$
declare
  owner bigint := coalesce(new.owner_id, old.owner_id);
  reviewed integer;
  until date;
begin
  select count(*), case when bool_or(valid_to is null) then null else max(valid_to) end into reviewed, until from documents
  where owner_kind = 'professional' and owner_id = owner and kind = 'license' and status in ('valid', 'expiring', 'expired');
  if reviewed = 0 then
    -- Only a professional who had a licence and removes it is left without one; one who never had one was required to
    -- show it when publishing.
    if tg_op = 'INSERT' or old.status not in ('valid', 'expiring', 'expired') then
      return null;
    end if;
    until := date '2000-01-01';
  end if;
  update professionals set licensed_until = until where id = owner and licensed_until is distinct from until;
  return null;
end $$;

create trigger documents_licence
  after insert or update on documents for each row when (((new.owner_kind = 'professional') and (new.kind = 'license')))
  execute function licence_follows();

create trigger documents_licence_gone
  after delete on documents for each row when (((old.owner_kind = 'professional') and (old.kind = 'license')))
  execute function licence_follows();
