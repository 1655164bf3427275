-- An invitation may be to a vacancy (0020): it carries the vacancy's terms as they were, and whoever accepts takes one of its
-- places. A yes to an application and a yes to an invitation count alike.
alter table invitations add column vacancy_id bigint references vacancies;
create index invitations_of_vacancy on invitations (vacancy_id) where vacancy_id is not null;

-- How many of its places a vacancy has given away.
create function vacancy_taken(vacancy bigint) returns integer language sql stable as $$
  select (select count(*) from applications a where a.vacancy_id = vacancy and a.status = 'approved')::integer
    + (select count(*) from invitations i where i.vacancy_id = vacancy and i.status = 'accepted')::integer
$$;

-- Not fewer places than are taken.
create or replace function vacancy_holds_its_people() returns trigger language plpgsql as $$
begin
  if vacancy_taken(new.id) > new.openings then
    raise exception 'vacancy % has more people than openings', new.id
      using errcode = 'check_violation', constraint = 'vacancies_openings';
  end if;
  return new;
end $$;

-- As in 0020, and those who were invited count. The row locked makes two who say yes come one after the other.
create or replace function vacancy_has_place() returns trigger language plpgsql as $$
declare
  vacancy record;
begin
  if new.status = 'sent' then
    select v.status, v.expires_at into vacancy from vacancies v where v.id = new.vacancy_id for share;
    if vacancy.status <> 'published' or vacancy.expires_at <= new.sent_at then
      raise exception 'vacancy % takes no applications', new.vacancy_id
        using errcode = 'check_violation', constraint = 'vacancies_open';
    end if;
    return new;
  end if;
  select v.status, v.openings into vacancy from vacancies v where v.id = new.vacancy_id for no key update;
  if vacancy.status in ('filled', 'closed') or vacancy_taken(new.vacancy_id) >= vacancy.openings then
    raise exception 'vacancy % has no place left', new.vacancy_id
      using errcode = 'check_violation', constraint = 'vacancies_full';
  end if;
  return new;
end $$;

-- Nobody is invited to what is not on the street, full, or at another place; and no yes takes a place that is none.
create function invitation_finds_place() returns trigger language plpgsql as $$
declare
  vacancy record;
begin
  if tg_op = 'INSERT' then
    select v.status, v.expires_at, v.openings, v.space_id, v.host_id into vacancy
      from vacancies v where v.id = new.vacancy_id for share;
    if vacancy.space_id <> new.space_id or vacancy.host_id <> new.host_id then
      raise exception 'vacancy % is at another place', new.vacancy_id
        using errcode = 'check_violation', constraint = 'invitations_vacancy_place';
    end if;
    -- What the seed and history bring in as over asks for no place.
    if new.status in ('sent', 'seen') and (vacancy.status <> 'published' or vacancy.expires_at <= new.sent_at) then
      raise exception 'vacancy % invites nobody', new.vacancy_id
        using errcode = 'check_violation', constraint = 'vacancies_open';
    end if;
  else
    select v.status, v.openings into vacancy from vacancies v where v.id = new.vacancy_id for no key update;
    if vacancy.status not in ('published', 'paused', 'filled') then
      raise exception 'vacancy % is over', new.vacancy_id
        using errcode = 'check_violation', constraint = 'vacancies_open';
    end if;
  end if;
  if new.status in ('sent', 'seen', 'accepted')
    and (vacancy.status = 'filled' or vacancy_taken(new.vacancy_id) >= vacancy.openings) then
    raise exception 'vacancy % has no place left', new.vacancy_id
      using errcode = 'check_violation', constraint = 'vacancies_full';
  end if;
  return new;
end $$;
create trigger invitations_to_vacancy before insert on invitations for each row
  when (new.vacancy_id is not null) execute function invitation_finds_place();
create trigger invitations_take_place before update of status on invitations for each row
  when (new.vacancy_id is not null and old.status <> new.status and new.status = 'accepted')
  execute function invitation_finds_place();

-- To which vacancy is part of what was sent.
create function invitation_keeps_its_vacancy() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % stands as it was sent', new.id using errcode = 'restrict_violation',
    constraint = 'invitations_stand';
end $$;
create trigger invitations_vacancy before update of vacancy_id on invitations for each row
  when (new.vacancy_id is distinct from old.vacancy_id) execute function invitation_keeps_its_vacancy();
