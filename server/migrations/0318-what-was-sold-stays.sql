-- A service that is hidden is still given to whoever bought sessions of it: its public page and the engine ask the same question.

-- What is free of its payment, as payment/part.ts counts it.
create function session_pack_left(pack uuid) returns bigint language sql stable as $$
  select captured_cents - returned_cents - moved_cents - disputed_cents from payments
  where booking_id = pack and settlement is null and status in ('captured', 'partially_refunded')
$$;

-- What a late cancellation left of a session pays none (contract/booking/prepaid/session-pack.ts).
create function has_session_left(service bigint, client bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (select from session_packs pack
    where pack.service_id = service and pack.client_id = client and pack.status = 'active' and pack.valid_until > at
      and session_pack_left(pack.id) >= round(pack.price_cents::numeric / pack.sessions))
$$;

-- A copy kept the numbers of its original's packs, which may be those that its own next ones get: of two with one number only the first
-- could be bought. Who buys one says its number and its price.
update services set packs = (
    select jsonb_agg(one || jsonb_build_object('id', services.version * 4 + place - 1) order by place)
    from jsonb_array_elements(services.packs) with ordinality as offered(one, place))
  where exists (select from jsonb_array_elements(services.packs) one where (one ->> 'id')::integer >= (services.version + 1) * 4)
    or (select count(*) > count(distinct one ->> 'id') from jsonb_array_elements(services.packs) one);

create function packs_apart(packs jsonb) returns boolean language sql immutable parallel safe as $$
  select count(*) = count(distinct one ->> 'id') from jsonb_array_elements(packs) one
$$;
alter table services add constraint services_packs_apart check (packs_apart(packs)) not valid;
alter table services validate constraint services_packs_apart;

-- The link outlives the choice to give it online: visits that stand online are read with it.
alter table services drop constraint services_online_link,
  add constraint services_online_link check (online_link is null or online_link ~ '^https://' and length(online_link) <= 500) not valid;
alter table services validate constraint services_online_link;
