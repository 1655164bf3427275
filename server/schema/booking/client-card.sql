-- A professional's book of clients: who visited, and who was entered by hand or imported before any visit.
create table client_imports (
  id uuid not null,
  professional_id bigint not null,
  origin text not null,
  -- The hash of the file, so that the same file imported again is one import.
  digest bytea not null,
  added integer not null,
  filled integer not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  constraint client_imports_pkey primary key (id),
  constraint client_imports_origin check (origin in ('fresha', 'google', 'vcard', 'csv')),
  constraint client_imports_counts check (added >= 0 and filled >= 0)
);
comment on table client_imports is 'Files of clients that professionals imported, without their content.';
create unique index client_imports_once on client_imports (professional_id, digest) where undone_at is null;
comment on index client_imports_once is 'one file imported twice by two calls at once';
alter table client_imports add constraint client_imports_professional_id_fkey
  foreign key (professional_id) references professionals(id);

create table client_cards (
  professional_id bigint not null,
  -- The id of the client whose visit created the card, or a new number of the same sequence.
  id bigint not null,
  -- Null: entered by hand, without a visit yet.
  client_id bigint,
  -- The card of the same person into which this one was merged; undoing it sets null.
  merged_into bigint,
  is_root boolean not null generated always as (merged_into is null) stored,
  merges_root boolean generated always as (case when merged_into is not null then true end) stored,
  -- Null: as the client stated it.
  first_name text,
  last_name text,
  phone text default '' not null,
  email text default '' not null,
  birth_month smallint,
  birth_day smallint,
  birth_year smallint,
  found_by text default '' not null,
  tags text[] default '{}' not null,
  import_id uuid,
  version integer default 1 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint client_cards_pkey primary key (professional_id, id),
  constraint client_cards_root unique (professional_id, id, is_root),
  constraint client_cards_named check (client_id is not null or first_name is not null),
  constraint client_cards_lengths check (length(first_name) <= 80 and length(last_name) <= 80 and length(email) <= 200
    and length(found_by) <= 120 and cardinality(tags) <= 12),
  constraint client_cards_phone check ((phone = '') or (phone ~ '^\+\d{7,15}$')),
  constraint client_cards_birthday check (num_nulls(birth_month, birth_day) in (0, 2) and (birth_month is not null or birth_year is null)
    and birth_month between 1 and 12 and birth_day between 1 and 31 and birth_year between 1900 and 2100
    and (birth_month is null or birth_day <= case birth_month when 2 then 29 when 4 then 30 when 6 then 30 when 9 then 30 when 11 then 30 else 31 end)),
  constraint client_cards_merge check (merged_into <> id)
);
comment on table client_cards is 'What a professional has entered about a client: name, telephone, birthday, tags.';
create unique index client_cards_phone_once on client_cards (professional_id, phone) where (phone <> '');
comment on index client_cards_phone_once is 'two cards of one telephone in a professional’s book';
create unique index client_cards_client_once on client_cards (professional_id, client_id) where (client_id is not null);
comment on index client_cards_client_once is 'two cards of one client in a professional’s book';
create index client_cards_client on client_cards (client_id) where (client_id is not null);
create index client_cards_merged on client_cards (professional_id, merged_into) where (merged_into is not null);
create index client_cards_import on client_cards (import_id) where (import_id is not null);
alter table client_cards add constraint client_cards_professional_id_fkey
  foreign key (professional_id) references professionals(id);
alter table client_cards add constraint client_cards_client_id_fkey
  foreign key (client_id) references clients(id);
alter table client_cards add constraint client_cards_import_id_fkey
  foreign key (import_id) references client_imports(id);
alter table client_cards add constraint client_cards_merged_into_root
  foreign key (professional_id, merged_into, merges_root) references client_cards (professional_id, id, is_root) on delete cascade;
comment on constraint client_cards_merged_into_root on client_cards is 'a client merged into another professional’s, or into one that is merged itself';

-- The columns that an import filled in on existing cards, so that undoing it empties them again.
create table client_import_fills (
  import_id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  columns text[] not null,
  -- The version of the card after the import: later edits are not undone.
  version integer not null,
  constraint client_import_fills_pkey primary key (import_id, card_id),
  constraint client_import_fills_columns check (columns <@ array['phone', 'email', 'birthday', 'found_by', 'tags', 'note'])
);
comment on table client_import_fills is 'Which empty fields of cards an import has filled in.';
create index client_import_fills_card on client_import_fills (professional_id, card_id);
alter table client_import_fills add constraint client_import_fills_import_id_fkey
  foreign key (import_id) references client_imports(id) on delete cascade;
alter table client_import_fills add constraint client_import_fills_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;

-- Work notes: sealed like answers to intake forms.
create table client_work_notes (
  id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  template text not null,
  done_on date not null,
  -- The text, sealed for this professional, card and note, with the part that the client may read.
  sealed bytea not null,
  key_id text not null,
  is_shared boolean not null,
  version integer default 1 not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint client_work_notes_pkey primary key (id),
  constraint client_work_notes_template check (template in ('color', 'skin', 'body', 'nails', 'therapy', 'other')),
  constraint client_work_notes_key check (key_id ~ '^[0-9a-f]{16}$')
);
comment on table client_work_notes is 'What a professional did at a client’s visit: formula, products, plan; sealed.';
create index client_work_notes_card on client_work_notes (professional_id, card_id, done_on);
create index client_work_notes_key on client_work_notes (key_id);
alter table client_work_notes add constraint client_work_notes_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;
