-- Ranges with equality in exclusion constraints, fuzzy words, accents, arrays beside words in one index.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;
