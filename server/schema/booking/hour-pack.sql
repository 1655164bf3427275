-- Hours of a space bought together (product.md §6, hour packs). The money is a payment of its own, and what is left of it is
-- the balance: hours that are rented take their part of it, so there is no second count that could differ.
create table hour_packs (
  id uuid not null,
  version integer default 1 not null,
  status text not null,
  professional_id bigint not null,
  space_id bigint not null,
  host_id bigint not null,
  hours integer not null,
  price_cents bigint not null,
  validity_days integer not null,
  transferable boolean not null,
  -- Commission and tax on the day of purchase.
  terms jsonb not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  valid_until timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  -- The price of an hour of the space without a pack at the time of purchase: when the pack expires, the used hours are charged
  -- at that price, and the excess paid is refunded. Packs sold before retain the terms shown at their purchase.
  hourly_cents bigint,
  constraint hour_packs_pkey primary key (id),
  constraint hour_packs_ended check (status in ('failed', 'expired', 'refunded') = (ended_at is not null)),
  constraint hour_packs_hourly check ((hourly_cents is null) or (hourly_cents > 0)),
  constraint hour_packs_hours_check check (hours > 0),
  constraint hour_packs_paid check ((status in ('awaiting_payment', 'failed') = (valid_until is null)) and ((valid_until is null) = (paid_at is null))),
  constraint hour_packs_price_cents_check check (price_cents > 0),
  constraint hour_packs_status_check check (status in ('awaiting_payment', 'failed', 'active', 'expired', 'refunded')),
  constraint hour_packs_validity_days_check check (validity_days > 0)
);
comment on table hour_packs is 'Hours bought together.';

create index hour_packs_due on hour_packs (valid_until) where (status = 'active');
create index hour_packs_mine on hour_packs (professional_id, created_at);
create index hour_packs_space on hour_packs (space_id, professional_id) where (status = 'active');

alter table hour_packs add constraint hour_packs_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table hour_packs add constraint hour_packs_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table hour_packs add constraint hour_packs_space_id_fkey
  foreign key (space_id) references spaces(id);

-- A version takes effect when it is inserted, and only if it follows the last one.
create function space_prices_take_effect() returns trigger language plpgsql as $$
begin
  update spaces set price_per_hour_cents = new.base_cents, price_rules = new.rules, price_version = new.version,
    from_price_cents = new.from_cents,
    -- The wizard's fifth step shows two of the rules as columns.
    day_cap_cents = case when new.rules #>> '{ladder,day,kind}' = 'total' then (new.rules #>> '{ladder,day,cents}')::bigint end,
    hour_packs = coalesce((select jsonb_agg(jsonb_build_object('hours', pack -> 'hours', 'priceCents', pack -> 'priceCents'))
      from jsonb_array_elements(new.rules -> 'packs') as pack), '[]'),
    -- Increments the version so that a host with the space's form open cannot overwrite the new price with the old one unnoticed.
    version = version + (pg_trigger_depth() = 1)::integer
  where id = new.space_id and price_version = new.version - 1;
  if not found then
    raise exception 'version % of space % does not follow', new.version, new.space_id
      using errcode = 'unique_violation', constraint = 'space_prices_version';
  end if;
  return null;
end $$;

-- The day cap and packs of the wizard's fifth step are rules like any other.
create function spaces_rules_follow() returns trigger language plpgsql as $$
begin
  new.price_rules := coalesce(new.price_rules, '{"rates": [], "packs": [], "perUse": null, "inHouse": null,
    "ladder": {"hour": null, "fewHours": null, "halfDay": null, "day": null, "week": null, "month": null},
    "cleaning": null, "earlyBird": null, "lastMinute": null, "depositCents": null, "agreements": "fixed",
    "overtime": {"freeMinutes": 10, "stepMinutes": 15, "firstHourBp": 10000, "laterBp": 15000}}'::jsonb);
  new.price_rules := jsonb_set(new.price_rules, '{ladder,day}', case when new.day_cap_cents is null then 'null'::jsonb
    else jsonb_build_object('kind', 'total', 'cents', new.day_cap_cents) end);
  new.price_rules := jsonb_set(new.price_rules, '{packs}', coalesce((
    select jsonb_agg(coalesce(
      (select was from jsonb_array_elements(new.price_rules -> 'packs') as was where was -> 'hours' = pack -> 'hours' limit 1),
      jsonb_build_object('id', 'h' || (pack ->> 'hours'), 'validityDays', 90, 'transferable', false))
      || jsonb_build_object('hours', pack -> 'hours', 'priceCents', pack -> 'priceCents'))
    from jsonb_array_elements(new.hour_packs) as pack), '[]'));
  return new;
end $$;

-- An ended pack cannot change, and versions only rise.
create function hour_pack_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.professional_id <> old.professional_id
    or new.price_cents <> old.price_cents or new.hours <> old.hours
    or old.status in ('failed', 'expired', 'refunded') or (old.status = 'active' and new.status = 'awaiting_payment') then
    raise exception 'pack % goes forward only', old.id using errcode = 'check_violation', constraint = 'hour_packs_steps';
  end if;
  return new;
end $$;

create trigger hour_packs_steps
  before update on hour_packs for each row
  execute function hour_pack_goes_forward();
comment on trigger hour_packs_steps on hour_packs is
  'an hour pack that returns to an earlier state; a rent from a pack of another space or professional, or after the pack''s end';

create trigger space_prices_take_effect
  after insert on space_prices for each row when ((new.version > 1))
  execute function space_prices_take_effect();

create trigger spaces_first_rules
  before insert on spaces for each row when (((new.price_rules is null) and ((new.day_cap_cents is not null) or (new.hour_packs <> '[]'::jsonb))))
  execute function spaces_rules_follow();

create trigger spaces_rules_follow
  before update of day_cap_cents, hour_packs on spaces for each row when (((old.price_version = new.price_version) and ((old.day_cap_cents is distinct from new.day_cap_cents) or (old.hour_packs <> new.hour_packs))))
  execute function spaces_rules_follow();
