-- Pictures of a professional's work. Recorded before the files are written and removed after they are deleted; `drawn` is the
-- address of one of Kalli's own pictures, which has no files.
create table portfolio_pictures (
  id uuid not null,
  professional_id bigint not null,
  drawn text,
  width smallint not null,
  height smallint not null,
  created_at timestamptz not null,
  constraint portfolio_pictures_pkey primary key (id),
  constraint portfolio_pictures_height_check check (height > 0),
  constraint portfolio_pictures_width_check check (width > 0)
);
comment on table portfolio_pictures is 'Pictures of that work.';

create table portfolio_items (
  -- The client's id of the item: a repeated upload is one item.
  id uuid not null,
  professional_id bigint not null,
  "position" smallint not null,
  caption text default '' not null,
  before_picture uuid,
  after_picture uuid not null,
  -- The person shown consented, or no person is shown; null: not stated yet.
  consent text,
  consent_at timestamptz,
  published boolean default false not null,
  version integer default 1 not null,
  created_at timestamptz not null,
  constraint portfolio_items_pkey primary key (id),
  constraint portfolio_items_after_picture_key unique (after_picture),
  constraint portfolio_items_before_picture_key unique (before_picture),
  constraint portfolio_consent_time check ((consent is null) = (consent_at is null)),
  constraint portfolio_items_caption_check check (length(caption) <= 140),
  constraint portfolio_items_consent_check check (consent in ('given', 'nobody_shown')),
  constraint portfolio_needs_consent check ((not published) or (consent is not null))
);
comment on table portfolio_items is 'Work that a professional shows.';
comment on constraint portfolio_needs_consent on portfolio_items is
  'a portfolio photo that is public without consent, or with the consent given for another photo';

-- Which items of its professional's portfolio show a service, at most six, in their order.
create unique index portfolio_items_owner on portfolio_items (professional_id, id);
create index portfolio_items_professional on portfolio_items (professional_id, "position", id);
create index portfolio_pictures_professional on portfolio_pictures (professional_id);

alter table portfolio_pictures add constraint portfolio_pictures_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table portfolio_items add constraint portfolio_items_after_picture_fkey
  foreign key (after_picture) references portfolio_pictures(id);

alter table portfolio_items add constraint portfolio_items_before_picture_fkey
  foreign key (before_picture) references portfolio_pictures(id);

alter table portfolio_items add constraint portfolio_items_professional_id_fkey
  foreign key (professional_id) references professionals(id);

create function portfolio_has_room() returns trigger language plpgsql as $$
begin
  perform 1 from professionals where id = new.professional_id for update;
  if (select count(*) >= 24 from portfolio_items i where i.professional_id = new.professional_id) then
    raise exception 'the portfolio is full' using errcode = '23514', constraint = 'portfolio_full';
  end if;
  return new;
end $$;

-- Consent to one picture is not consent to another.
create function portfolio_asks_again() returns trigger language plpgsql as $$
begin
  raise exception 'the new picture of % has no consent', new.id
    using errcode = 'check_violation', constraint = 'portfolio_new_picture';
end $$;

create trigger portfolio_new_picture
  before update of before_picture, after_picture on portfolio_items for each row when (((new.consent is not null) and ((old.after_picture is distinct from new.after_picture) or ((new.before_picture is not null) and (old.before_picture is distinct from new.before_picture)))))
  execute function portfolio_asks_again();
comment on trigger portfolio_new_picture on portfolio_items is
  'With portfolio_needs_consent.';

create trigger portfolio_room
  before insert on portfolio_items for each row
  execute function portfolio_has_room();
comment on trigger portfolio_room on portfolio_items is
  'more than 24 portfolio photos, 200 saved items of a kind, 30 waiting alerts';
