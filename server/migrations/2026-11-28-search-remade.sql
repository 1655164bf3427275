-- List prices and the ways in which somebody is found are in every document of search, not only in those with other places: without
-- this a document from before keeps its old price, and is found neither by "online" nor by "at a place", until its professional changes.
call search_remake();
