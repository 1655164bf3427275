-- Which of the three is suspended; null: none. The suspending transaction locks these rows (for update) until it commits, so one
-- of the two sees the other: a booking made first is found and cancelled, one made second is refused here.
create function suspended_party(professional bigint, host bigint, client bigint) returns text language plpgsql as $$
begin
  perform from professionals where id = professional for key share;
  if host is not null then
    perform from hosts where id = host for key share;
  end if;
  if client is not null then
    perform from clients where id = client for key share;
  end if;
  return (
    select case when exists (select from professionals p where p.id = professional and p.account_id = a.id) then 'professional'
      when exists (select from hosts h where h.id = host and h.account_id = a.id) then 'host' else 'client' end
    from accounts a where a.suspended_at is not null and (
      a.id = (select account_id from professionals where id = professional)
      or a.id = (select account_id from hosts where id = host)
      or a.id = (select account_id from clients where id = client)
      -- A visitor with the same email or telephone is the same person.
      or a.email = (select email from clients where id = client and account_id is null)
      or a.phone_confirmed_at is not null and a.phone = (select proved_phone from clients where id = client and account_id is null))
    order by a.id limit 1);
end $$;

create function is_own_booking(professional bigint, client bigint, contact jsonb) returns boolean language sql stable as $$
  select exists (
    select from professionals p join accounts a on a.id = p.account_id left join clients c on c.id = client
    where p.id = professional and (
      c.account_id = a.id
      or lower(contact ->> 'email') = lower(a.email)
      or (length(last_ten_digits(a.phone)) = 10 and last_ten_digits(contact ->> 'phone') = last_ten_digits(a.phone))))
$$;

create table professionals (
  id bigint not null,
  account_id bigint not null,
  slug text not null,
  first_name text not null,
  last_name text not null,
  bio text default '' not null,
  experience_years smallint default 0 not null,
  specialties text[] default '{}'::text[] not null,
  categories text[] default '{}'::text[] not null,
  base_price_cents bigint default 0 not null,
  -- Kept by the service module: the lowest price of an active service, else the base price.
  from_price_cents bigint default 0 not null,
  municipality_id integer not null,
  city text not null,
  state text not null,
  neighbourhood text,
  address text,
  latitude double precision not null,
  longitude double precision not null,
  zone text not null,
  has_own_place boolean default false not null,
  verified boolean default false not null,
  profile_image_url text,
  rating numeric(3,2) default 0 not null,
  review_count integer default 0 not null,
  -- The regime for the tax tables.
  tax_regime text default 'individual' not null,
  status text default 'draft' not null,
  version integer default 1 not null,
  created_at timestamptz not null,
  -- When the public page last changed, for sitemap.xml.
  changed_at timestamptz default now() not null,
  -- What an hour of a professional costs. The rules are stored on the professional, where pricing reads them without a
  -- join; every version of them is stored here, with who wrote it.
  -- DemandRules of contract/pricing/demand.ts; null: every hour at the service's own price.
  demand_rules jsonb,
  demand_version integer default 1 not null,
  -- In which languages a professional receives people (contract/places/languages.ts), Spanish among them.
  languages text[] default '{}'::text[] not null,
  suspended_from text,
  -- Until which date a professional's cédula allows services that need one (health, nutrition, therapy; product.md §5): no
  -- hour after it is offered, none is booked, and what was booked before is cancelled in time (docs/verification/licences.md).
  -- Null: without an end, or never required. Maintained by a trigger on `documents`, so that it stays correct after every
  -- change to a document.
  licensed_until date,
  constraint professionals_pkey primary key (id),
  constraint professionals_account_id_key unique (account_id),
  constraint professionals_slug_key unique (slug),
  constraint professionals_base_price_cents_check check (base_price_cents >= 0),
  constraint professionals_demand_whole check ((demand_rules is null) or ((jsonb_typeof(demand_rules) = 'object') and (demand_rules ?& '{rules,lastMinute,surgeCapBp,quietFloorBp,firstVisit,frozenServices,frozenClients}'::text[]) and ((((demand_rules ->> 'surgeCapBp'))::integer >= 0) and (((demand_rules ->> 'surgeCapBp'))::integer <= 3000)) and ((((demand_rules ->> 'quietFloorBp'))::integer >= 3000) and (((demand_rules ->> 'quietFloorBp'))::integer <= 10000)))),
  constraint professionals_experience_years_check check (experience_years between 0 and 70),
  constraint professionals_languages check ((cardinality(languages) <= 13) and (languages <@ '{es,en,fr,pt,it,de,zh,ko,lsm,nah,yua,zap,mix}'::text[])),
  constraint professionals_status_check check (status in ('draft', 'published', 'paused', 'suspended')),
  constraint professionals_suspended_from check (((status = 'suspended') = (suspended_from is not null)) and suspended_from in ('published', 'paused')),
  constraint professionals_tax_regime_check check (tax_regime in ('individual', 'no_rfc', 'physician'))
);
comment on table professionals is 'Profiles of professionals.';
comment on constraint professionals_demand_whole on professionals is
  'invalid rules of prices by demand, a rise above +30 %, a skipped version, a version changed afterwards';

-- How often a professional's page was opened, by the date at their place; without identifying visitors.
create table profile_views (
  professional_id bigint not null,
  on_date date not null,
  views integer default 1 not null,
  constraint profile_views_pkey primary key (professional_id, on_date),
  constraint profile_views_views_check check (views > 0)
);
comment on table profile_views is 'Views of a profile by day.';

-- Visitors already counted today, so that a visitor counts once a day: digests only, deleted after two days.
create table profile_viewers (
  professional_id bigint not null,
  on_date date not null,
  viewer bytea not null,
  origin bytea not null,
  constraint profile_viewers_pkey primary key (professional_id, on_date, viewer)
);
comment on table profile_viewers is 'Viewer: digest of the account or of the visitor cookie. Origin: digest of the address, which bounds what one machine without cookies can add.';

create index professionals_street on professionals (id) where ((status = 'published') and verified);
create index profile_viewers_date on profile_viewers (on_date);
create index profile_viewers_origin on profile_viewers (professional_id, on_date, origin);

alter table professionals add constraint professionals_account_id_fkey
  foreign key (account_id) references accounts(id);

alter table profile_views add constraint profile_views_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;

alter table profile_viewers add constraint profile_viewers_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;

create function note_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;

-- Nothing of a suspended account is published, by any actor.
create function suspended_publish_nothing() returns trigger language plpgsql as $$
declare
  is_suspended boolean;
begin
  if tg_table_name = 'professionals' then
    select suspended_at is not null into is_suspended from accounts where id = new.account_id;
  else
    select a.suspended_at is not null into is_suspended from hosts h join accounts a on a.id = h.account_id where h.id = new.host_id;
  end if;
  if is_suspended then
    raise exception '% % is of a suspended account', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'suspended_publish_nothing';
  end if;
  return new;
end $$;

create trigger professionals_changed
  before update on professionals for each row when ((old.* is distinct from new.*))
  execute function note_change();

create trigger professionals_of_suspended
  before insert or update of status on professionals for each row when ((new.status = 'published'))
  execute function suspended_publish_nothing();
