-- A space is published in nine steps (product.md §6): a draft holds what is known so far, and only what is whole is reviewed.

-- Whose business it is; what the tax office asks may come later, before the first payout.
alter table businesses
  add column legal_kind text not null default 'person' check (legal_kind in ('person', 'company')),
  add column rfc text check (rfc ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$'),
  add column tax_regime text check (tax_regime ~ '^[0-9]{3}$'),
  add column contact_email text not null default '',
  add column contact_phone text not null default '';

update businesses b set contact_email = a.email
  from hosts h join accounts a on a.id = h.account_id where h.id = b.host_id and a.erased_at is null;

-- Where a host's money goes: the 18 digits are sealed with a key made from KALLI_SECRET, the last four are for reading.
alter table hosts
  add column clabe bytea,
  add column clabe_end text check (clabe_end ~ '^[0-9]{4}$'),
  add column clabe_holder text,
  add column clabe_bank text,
  add column clabe_at timestamptz,
  add constraint hosts_clabe_whole check (
    (clabe is null) = (clabe_end is null) and (clabe is null) = (clabe_holder is null) and (clabe is null) = (clabe_at is null));

alter table spaces
  -- Which of the nine steps its host has saved. Rows that come from elsewhere are whole.
  add column steps smallint[] not null default '{1,2,3,4,5,6,7,8,9}' check (steps <@ '{1,2,3,4,5,6,7,8,9}'::smallint[]),
  add column postal_code text check (postal_code ~ '^[0-9]{5}$'),
  add column area_m2 smallint check (area_m2 between 1 and 5000),
  add column accessibility text[] not null default '{}' check (accessibility <@ '{ramp,restroom,elevator}'::text[]),
  -- [{item, shared}]: one at each unit, or one for all of them.
  add column equipment jsonb not null default '[]' check (jsonb_typeof(equipment) = 'array'),
  -- The shortest rent, what a rent is rounded up to, and how long before it must be asked for.
  add column block_minutes smallint not null default 30 check (block_minutes between 15 and 480),
  add column rounding_minutes smallint not null default 1 check (rounding_minutes in (1, 15, 30, 60)),
  add column notice_minutes integer not null default 0 check (notice_minutes between 0 and 20160),
  add column day_cap_cents bigint check (day_cap_cents > 0),
  -- [{hours, priceCents}], shortest first.
  add column hour_packs jsonb not null default '[]' check (jsonb_typeof(hour_packs) = 'array'),
  -- The answers of contract/space/house-rules.ts, and what the host adds in their own words.
  add column house_rules jsonb not null default '{}' check (jsonb_typeof(house_rules) = 'object'),
  add column rules_text text not null default '',
  -- Who may work here. Empty categories: any.
  add column categories text[] not null default '{}',
  add column minimum_level smallint not null default 0 check (minimum_level between 0 and 3),
  add column required_documents text[] not null default '{}',
  add column welcome text not null default 'application' check (welcome in ('instant', 'agreement', 'application')),
  add column needles boolean not null default false,
  add column insured boolean not null default false,
  -- When it went to review, until when that is answered, what was in doubt, and what was said.
  add column submitted_at timestamptz,
  add column review_due_at timestamptz,
  add column reviewed_at timestamptz,
  add column doubts text[] not null default '{}',
  add column review_note text,
  drop constraint spaces_status_check,
  add constraint spaces_status_check
    check (status in ('draft', 'in_review', 'published', 'paused', 'suspended', 'archived')),
  drop constraint spaces_price_per_hour_cents_check,
  add constraint spaces_price_per_hour_cents_check check (price_per_hour_cents >= 0),
  -- Empty and zero mean "not said yet": nothing that others see may be so.
  add constraint spaces_whole check (status in ('draft', 'archived') or (
    name <> '' and city <> '' and address <> '' and municipality_id > 0 and price_per_hour_cents > 0)),
  add constraint spaces_in_review_has_deadline check (status <> 'in_review' or review_due_at is not null);

-- The moves of contract/space/listing.ts; an archived one stays so.
create function listing_moves_only() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('draft', 'in_review'), ('in_review', 'draft'), ('in_review', 'published'), ('published', 'paused'),
    ('paused', 'published'), ('published', 'suspended'), ('paused', 'suspended'), ('suspended', 'paused'),
    ('draft', 'archived'), ('in_review', 'archived'), ('published', 'archived'), ('paused', 'archived'),
    ('suspended', 'archived'))
  then
    raise exception 'a listing does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'spaces_moves';
  end if;
  if old.status = 'draft' and new.status = 'in_review' and cardinality(new.photos) < 4 then
    raise exception 'a listing in review has four photos' using errcode = 'check_violation', constraint = 'spaces_four_photos';
  end if;
  return new;
end $$;
create trigger spaces_moves before update on spaces
  for each row when (old.status is distinct from new.status) execute function listing_moves_only();

-- Who moved a listing, when and why.
create table listing_moves (
  id bigint generated always as identity primary key,
  space_id bigint not null references spaces,
  version integer not null,
  move text not null,
  by text not null check (by in ('host', 'platform', 'administrator')),
  account_id bigint,
  reason text,
  at timestamptz not null
);
create index listing_moves_space on listing_moves (space_id, id);
create trigger listing_moves_append_only before update or delete on listing_moves
  for each row execute function refuse_change();

-- Files of spaces are noted before they are written and forgotten after they are gone, so that none is lost sight of.
create table space_files (
  id uuid primary key,
  kind text not null check (kind in ('photo', 'document')),
  created_at timestamptz not null
);

create table space_photos (
  id uuid primary key,
  space_id bigint not null references spaces,
  position smallint not null constraint space_photos_ten check (position between 1 and 10),
  -- Where it is shown; a drawn picture of the town stands elsewhere than an uploaded one.
  address text not null,
  caption text not null default '' check (length(caption) <= 140),
  -- Of the file as it was sent: the same one sent again is the same photo.
  content_hash bytea,
  created_at timestamptz not null default now(),
  constraint space_photos_once unique (space_id, content_hash),
  constraint space_photos_position unique (space_id, position) deferrable initially deferred
);
insert into space_photos (id, space_id, position, address)
  select gen_random_uuid(), s.id, shot.place, shot.address
  from spaces s, unnest(s.photos) with ordinality as shot(address, place) where shot.place <= 10;

-- spaces.photos is what cards, pages and search read: always the photos in their order.
create function keep_space_photos() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(new.space_id, old.space_id);
  now_shown text[] := coalesce(
    (select array_agg(address order by position) from space_photos where space_id = changed), '{}');
begin
  update spaces set photos = now_shown where id = changed and photos is distinct from now_shown;
  return null;
end $$;
create trigger space_photos_kept after insert or update or delete on space_photos
  for each row execute function keep_space_photos();

-- Papers of a space. One of a kind counts; a new one takes the place of the one before. The file itself is for its owner
-- and for administrators.
create table space_documents (
  id uuid primary key,
  space_id bigint not null references spaces,
  kind text not null check (kind in ('right_to_list', 'operating_notice', 'waste_disposal', 'insurance')),
  status text not null check (status in ('uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected')),
  file_name text not null,
  content_type text not null,
  bytes integer not null check (bytes > 0),
  valid_until date,
  reason text,
  created_at timestamptz not null,
  reviewed_at timestamptz,
  version integer not null default 1,
  constraint space_documents_one_of_a_kind unique (space_id, kind),
  check ((status = 'rejected') = (reason is not null))
);
create index space_documents_waiting on space_documents (created_at) where status = 'in_review';
create index space_documents_ends on space_documents (valid_until) where status in ('valid', 'expiring');
create function document_moves_only() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('uploaded', 'in_review'), ('in_review', 'valid'), ('in_review', 'rejected'),
    ('valid', 'expiring'), ('valid', 'expired'), ('expiring', 'expired'))
  then
    raise exception 'a document does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'space_documents_moves';
  end if;
  return new;
end $$;
create trigger space_documents_moves before update on space_documents
  for each row when (old.status is distinct from new.status) execute function document_moves_only();

-- What neighbours ask for the same kind of place.
create index spaces_neighbours on spaces (space_type, latitude) where status = 'published';
-- What waits for an administrator or for the automatic check.
create index spaces_review on spaces (review_due_at) where status = 'in_review';
create index spaces_doubtful on spaces (id) where doubts <> '{}';
