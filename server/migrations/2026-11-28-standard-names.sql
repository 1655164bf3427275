-- Tables and columns take the field's words (docs/glossary.md): saved cards, waitlist entries, equipment of a business, what was
-- requested, retained and notified.
alter table booking_balances rename column asked_at to requested_at;
alter table booking_balances rename column asked_by to requested_by;
alter table bookings rename column kept_cents to retained_cents;
alter table conversation_seats rename column told_at to notified_at;
alter table data_copies rename column asked_at to requested_at;
alter table deposits rename column asked_at to requested_at;
alter table deposits rename column kept_cents to retained_cents;
alter table equipment_pieces rename column house_equipment_id to business_equipment_id;
alter table house_equipment_spaces rename column house_equipment_id to business_equipment_id;
alter table intake_forms rename column asked to timing;
alter table invitation_questions rename column asked_at to requested_at;
alter table kept_cards rename column kept_at to saved_at;
alter table opening_alerts rename column asked_at to requested_at;
alter table opening_alerts rename column told_at to notified_at;
alter table outbound_messages rename column letter to content;
alter table outside_calendars rename column told to notified;
alter table rent_cards rename column kept_at to saved_at;
alter table rent_charges rename column card_asked to card_requested;
alter table tips rename column asked_at to requested_at;
alter table waitlist_wishes rename column asked_at to requested_at;
alter table waitlist_offers rename column wish_id to entry_id;

alter table kept_cards rename to saved_cards;
alter table waitlist_wishes rename to waitlist_entries;
alter table house_equipment rename to business_equipment;
alter table house_equipment_spaces rename to business_equipment_spaces;
alter sequence house_equipment_id_seq rename to business_equipment_id_seq;

-- What is named after them follows.
create function pg_temp.renamed(name text) returns text language sql immutable as $$
  select regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(name,
      'kept_cards', 'saved_cards'),
      'waitlist_wishes', 'waitlist_entries'),
      'house_equipment', 'business_equipment'),
      '_asked_at_', '_requested_at_'),
      '_asked_by_', '_requested_by_'),
      '_kept_cents_', '_retained_cents_'),
      '_kept_at_', '_saved_at_'),
    '_card_asked_', '_card_requested_')
$$;
do $$
declare it record;
begin
  for it in
    select conrelid::regclass as of, conname as name from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and pg_temp.renamed(conname) <> conname
  loop
    execute format('alter table %s rename constraint %I to %I', it.of, it.name, pg_temp.renamed(it.name));
  end loop;
  for it in
    select indexname as name from pg_indexes where schemaname = 'public' and pg_temp.renamed(indexname) <> indexname
  loop
    execute format('alter index %I rename to %I', it.name, pg_temp.renamed(it.name));
  end loop;
  for it in
    select tgrelid::regclass as of, tgname as name from pg_trigger where not tgisinternal and pg_temp.renamed(tgname) <> tgname
  loop
    execute format('alter trigger %I on %s rename to %I', it.name, it.of, pg_temp.renamed(it.name));
  end loop;
  for it in
    select 'constraint' as kind, c.conrelid::regclass as of, c.conname as name, d.description
    from pg_description d join pg_constraint c on c.oid = d.objoid and d.classoid = 'pg_constraint'::regclass
    where pg_temp.renamed(d.description) <> d.description
    union all
    select 'trigger', t.tgrelid::regclass, t.tgname, d.description
    from pg_description d join pg_trigger t on t.oid = d.objoid and d.classoid = 'pg_trigger'::regclass
    where pg_temp.renamed(d.description) <> d.description
  loop
    execute format('comment on %s %I on %s is %L', it.kind, it.name, it.of, pg_temp.renamed(it.description));
  end loop;
end $$;

-- The functions that name them.
create or replace function booking_balance_moves_on()
 returns trigger
 language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and old.state = 'asked' and new.state in ('refused', 'paid')
    and (old.id, old.booking_id, old.amount_cents, old.requested_by, old.requested_at)
      = (new.id, new.booking_id, new.amount_cents, new.requested_by, new.requested_at) then
    return new;
  end if;
  raise exception 'the balance % cannot go from %', old.id, old.state
    using errcode = 'check_violation', constraint = 'booking_balances_move_on';
end $$;

create or replace function bookings_equipment_there()
 returns trigger
 language plpgsql
as $$
begin
  if exists (
    select from jsonb_to_recordset(new.equipment) as part(id bigint, "fromMinute" integer, "toMinute" integer)
    where part."fromMinute" >= part."toMinute" or part."toMinute" > extract(epoch from new.ends_at - new.starts_at) / 60
      or not (
        exists (
          select from equipment_pieces piece where piece.id = part.id and piece.space_id = new.space_id)
        or exists (
          select from equipment_pieces piece
          left join business_equipment_spaces has on has.business_equipment_id = piece.business_equipment_id
          join spaces owner on owner.id = coalesce(piece.space_id, has.space_id) join spaces here on here.id = new.space_id
          where piece.id = part.id and is_one_house(owner, here))
        or tg_op = 'UPDATE' and old.space_id = new.space_id
          and old.equipment @> jsonb_build_array(jsonb_build_object('id', part.id))))
  then
    raise exception 'visit % has equipment of another place or after its end', new.id
      using errcode = 'check_violation', constraint = 'bookings_equipment_there';
  end if;
  return null;
end $$;

create or replace function equipment_of_one_house()
 returns trigger
 language plpgsql
as $$
begin
  -- Who moves one of them waits, or is waited for.
  perform from spaces where id in (select space_id from business_equipment_spaces where business_equipment_id in
    (select business_equipment_id from business_equipment_spaces where space_id = new.space_id)) order by id for share;
  if exists (
    select from business_equipment_spaces mine
    join business_equipment_spaces theirs using (business_equipment_id)
    join spaces one on one.id = mine.space_id join spaces other on other.id = theirs.space_id
    where mine.space_id = new.space_id and not is_one_house(one, other))
  then
    raise exception 'space % shares equipment with a space of another business', new.space_id
      using errcode = 'check_violation', constraint = 'equipment_of_one_house';
  end if;
  return null;
end $$;

create or replace function opening_alerts_have_room()
 returns trigger
 language plpgsql
as $$
begin
  perform 1 from accounts where id = new.account_id for update;
  if (select count(*) >= 30 from opening_alerts a where a.account_id = new.account_id and a.notified_at is null) then
    raise exception 'too many alerts' using errcode = '23514', constraint = 'opening_alerts_full';
  end if;
  return new;
end $$;

create or replace function spaces_stay_with_equipment()
 returns trigger
 language plpgsql
as $$
begin
  if exists (
    select from business_equipment_spaces mine
    join business_equipment_spaces theirs using (business_equipment_id)
    join spaces other on other.id = theirs.space_id
    where mine.space_id = new.id and not is_one_house(new, other))
  then
    raise exception 'space % shares equipment with the business that it leaves', new.id
      using errcode = 'check_violation', constraint = 'equipment_of_one_house';
  end if;
  return null;
end $$;

alter function waitlist_wish_ends_once() rename to waitlist_entry_ends_once;
create or replace function waitlist_entry_ends_once()
 returns trigger
 language plpgsql
as $$
begin
  if old.state in ('expired', 'withdrawn') and new.state <> old.state then
    raise exception 'waitlist entry % is over', new.id using errcode = 'check_violation', constraint = 'waitlist_entries_once_over';
  end if;
  return new;
end $$;

-- Messages that wait name what was requested.
update outbound_messages set content = (content - 'asked') || jsonb_build_object('request', content -> 'asked')
where content ->> 'kind' = 'question' and content ? 'asked';
