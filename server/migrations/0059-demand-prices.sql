-- What an hour of a professional costs. The rules stand on the professional, where whoever prices a time reads them without a
-- join; every version of them is kept here, with who wrote it.
alter table professionals
  -- DemandRules of contract/pricing/demand.ts; null: every hour at the service's own price.
  add column demand_rules jsonb,
  add column demand_version integer not null default 1,
  -- The lowest price of an hour of a week of each service that has one of its own, by its number: search shows it as "desde".
  add column from_prices jsonb check (jsonb_typeof(from_prices) = 'object'),
  add constraint professionals_demand_whole check (demand_rules is null or jsonb_typeof(demand_rules) = 'object'
    and demand_rules ?& '{rules,lastMinute,surgeCapBp,quietFloorBp,firstVisit,frozenServices,frozenClients}'
    -- No hour is dearer than this, whoever writes.
    and (demand_rules ->> 'surgeCapBp')::integer between 0 and 3000
    and (demand_rules ->> 'quietFloorBp')::integer between 3000 and 10000);

create table demand_prices (
  professional_id bigint not null references professionals,
  version integer not null check (version > 1),
  rules jsonb,
  author_account_id bigint references accounts,
  at timestamptz not null,
  -- Two who save the same version at once: one of them is too late.
  constraint demand_prices_version primary key (professional_id, version)
);
create trigger demand_prices_append_only before update or delete on demand_prices
  for each row execute function refuse_change();
create trigger demand_prices_no_truncate before truncate on demand_prices
  for each statement execute function refuse_change();

-- A version counts from the moment it is written, and only if it follows the last one.
create function demand_prices_take_effect() returns trigger language plpgsql as $$
begin
  update professionals set demand_rules = new.rules, demand_version = new.version
  where id = new.professional_id and demand_version = new.version - 1;
  if not found then
    raise exception 'version % of the prices of % does not follow', new.version, new.professional_id
      using errcode = 'unique_violation', constraint = 'demand_prices_version';
  end if;
  return null;
end $$;
create trigger demand_prices_take_effect after insert on demand_prices
  for each row execute function demand_prices_take_effect();
