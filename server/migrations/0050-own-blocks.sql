-- A professional's own time taken out of sale: the same blocks as a unit's, claims and all.
alter table blocks alter column unit_id drop not null;
alter table blocks add column professional_id bigint references professionals;
alter table blocks add constraint blocks_of_one check (num_nonnulls(unit_id, professional_id) = 1);
-- Only places are mended and closed; a professional who is away changes their hours.
alter table blocks add constraint blocks_own_plain
  check (professional_id is null or (kind = 'block' and closure_id is null));
create index blocks_professional on blocks (professional_id) where professional_id is not null;

create or replace function block_holds_its_claim() returns trigger language plpgsql as $$
declare
  block bigint;
begin
  if tg_table_name = 'blocks' then block := new.id; else block := old.block_id; end if;
  if exists (select from blocks where id = block) and not exists (
    select from claims join blocks on blocks.id = claims.block_id
    where claims.block_id = block and claims.resource_id = coalesce(blocks.unit_id, blocks.professional_id)) then
    raise exception 'block % claims no time', block using errcode = 'check_violation', constraint = 'blocks_claim';
  end if;
  return null;
end $$;
