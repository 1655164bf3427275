-- Spanish stems without accents and without stop words: "uñas" folds to "unas", which Spanish lists as a stop word.
create text search dictionary kalli_stem (template = snowball, language = spanish);
create text search configuration kalli (parser = default);
alter text search configuration kalli add mapping
  for asciiword, word, numword, int, uint, asciihword, hword, hword_asciipart, hword_part, numhword, hword_numpart
  with kalli_stem;
