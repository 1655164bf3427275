-- "Desde" is the lowest list price of a service, no longer that of its cheapest hour.
alter table professionals drop column from_prices;

update professionals set from_price_cents = coalesce((
  select min(services.price_cents
    + case when services.at_place or services.online then 0 else services.home_fee_cents end)
  from services where services.professional_id = professionals.id and services.visibility = 'visible'
), base_price_cents);
