-- A guest is reached by a mailbox or by a telephone, each confirmed by a code.
alter table clients alter column email drop not null;
alter table clients add column proved_phone text;
alter table clients add constraint clients_proved_phone check (proved_phone ~ '^\+\d{7,15}$');
alter table clients add constraint clients_reached check (num_nonnulls(email, proved_phone) > 0);
comment on constraint clients_reached on clients is 'a client without a confirmed mailbox or telephone';
create unique index clients_visitor_phone on clients (proved_phone) where account_id is null;
comment on index clients_visitor_phone is 'two guests of one confirmed telephone';

alter table bookings add constraint bookings_contact_reached check (
  contact is null or coalesce(contact ->> 'email', '') <> ''
  or coalesce(contact ->> 'phone', '') <> '' and coalesce(contact ->> 'proved', '') = 'phone');
comment on constraint bookings_contact_reached on bookings is 'a visit whose client left neither an email nor a confirmed telephone';

-- Unchanged but for the telephone.
create or replace function suspended_party(professional bigint, host bigint, client bigint) returns text language plpgsql as $$
begin
  perform from professionals where id = professional for key share;
  if host is not null then
    perform from hosts where id = host for key share;
  end if;
  if client is not null then
    perform from clients where id = client for key share;
  end if;
  return (
    select case when exists (select from professionals p where p.id = professional and p.account_id = a.id) then 'professional'
      when exists (select from hosts h where h.id = host and h.account_id = a.id) then 'host' else 'client' end
    from accounts a where a.suspended_at is not null and (
      a.id = (select account_id from professionals where id = professional)
      or a.id = (select account_id from hosts where id = host)
      or a.id = (select account_id from clients where id = client)
      -- As a visitor with the same mailbox or telephone they are the same person.
      or a.email = (select email from clients where id = client and account_id is null)
      or a.phone_confirmed_at is not null and a.phone = (select proved_phone from clients where id = client and account_id is null))
    order by a.id limit 1);
end $$;
