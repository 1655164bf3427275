-- A fixed rent is for a chair in its hours: who is invited for one has it, and keeps one. Who agreed on a fixed rent elsewhere
-- comes in before their host has named it, and old rows stay as they are.
create function fixed_rent_names_its_chair() returns trigger language plpgsql as $$
begin
  raise exception 'a fixed rent names its chair (membership %)', new.id
    using errcode = 'check_violation', constraint = 'memberships_fixed_chair';
end $$;
create trigger memberships_fixed_chair_invited before insert on memberships for each row
  when (new.status = 'invited' and new.unit_id is null and jsonb_typeof(new.terms -> 'fixed') = 'object')
  execute function fixed_rent_names_its_chair();
create trigger memberships_fixed_chair_kept before update of unit_id on memberships for each row
  when (old.unit_id is not null and new.unit_id is null and jsonb_typeof(new.terms -> 'fixed') = 'object')
  execute function fixed_rent_names_its_chair();
