-- A vacation that is undone gives back what stood on its dates: other hours of a date, or a date closed by hand.
alter table schedule_exceptions
  add column away boolean not null default false,
  -- What the date had before; null: it followed its weekday.
  add column before jsonb constraint schedule_exceptions_before check (before is null or valid_windows(before, false));

-- Nobody wrote down who closed a date: what is closed until now opens with the vacation, as it did.
update schedule_exceptions set away = true where owner_kind = 'professional' and windows = '[]';

alter table schedule_exceptions add constraint schedule_exceptions_away check (
  case when away then owner_kind = 'professional' and windows = '[]' else before is null end);
