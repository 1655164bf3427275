-- Searches that found nothing, as counts: what was sought, in which municipality and for which hour. Nothing of who asked:
-- no account, no address, no words. Written in batches by the search module, read by hosts of that place.
create table unmet_demand (
  -- Of the search, at the capital.
  day date not null,
  sought text not null check (sought in ('professionals', 'spaces')),
  -- A category of professionals or a type of space; empty: none was named.
  category text not null check (length(category) <= 20),
  -- Zero: only the state was named.
  municipality_id integer not null check (municipality_id >= 0),
  state text not null check (length(state) between 1 and 40),
  -- For when, by the clock of the place; null: for no hour in particular.
  weekday smallint check (weekday between 1 and 7),
  hour smallint check (hour between 0 and 23),
  searches integer not null check (searches > 0),
  constraint unmet_demand_hour_of_day check (hour is null or weekday is not null),
  constraint unmet_demand_once unique nulls not distinct (municipality_id, day, state, sought, category, weekday, hour)
);
create index unmet_demand_state on unmet_demand (state, day) where municipality_id = 0;
create index unmet_demand_old on unmet_demand (day);
