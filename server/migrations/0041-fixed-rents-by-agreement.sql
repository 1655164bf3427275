-- A vacancy, an application or an invitation may agree on a fixed rent by the week or the month. Whoever it is agreed with belongs
-- to the house (0026), whose rent runs collect it; their hours owe nothing more.
alter table agreements add column fixed_every text constraint agreements_fixed_every check (fixed_every in ('week', 'month'));
alter table agreements add column fixed_cents bigint constraint agreements_fixed_cents check (fixed_cents between 100 and 50000000);
alter table agreements add constraint agreements_fixed_whole check (
  (fixed_every is null) = (fixed_cents is null)
  and (fixed_every is null or (rate_per_hour_cents = 0 and rent_share_bp is null)));

-- Nobody belongs to one house twice: who is there, or has a link to it, pays what was agreed on there.
create function fixed_rent_finds_nobody_there() returns trigger language plpgsql as $$
begin
  if exists (
    select from memberships m join spaces s on s.id = new.space_id and s.host_id = m.host_id
      join professionals p on p.id = new.professional_id join accounts a on a.id = p.account_id
    where m.status <> 'ended' and (m.account_id = a.id or m.email = lower(a.email))) then
    raise exception 'professional % is of this house already', new.professional_id
      using errcode = 'check_violation', constraint = 'agreements_fixed_once';
  end if;
  return new;
end $$;
create trigger agreements_fixed_once before insert on agreements for each row
  when (new.fixed_every is not null) execute function fixed_rent_finds_nobody_there();
