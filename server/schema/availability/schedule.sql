-- Weekly windows are well formed: weekday 1..7, from < to within a day, none overlapping on one day.
create function valid_windows(windows jsonb, with_weekday boolean) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(windows) = 'array'
    and not exists (
      select 1 from jsonb_to_recordset(windows) as w(weekday int, "fromMinute" int, "toMinute" int)
      where "fromMinute" is null or "toMinute" is null
        or "fromMinute" < 0 or "toMinute" > 1440 or "fromMinute" >= "toMinute"
        or (with_weekday and (weekday is null or weekday not between 1 and 7)))
    and not exists (
      select 1
      from jsonb_array_elements(windows) with ordinality as a(w, n)
      join jsonb_array_elements(windows) with ordinality as b(w, n) on a.n < b.n
      where (not with_weekday or a.w ->> 'weekday' = b.w ->> 'weekday')
        and int4range((a.w ->> 'fromMinute')::int, (a.w ->> 'toMinute')::int)
         && int4range((b.w ->> 'fromMinute')::int, (b.w ->> 'toMinute')::int))
$$;

-- Opening hours of a professional or a space: wall-clock, in the zone of the place.
create table schedules (
  owner_kind text not null,
  owner_id bigint not null,
  weekly jsonb not null,
  -- Two windows edit the same hours: the second save gets a conflict.
  version integer default 1 not null,
  constraint schedules_pkey primary key (owner_kind, owner_id),
  -- A unit may be open in fewer hours than its place is; without a row, whenever the place is.
  constraint schedules_owner_kind_check check (owner_kind in ('professional', 'space', 'unit')),
  constraint schedules_windows check (valid_windows(weekly, true))
);
comment on table schedules is 'Weekly opening hours as wall-clock rules.';
comment on constraint schedules_windows on schedules is
  'overlapping opening hours; a vacation date that is open, previous hours saved on a date that is not a vacation';

create table schedule_exceptions (
  owner_kind text not null,
  owner_id bigint not null,
  date date not null,
  windows jsonb not null,
  -- Undoing a vacation restores the exceptions that its dates had before.
  away boolean default false not null,
  -- What the date had before; null: it followed its weekday.
  before jsonb,
  constraint schedule_exceptions_pkey primary key (owner_kind, owner_id, date),
  constraint schedule_exceptions_away check (
case
    when away then ((owner_kind = 'professional') and (windows = '[]'::jsonb))
    else (before is null)
end),
  constraint schedule_exceptions_before check ((before is null) or valid_windows(before, false)),
  constraint schedule_exceptions_owner_kind_check check (owner_kind in ('professional', 'space')),
  constraint schedule_exceptions_windows check (valid_windows(windows, false))
);
comment on table schedule_exceptions is 'Hours of single dates.';
comment on constraint schedule_exceptions_away on schedule_exceptions is
  'With schedules_windows.';
