-- How a place is called wherever a query names it: "business · space". The same rule as placeName of contract/places/place-name.ts;
-- a test compares the two.
create function place_name(business text, space text) returns text language sql immutable parallel safe as $$
  select case
    when coalesce(btrim(business), '') = '' then coalesce(btrim(space), '')
    when coalesce(btrim(space), '') = '' then btrim(business)
    when starts_with(lower(btrim(space)), lower(btrim(business))) then btrim(space)
    else btrim(business) || ' · ' || btrim(space)
  end
$$;
comment on function place_name(text, text) is 'How a place is called: "business · space".';
