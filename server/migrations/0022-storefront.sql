-- What people keep for later: a professional or a space, each once.
create table favourites (
  account_id bigint not null references accounts on delete cascade,
  professional_id bigint references professionals,
  space_id bigint references spaces,
  created_at timestamptz not null,
  constraint favourites_one_thing check (num_nonnulls(professional_id, space_id) = 1)
);
create unique index favourites_professional on favourites (account_id, professional_id) where professional_id is not null;
create unique index favourites_space on favourites (account_id, space_id) where space_id is not null;

-- A list that one reads: with two hundred of a kind it is none any more. The row of the account makes two at once wait.
create function favourites_have_room() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 200 from favourites f
    where f.account_id = new.account_id and (f.space_id is null) = (new.space_id is null)) then
    raise exception 'the list is full' using errcode = '23514', constraint = 'favourites_full';
  end if;
  return new;
end $$;
create trigger favourites_room before insert on favourites
  for each row execute function favourites_have_room();

-- "Avísame": told once, when there is an hour to book; on one day, or on any.
create table opening_alerts (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  professional_id bigint not null references professionals,
  on_date date,
  asked_at timestamptz not null,
  told_at timestamptz
);
create unique index opening_alerts_waiting on opening_alerts (account_id, professional_id, coalesce(on_date, '-infinity'))
  where told_at is null;
create index opening_alerts_professional on opening_alerts (professional_id) where told_at is null;
create function opening_alerts_have_room() returns trigger language plpgsql as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 30 from opening_alerts a where a.account_id = new.account_id and a.told_at is null) then
    raise exception 'too many alerts' using errcode = '23514', constraint = 'opening_alerts_full';
  end if;
  return new;
end $$;
create trigger opening_alerts_room before insert on opening_alerts
  for each row execute function opening_alerts_have_room();

-- Pictures of somebody's work. Noted before the files are written and removed after they are gone; `drawn` is the
-- address of a picture of the house's own, which has no files.
create table portfolio_pictures (
  id uuid primary key,
  professional_id bigint not null references professionals,
  drawn text,
  width smallint not null check (width > 0),
  height smallint not null check (height > 0),
  created_at timestamptz not null
);
create index portfolio_pictures_professional on portfolio_pictures (professional_id);

create table portfolio_items (
  -- Given by who sends it: a picture that is sent twice is one.
  id uuid primary key,
  professional_id bigint not null references professionals,
  position smallint not null,
  caption text not null default '' check (length(caption) <= 140),
  before_picture uuid unique references portfolio_pictures,
  after_picture uuid not null unique references portfolio_pictures,
  -- The person shown allowed it, or nobody is shown; null: not said yet.
  consent text check (consent in ('given', 'nobody_shown')),
  consent_at timestamptz,
  published boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint portfolio_consent_time check ((consent is null) = (consent_at is null)),
  constraint portfolio_needs_consent check (not published or consent is not null)
);
create index portfolio_items_professional on portfolio_items (professional_id, position, id);

create function portfolio_has_room() returns trigger language plpgsql as $$
begin
  perform 1 from professionals where id = new.professional_id for update;
  if (select count(*) >= 24 from portfolio_items i where i.professional_id = new.professional_id) then
    raise exception 'the portfolio is full' using errcode = '23514', constraint = 'portfolio_full';
  end if;
  return new;
end $$;
create trigger portfolio_room before insert on portfolio_items
  for each row execute function portfolio_has_room();

-- Whoever allowed one picture has not allowed another.
create function portfolio_asks_again() returns trigger language plpgsql as $$
begin
  new.consent := null;
  new.consent_at := null;
  new.published := false;
  return new;
end $$;
create trigger portfolio_new_picture before update of before_picture, after_picture on portfolio_items
  for each row when (
    old.after_picture is distinct from new.after_picture
    or new.before_picture is not null and old.before_picture is distinct from new.before_picture)
  execute function portfolio_asks_again();
