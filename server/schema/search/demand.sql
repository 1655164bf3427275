-- Searches that found nothing, as counts: what was sought, in which municipality and for which hour. Nothing about the visitor:
-- no account, no address, no words. Written in batches by the search module, read by hosts of that place.
create table unmet_demand (
  -- The date of the search, in Mexico City.
  day date not null,
  sought text not null,
  -- A category of professionals or a type of space; empty: none was named.
  category text not null,
  -- Zero: only the state was named.
  municipality_id integer not null,
  state text not null,
  -- For when, by the clock of the place; null: for no hour in particular.
  weekday smallint,
  hour smallint,
  searches integer not null,
  constraint unmet_demand_once unique nulls not distinct (municipality_id, day, state, sought, category, weekday, hour),
  constraint unmet_demand_category_check check (length(category) <= 20),
  constraint unmet_demand_hour_check check (hour between 0 and 23),
  constraint unmet_demand_hour_of_day check ((hour is null) or (weekday is not null)),
  constraint unmet_demand_municipality_id_check check (municipality_id >= 0),
  constraint unmet_demand_searches_check check (searches > 0),
  constraint unmet_demand_sought_check check (sought in ('professionals', 'spaces')),
  constraint unmet_demand_state_check check ((length(state) >= 1) and (length(state) <= 40)),
  constraint unmet_demand_weekday_check check (weekday between 1 and 7)
);
comment on table unmet_demand is 'Searches without a result, counted without persons.';
comment on constraint unmet_demand_once on unmet_demand is
  'an unmet search counted twice, an hour without its day';
comment on constraint unmet_demand_hour_of_day on unmet_demand is
  'With unmet_demand_once.';

create index unmet_demand_old on unmet_demand (day);
create index unmet_demand_state on unmet_demand (state, day) where (municipality_id = 0);
