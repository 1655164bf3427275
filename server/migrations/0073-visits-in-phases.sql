-- A service in phases: while something takes effect (a process) its professional is free for somebody else, its unit and its
-- client are not. A service without any is hands from its first minute to its last.

-- Up to three of hands with a process between them, preparing before and finishing after; together the service's minutes.
create function phases_fit(phases jsonb, whole integer) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(phases) = 'array' and coalesce((
    select count(*) between 2 and 7 and sum(phase.minutes) = whole
      and bool_and(phase.kind in ('prep', 'hands', 'process', 'finish'))
      and bool_and(phase.minutes >= case phase.kind when 'process' then 5 else 1 end)
      and count(*) filter (where phase.kind = 'process') between 1 and 2
      and count(*) filter (where phase.kind = 'hands') <= 3
      -- Hands begin and end it, and part one process from the next.
      and bool_and(phase.kind <> 'prep' or phase.place = 1)
      and bool_and(phase.kind <> 'process' or phase.place > 1)
      and bool_and(phase.kind is distinct from phase.following)
      and bool_and(case phase.kind when 'finish' then phase.following is null when 'process' then phase.following is not null else true end)
    from (select entry ->> 'kind' as kind, (entry ->> 'minutes')::integer as minutes, place,
        lead(entry ->> 'kind') over (order by place) as following
      from jsonb_array_elements(phases) with ordinality as part(entry, place)) phase), false)
$$;

-- Null: no process in it.
alter table services add column phases jsonb;
alter table services add constraint services_phases
  check (phases is null or phases_fit(phases, duration_minutes)) not valid;
alter table services validate constraint services_phases;
create index services_phased on services (professional_id) where phases is not null;

-- Pairs of minutes after the start, in order, with hands before the first, between any two, and after the last.
create function processes_fit(processes integer[], whole integer) returns boolean language sql immutable parallel safe as $$
  select cardinality(processes) % 2 = 0 and coalesce((
    select bool_and(edge > coalesce(earlier, 0)) and max(edge) < whole
    from (select edge, lag(edge) over (order by place) as earlier
      from unnest(processes) with ordinality as edges(edge, place)) edges), true)
$$;
create function process_minutes(processes integer[]) returns integer language sql immutable parallel safe as $$
  select coalesce(sum(case when place % 2 = 0 then edge else -edge end), 0)::integer
  from unnest(processes) with ordinality as edges(edge, place)
$$;

-- As it was when the time was held. Null: its professional had no service with a process.
alter table bookings add column processes integer[];
alter table bookings add constraint bookings_processes check (processes is null or processes = '{}'
  or kind = 'visit' and processes_fit(processes, (extract(epoch from ends_at - starts_at) / 60)::integer)) not valid;
alter table bookings validate constraint bookings_processes;

-- Whoever steps aside during a process is still there: in all of the visit nobody may book them at another place. Kept only of
-- professionals who have such services; 0 is their own place.
alter table claims add column stay tstzrange, add column stay_place bigint;
alter table claims add constraint claims_stay_somewhere check ((stay is null) = (stay_place is null)) not valid;
alter table claims validate constraint claims_stay_somewhere;
alter table claims add constraint claims_at_one_place
  exclude using gist (resource_id with =, booking_id with <>, stay_place with <>, stay with &&) where (stay is not null);
