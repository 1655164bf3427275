-- A service that is hidden is still given to whoever bought sessions of it: its public page and the engine ask the same question.

-- What is free of its payment, as payment/part.ts counts it.
create function session_pack_left(pack uuid) returns bigint language sql stable as $$
  select captured_cents - returned_cents - moved_cents - disputed_cents from payments
  where booking_id = pack and settlement is null and status in ('captured', 'partially_refunded')
$$;

-- What a late cancellation left of a session pays none (contract/session-pack.ts).
create function has_session_left(service bigint, client bigint, at timestamptz) returns boolean language sql stable as $$
  select exists (select from session_packs pack
    where pack.service_id = service and pack.client_id = client and pack.status = 'active' and pack.valid_until > at
      and session_pack_left(pack.id) >= round(pack.price_cents::numeric / pack.sessions))
$$;
