-- Saved professionals and spaces, each once.
create table favourites (
  account_id bigint not null,
  professional_id bigint,
  space_id bigint,
  created_at timestamptz not null,
  constraint favourites_one_thing check (num_nonnulls(professional_id, space_id) = 1)
);
comment on table favourites is 'Professionals and spaces that a person saved.';

-- "Avísame": notifies a client once, when there is a bookable hour; on one date, or on any.
create table opening_alerts (
  id bigint generated always as identity not null,
  account_id bigint not null,
  professional_id bigint not null,
  on_date date,
  requested_at timestamptz not null,
  notified_at timestamptz,
  constraint opening_alerts_pkey primary key (id)
);
comment on table opening_alerts is 'Alerts when a professional has time.';

create unique index favourites_professional on favourites (account_id, professional_id) where (professional_id is not null);
comment on index favourites_professional is
  'the same item saved twice, the same alert waiting twice';
create unique index favourites_space on favourites (account_id, space_id) where (space_id is not null);
comment on index favourites_space is
  'With favourites_professional.';
create index opening_alerts_professional on opening_alerts (professional_id) where (notified_at is null);
create unique index opening_alerts_waiting on opening_alerts (account_id, professional_id, coalesce(on_date, '-infinity'::date)) where (notified_at is null);
comment on index opening_alerts_waiting is
  'With favourites_professional.';

alter table favourites add constraint favourites_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table favourites add constraint favourites_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table favourites add constraint favourites_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table opening_alerts add constraint opening_alerts_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;

alter table opening_alerts add constraint opening_alerts_professional_id_fkey
  foreign key (professional_id) references professionals(id);

-- At most two hundred of each kind. The lock of the account makes two concurrent inserts wait for each other.
create function favourites_have_room() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 200 from favourites f
    where f.account_id = new.account_id and (f.space_id is null) = (new.space_id is null)) then
    raise exception 'the list is full' using errcode = '23514', constraint = 'favourites_full';
  end if;
  return new;
end $$;

create function opening_alerts_have_room()
 returns trigger
 language plpgsql
as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 30 from opening_alerts a where a.account_id = new.account_id and a.notified_at is null) then
    raise exception 'too many alerts' using errcode = '23514', constraint = 'opening_alerts_full';
  end if;
  return new;
end $$;

create trigger favourites_room
  before insert on favourites for each row
  execute function favourites_have_room();
comment on trigger favourites_room on favourites is
  'With portfolio_room.';

create trigger opening_alerts_room
  before insert on opening_alerts for each row
  execute function opening_alerts_have_room();
comment on trigger opening_alerts_room on opening_alerts is
  'With portfolio_room.';
