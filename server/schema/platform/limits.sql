create table limits (
  bucket text not null,
  window_start timestamptz not null,
  count integer not null,
  constraint limits_pkey primary key (bucket, window_start)
);
comment on table limits is 'Counters of rate limits, by what is limited and for whom.';

create index limits_age on limits (window_start);
