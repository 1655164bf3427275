-- In which spaces, on which terms and in which order a professional works; asked by every slot of theirs. No row: no rules.
create table professional_space_rules (
  professional_id bigint primary key references professionals,
  -- As contract/availability/space-rules.ts says.
  rules jsonb not null constraint professional_space_rules_whole
    check (jsonb_typeof(rules) = 'object' and rules ?& '{order,excluded,elsewhere,usual,services}'),
  version integer not null default 2 check (version >= 2),
  updated_at timestamptz not null
);
create function space_rules_version_rises() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'the rules of % rise by one', new.professional_id
      using errcode = 'check_violation', constraint = 'professional_space_rules_version';
  end if;
  return new;
end $$;
create trigger professional_space_rules_version before update on professional_space_rules
  for each row execute function space_rules_version_rises();
