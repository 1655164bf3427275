-- How reliable a professional was in the last year, as the order of results counts it. A share is smoothed as if ten good and bad ones at
-- the usual 95 % came before it, so that a newcomer is neither raised nor lowered; above the usual it raises at most to 1, below to -1.
create function search_reliable_share(good integer, bad integer) returns double precision
  language sql immutable parallel safe
return (select case when d < 0 then greatest(-1, d / 0.25) else least(1, d / 0.05) end
  from (select (good + 9.5) / (good + bad + 10.0) - 0.95 as d) smoothed);

create table search_reliability (
  professional_id bigint not null,
  -- Visits that took place, and no-shows of the professional that are settled.
  took_place integer not null,
  absent integer not null,
  -- Requests that the professional answered in time, and those that expired without an answer of theirs.
  answered integer not null,
  unanswered integer not null,
  -- Visits that they cancelled.
  cancelled integer not null,
  -- What is added to the quality of 0 to 1: a tenth at most, which the order of results weighs like some two kilometres of ten.
  value double precision not null generated always as (0.1 * (0.4 * search_reliable_share(took_place, absent)
    + 0.3 * search_reliable_share(answered, unanswered)
    + 0.3 * search_reliable_share(took_place + absent, cancelled))) stored,
  measured_at timestamptz not null,
  constraint search_reliability_pkey primary key (professional_id),
  constraint search_reliability_counts check (least(took_place, absent, answered, unanswered, cancelled) >= 0),
  constraint search_reliability_bounded check (abs(value) < 0.1001)
);
comment on table search_reliability is 'What professionals fulfilled and missed in a year, for the order of results.';
comment on constraint search_reliability_bounded on search_reliability is
  'reliability that moves a professional further in the results than a tenth of the quality';
alter table search_reliability add constraint search_reliability_professional_id_fkey
  foreign key (professional_id) references professionals(id) on delete cascade;
