-- Empty words were deleted after stemming, and with them every word whose stem is spelt like one: "láser" is "las", "poros" is "por".
-- Nobody who offers a laser depilation was found by it. They are left out before.
create or replace function search_words_of(given text, weight "char") returns tsvector language sql stable parallel safe
RETURN setweight(to_tsvector('kalli'::regconfig, regexp_replace(search_text(COALESCE(given, ''::text)), '\m(a|al|con|de|del|e|el|en|la|las|lo|los|o|para|por|su|sus|un|y)\M'::text, ''::text, 'g'::text)), weight);

-- Where a word occurs: what is typed is continued with words of names, of services or of spaces, and the index is not walked for words
-- that are almost always something else ("roma" as a service).
alter table search_words
  add column in_names integer default 0 not null,
  add column in_services integer default 0 not null,
  add column in_spaces integer default 0 not null;

create or replace procedure search_count() language plpgsql as $$
begin
  lock table search_words in share row exclusive mode;
  delete from search_words;
  insert into search_words (word, documents, in_names, in_services, in_spaces)
    select word, sum(documents), sum(in_names), sum(in_services), sum(in_spaces) from (
      select word, ndoc as documents, 0 as in_names, 0 as in_services, 0 as in_spaces
        from ts_stat('select words from search_professionals', 'abcd')
      union all select word, ndoc, 0, 0, 0 from ts_stat('select words from search_spaces', 'abcd')
      union all select word, 0, ndoc, 0, 0 from ts_stat('select words from search_professionals', 'a')
      union all select word, 0, 0, ndoc, 0 from ts_stat('select words from search_professionals', 'b')
      union all select word, 0, 0, 0, ndoc from ts_stat('select words from search_spaces', 'ab')
    ) one
    where word !~ '^\d+$' group by word;
end $$;

call search_remake();
