-- An account may be suspended (product.md §4, B13). From that moment nothing of it is offered, booked or paid out; what is offered
-- and what its bookings claim follows from this one column, and the database refuses what comes a moment too late.
alter table accounts add column suspended_at timestamptz;
create index accounts_suspended on accounts (id) where suspended_at is not null;
create index accounts_suspended_mail on accounts (email) where suspended_at is not null;

-- Why, whose fault, who did it and who agreed; never rewritten (0211). 'lift' gives back sign-in, listings and payouts.
create table account_acts (
  id uuid primary key,
  account_id bigint not null references accounts,
  kind text not null check (kind in ('suspend', 'lift')),
  cause text not null check (length(cause) between 1 and 40),
  -- Who pays for its bookings that are cancelled: the account's side, or nobody.
  fault text not null check (fault in ('own', 'nobody')),
  bookings integer not null default 0 check (bookings >= 0),
  -- What goes back to clients by it.
  amount_cents bigint not null default 0 check (amount_cents >= 0),
  reason text not null check (length(btrim(reason)) between 10 and 500),
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  done_by bigint,
  done_at timestamptz,
  second_reason text check (second_reason is null or length(btrim(second_reason)) between 10 and 500),
  constraint account_acts_done check ((done_at is null) = (done_by is null)),
  constraint account_acts_two_persons check (done_by is null or amount_cents <= 500000 or done_by <> proposed_by)
);
create unique index account_acts_open on account_acts (account_id, kind, cause, fault, amount_cents) where done_at is null;
create index account_acts_of on account_acts (account_id, proposed_at);
create trigger account_acts_stand before update or delete on account_acts for each row execute function support_act_stands();

-- What was published before it was suspended comes back when the suspension ends.
alter table professionals
  drop constraint professionals_status_check,
  add constraint professionals_status_check check (status in ('draft', 'published', 'paused', 'suspended')),
  add column suspended_from text,
  add constraint professionals_suspended_from check ((status = 'suspended') = (suspended_from is not null)
    and suspended_from in ('published', 'paused'));
alter table spaces
  add column suspended_from text,
  -- An administrator may suspend one listing alone (0015): then there is nothing that comes back by itself.
  add constraint spaces_suspended_from check (suspended_from is null or status = 'suspended' and suspended_from = 'published');

create or replace function listing_moves_only() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('draft', 'in_review'), ('in_review', 'draft'), ('in_review', 'published'), ('published', 'paused'),
    ('paused', 'published'), ('published', 'suspended'), ('paused', 'suspended'), ('suspended', 'paused'),
    ('draft', 'archived'), ('in_review', 'archived'), ('published', 'archived'), ('paused', 'archived'),
    ('suspended', 'archived'))
    and not (old.status = 'suspended' and new.status = 'published' and old.suspended_from = 'published' and new.suspended_from is null)
  then
    raise exception 'a listing does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'spaces_moves';
  end if;
  if old.status = 'draft' and new.status = 'in_review' and cardinality(new.photos) < 4 then
    raise exception 'a listing in review has four photos' using errcode = 'check_violation', constraint = 'spaces_four_photos';
  end if;
  return new;
end $$;

-- Nothing of a suspended account is published, whoever tries.
create function suspended_publish_nothing() returns trigger language plpgsql as $$
declare
  is_suspended boolean;
begin
  if tg_table_name = 'professionals' then
    select suspended_at is not null into is_suspended from accounts where id = new.account_id;
  else
    select a.suspended_at is not null into is_suspended from hosts h join accounts a on a.id = h.account_id where h.id = new.host_id;
  end if;
  if is_suspended then
    raise exception '% % is of a suspended account', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'suspended_publish_nothing';
  end if;
  return new;
end $$;
create trigger professionals_of_suspended before insert or update of status on professionals
  for each row when (new.status = 'published') execute function suspended_publish_nothing();
create trigger spaces_of_suspended before insert or update of status on spaces
  for each row when (new.status = 'published') execute function suspended_publish_nothing();

-- Who of the three is suspended; null: nobody. Whoever suspends has these rows to themselves (for update) until that is committed, so
-- of the two one sees the other: the booking that was first is found and cancelled, the one that comes second is refused here.
create function suspended_party(professional bigint, host bigint, client bigint) returns text language plpgsql volatile as $$
begin
  perform from professionals where id = professional for key share;
  if host is not null then
    perform from hosts where id = host for key share;
  end if;
  if client is not null then
    perform from clients where id = client for key share;
  end if;
  return (
    select case when exists (select from professionals p where p.id = professional and p.account_id = a.id) then 'professional'
      when exists (select from hosts h where h.id = host and h.account_id = a.id) then 'host' else 'client' end
    from accounts a where a.suspended_at is not null and (
      a.id = (select account_id from professionals where id = professional)
      or a.id = (select account_id from hosts where id = host)
      or a.id = (select account_id from clients where id = client)
      -- As a visitor with the same mailbox they are the same person.
      or a.email = (select email from clients where id = client and account_id is null))
    order by a.id limit 1);
end $$;

create function bookings_of_suspended() returns trigger language plpgsql as $$
declare
  who text := suspended_party(new.professional_id, new.host_id, new.client_id);
begin
  if who is not null then
    raise exception 'the % of booking % is suspended', who, new.id using errcode = 'check_violation',
      constraint = case who when 'client' then 'client_suspended' else 'party_suspended' end;
  end if;
  return new;
end $$;
create trigger bookings_of_suspended before insert on bookings for each row execute function bookings_of_suspended();
create trigger bookings_become_of_suspended before update of professional_id, host_id, client_id on bookings for each row
  when (new.status in ('held', 'awaiting_payment', 'requested', 'confirmed') and (old.professional_id, old.host_id, old.client_id)
    is distinct from (new.professional_id, new.host_id, new.client_id))
  execute function bookings_of_suspended();
