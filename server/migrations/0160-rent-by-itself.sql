-- Fixed rents charge themselves, each period on its first day, unless a house says otherwise: since then, or (null) by hand.
create table rent_collections (
  host_id bigint primary key references hosts,
  since timestamptz
);
-- Who ran them by hand until today goes on so.
insert into rent_collections (host_id, since) select id, null from hosts;
-- Nobody made a run that made itself.
alter table rent_runs alter column made_by drop not null;
-- Days that were paid ahead and not used, because it ended before: given back once, whatever was paid meanwhile.
alter table rent_charges
  add column returned_cents bigint not null default 0,
  add column returned_at timestamptz,
  add constraint rent_charges_returned check (
    returned_cents between 0 and amount_cents and (returned_cents = 0) = (returned_at is null)) not valid;
alter table rent_charges validate constraint rent_charges_returned;
create or replace function rent_charge_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.amount_cents <> old.amount_cents or new.period <> old.period or new.membership_id <> old.membership_id
    or old.returned_cents > 0 and (new.returned_cents, new.returned_at) is distinct from (old.returned_cents, old.returned_at)
    or old.status = 'paid' and (to_jsonb(new) - array['returned_cents', 'returned_at'])
      is distinct from (to_jsonb(old) - array['returned_cents', 'returned_at']) then
    raise exception 'rent charge % stands', old.id using errcode = 'restrict_violation', constraint = 'rent_charges_stand';
  end if;
  return new;
end $$;
