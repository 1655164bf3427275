-- In which languages a professional receives people (contract/places/languages.ts), Spanish among them.
alter table professionals
  add column languages text[] not null default '{}',
  add constraint professionals_languages
    check (cardinality(languages) <= 13 and languages <@ '{es,en,fr,pt,it,de,zh,ko,lsm,nah,yua,zap,mix}'::text[]) not valid;
alter table professionals validate constraint professionals_languages;
