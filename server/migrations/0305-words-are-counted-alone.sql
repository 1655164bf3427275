-- Two workers that counted at the same moment, or one beside a profile that brought a new word, met at the primary key, and one of them
-- failed. Counting waits for who writes words, and who writes them waits for it; readers wait for nobody.
create or replace procedure search_count() language plpgsql as $$
begin
  lock table search_words in share row exclusive mode;
  delete from search_words;
  insert into search_words
    select word, sum(ndoc) from (
      select word, ndoc from ts_stat('select words from search_professionals', 'abcd')
      union all select word, ndoc from ts_stat('select words from search_spaces', 'abcd')
    ) both_kinds
    where word !~ '^\d+$' group by word;
end $$;
