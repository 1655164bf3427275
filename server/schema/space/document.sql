-- Documents of a space, one of each kind; a new one replaces the one before. Only the host and administrators see the file.
create table space_documents (
  id uuid not null,
  space_id bigint not null,
  kind text not null,
  status text not null,
  file_name text not null,
  content_type text not null,
  bytes integer not null,
  valid_until date,
  reason text,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  version integer default 1 not null,
  last_week boolean default false not null,
  constraint space_documents_pkey primary key (id),
  constraint space_documents_one_of_a_kind unique (space_id, kind),
  constraint space_documents_bytes_check check (bytes > 0),
  constraint space_documents_check check ((status = 'rejected') = (reason is not null)),
  constraint space_documents_kind_check check (kind in ('right_to_list', 'operating_notice', 'waste_disposal', 'insurance')),
  constraint space_documents_status_check check (status in ('uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected'))
);
comment on table space_documents is 'Documents of a listing that staff look at.';

create index space_documents_ends on space_documents (valid_until) where status in ('valid', 'expiring');
create index space_documents_waiting on space_documents (created_at) where (status = 'in_review');

alter table space_documents add constraint space_documents_space_id_fkey
  foreign key (space_id) references spaces(id);

create trigger space_documents_moves
  before update on space_documents for each row when ((old.status is distinct from new.status))
  execute function only_listed_moves('space_documents_moves', 'status', 'uploaded: in_review', 'in_review: valid rejected', 'valid: expiring expired', 'expiring: expired');
