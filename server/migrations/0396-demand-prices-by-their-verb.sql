-- The verb that saves the next version of prices by demand puts it into effect (availability/demand/demand-rules.ts). Here a version
-- is refused that did not take effect.
drop trigger demand_prices_take_effect on demand_prices;
drop function demand_prices_take_effect();

create function demand_prices_took_effect() returns trigger language plpgsql as $$
begin
  if not exists (select from professionals
      where id = new.professional_id and demand_version = new.version and demand_rules is not distinct from new.rules) then
    raise exception 'version % of the prices of % does not follow', new.version, new.professional_id
      using errcode = 'unique_violation', constraint = 'demand_prices_version';
  end if;
  return null;
end $$;
create constraint trigger demand_prices_take_effect after insert on demand_prices deferrable initially deferred
  for each row execute function demand_prices_took_effect();
