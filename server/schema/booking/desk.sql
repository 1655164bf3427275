-- Addresses that a host's desk invited, deleted once the email was sent: events and finished jobs only refer to the row.
create table desk_invitations (
  id uuid not null,
  space_id bigint not null,
  email text not null,
  created_at timestamptz not null,
  constraint desk_invitations_pkey primary key (id)
);
comment on table desk_invitations is 'Rents at a host’s desk for people without an account.';

create index desk_invitations_created on desk_invitations (created_at);
create index desk_invitations_space on desk_invitations (space_id);

alter table desk_invitations add constraint desk_invitations_space_id_fkey
  foreign key (space_id) references spaces(id);
