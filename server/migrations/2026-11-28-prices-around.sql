-- What others of its kind ask around a space is read by its latitude, not from every space.
create index spaces_prices_around on spaces (space_type, latitude) where status = 'published';
