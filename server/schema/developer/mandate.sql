create table mandates (
  id uuid not null,
  account_id bigint not null,
  app_id text not null,
  -- What the app may do without a new confirmation.
  acts text[] not null,
  each_cents integer not null,
  total_cents integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint mandates_pkey primary key (id),
  constraint mandates_acts check (acts <@ array['book', 'cancel', 'change'] and cardinality(acts) between 1 and 3),
  constraint mandates_amounts check (each_cents > 0 and total_cents >= each_cents),
  constraint mandates_end check (expires_at > created_at and expires_at <= created_at + interval '366 days')
);
comment on table mandates is 'What a person allowed an app to pay, cancel or move for them, up to an amount and a day.';
create unique index mandates_one_an_app on mandates (account_id, app_id) where (revoked_at is null);
comment on index mandates_one_an_app is 'two mandates of one person and app whose amounts add up';
create index mandates_app on mandates (app_id);
alter table mandates add constraint mandates_account_id_fkey
  foreign key (account_id) references accounts(id) on delete cascade;
alter table mandates add constraint mandates_app_id_fkey
  foreign key (app_id) references oauth_apps(id) on delete cascade;

create function mandates_stay() returns trigger language plpgsql as $$
begin
  if (new.id, new.account_id, new.app_id, new.acts, new.each_cents, new.total_cents, new.created_at, new.expires_at)
    is distinct from (old.id, old.account_id, old.app_id, old.acts, old.each_cents, old.total_cents, old.created_at, old.expires_at)
    or old.revoked_at is not null then
    raise exception 'a mandate cannot be changed' using errcode = '23514', constraint = 'mandates_stay_as_given';
  end if;
  return new;
end $$;
create trigger mandates_stay_as_given
  before update on mandates for each row
  execute function mandates_stay();
comment on trigger mandates_stay_as_given on mandates is 'a mandate that grows, or works again after it was revoked';

create table mandate_uses (
  mandate_id uuid not null,
  booking_id uuid not null,
  act text not null,
  -- The hash of the quote that was executed: the same quote is one use.
  quote_hash bytea not null,
  amount_cents integer not null,
  at timestamptz not null,
  constraint mandate_uses_pkey primary key (mandate_id, booking_id, act, quote_hash),
  constraint mandate_uses_act check (act in ('book', 'cancel', 'change')),
  constraint mandate_uses_amount check (amount_cents >= 0),
  constraint mandate_uses_hash check (octet_length(quote_hash) = 32)
);
comment on table mandate_uses is 'What an app did by a mandate, and what it cost.';
comment on constraint mandate_uses_pkey on mandate_uses is 'one quote that counts twice against a mandate';
create index mandate_uses_booking on mandate_uses (booking_id);
alter table mandate_uses add constraint mandate_uses_mandate_id_fkey
  foreign key (mandate_id) references mandates(id) on delete cascade;
alter table mandate_uses add constraint mandate_uses_booking_id_fkey
  foreign key (booking_id) references bookings(id) on delete cascade;

-- The lock of the mandate makes two concurrent uses wait for each other. Bookings that were never paid do not count.
create function mandate_uses_stay_within() returns trigger language plpgsql as $$
declare
  mandate mandates;
  used bigint;
begin
  select * into mandate from mandates where id = new.mandate_id for update;
  if mandate.revoked_at is not null or mandate.expires_at <= new.at then
    raise exception 'the mandate has ended' using errcode = '23514', constraint = 'mandate_over';
  end if;
  if not new.act = any(mandate.acts) then
    raise exception 'another act' using errcode = '23514', constraint = 'mandate_act';
  end if;
  if new.amount_cents > mandate.each_cents then
    raise exception 'too much at once' using errcode = '23514', constraint = 'mandate_each';
  end if;
  select coalesce(sum(use.amount_cents), 0) into used from mandate_uses use join bookings booking on booking.id = use.booking_id
    where use.mandate_id = new.mandate_id and not (use.act = 'book' and booking.status in ('expired', 'declined'))
      and (use.booking_id, use.act, use.quote_hash) is distinct from (new.booking_id, new.act, new.quote_hash);
  if used + new.amount_cents > mandate.total_cents then
    raise exception 'too much in total' using errcode = '23514', constraint = 'mandate_total';
  end if;
  return new;
end $$;
create trigger mandate_uses_within
  before insert on mandate_uses for each row
  execute function mandate_uses_stay_within();
comment on trigger mandate_uses_within on mandate_uses is 'an app that spends more than its mandate allows, at once or in sum, or after its end';

create function mandate_uses_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a use cannot be changed' using errcode = '23514', constraint = 'mandate_uses_stay';
end $$;
create trigger mandate_uses_stay
  before update on mandate_uses for each row
  execute function mandate_uses_refuse_change();
comment on trigger mandate_uses_stay on mandate_uses is 'a use of a mandate that becomes cheaper afterwards';
