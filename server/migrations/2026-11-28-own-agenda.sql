-- Who brought the client: Kalli's search, an own link, a host's desk, or the professional's own agenda. It decides about the commission.
alter table bookings add column source text not null default 'marketplace';
update bookings set source = case
  when booked_by = 'host' then 'desk'
  when booked_by = 'professional' and kind = 'visit' then 'own_agenda'
  when channel = 'own_link' then 'own_link'
  else 'marketplace' end;
alter table bookings add constraint bookings_source check (source = case
  when booked_by = 'host' then 'desk'
  when booked_by = 'professional' and kind = 'visit' then 'own_agenda'
  when channel = 'own_link' then 'own_link'
  else 'marketplace' end);
comment on constraint bookings_source on bookings is 'a source other than who made the booking and by which link';
comment on column bookings.source is 'marketplace, own_link, desk or own_agenda: which rule of commission applies.';

-- A price that its client pays at the place: the professional says how, and no money of it passes Kalli.
alter table bookings add column in_place_cents bigint not null default 0;
alter table bookings add column in_place_method text;
alter table bookings add constraint bookings_in_place check (
  in_place_cents >= 0 and (in_place_cents > 0) = (in_place_method is not null)
  and (in_place_cents = 0 or source = 'own_agenda' and kind = 'visit' and upfront_cents is not null)
  and (in_place_method is null or in_place_method in ('cash', 'transfer', 'terminal')));
comment on constraint bookings_in_place on bookings is
  'money paid at the place for what is no appointment of the professional’s own agenda, or without how it was paid';
alter table bookings drop constraint bookings_upfront;
alter table bookings add constraint bookings_upfront check (
case
    when (upfront_cents is null) then ((balance_cents = 0) and (balance_waived_cents = 0) and (in_place_cents = 0))
    else ((kind = 'visit') and (upfront_cents >= 0) and (balance_cents >= 0) and (balance_waived_cents >= 0)
      and ((((upfront_cents + balance_cents) + balance_waived_cents) + in_place_cents) <= total_cents))
end);
comment on constraint bookings_upfront on bookings is
  'an upfront part above the price, or a balance due that does not match it; two charges of it at once, one of another amount, of a visit that did not take place, or one that changes';

-- A professional may write down a client by a name alone, in her own agenda.
alter table clients add column added_by bigint references professionals(id);
alter table clients drop constraint clients_reached;
alter table clients add constraint clients_reached check (num_nonnulls(email, proved_phone, added_by) > 0);
comment on constraint clients_reached on clients is
  'a client without a confirmed mailbox or telephone whom no professional wrote down';
create unique index clients_added_phone on clients (added_by, phone) where added_by is not null and phone <> '';
comment on index clients_added_phone is 'one client of one professional written down twice with one telephone';

alter table bookings drop constraint bookings_contact_reached;
alter table bookings add constraint bookings_contact_reached check (
  contact is null or source = 'own_agenda' or coalesce(contact ->> 'email', '') <> ''
  or coalesce(contact ->> 'phone', '') <> '' and coalesce(contact ->> 'proved', '') = 'phone');
comment on constraint bookings_contact_reached on bookings is
  'a visit whose client left neither an email nor a confirmed telephone, unless its professional wrote it into her own agenda';

-- A payment that no processor and no ledger sees: it only says how the visit ends for the others.
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check check (method in ('card', 'spei', 'oxxo', 'cash', 'in_place'));
alter table payments drop constraint payments_voucher;
alter table payments add constraint payments_voucher check (method in ('card', 'cash', 'in_place') = (voucher is null));
alter table payments add constraint payments_in_place check (
  method <> 'in_place' or amount_cents = 0 and captured_cents = 0 and charge_ref is null and card_ref is null);
comment on constraint payments_in_place on payments is 'money through Kalli in a payment that was made at the place';

-- Rules of commission by source and way of payment; a rule without a source holds for every source that has none of its own.
alter table commission_rules add column source text;
alter table commission_rules add column paid_in_place boolean not null default false;
alter table commission_rules drop constraint commission_rules_pkey;
alter table commission_rules add constraint commission_rules_once unique nulls not distinct (valid_from, source, paid_in_place);
comment on constraint commission_rules_once on commission_rules is 'two rules of one moment for one source';
alter table commission_rules add constraint commission_rules_source check (
  source is null and not paid_in_place
  or source in ('marketplace', 'own_link', 'desk', 'own_agenda') and (not paid_in_place or source = 'own_agenda'));
comment on constraint commission_rules_source on commission_rules is
  'a rule for no known source, or for money paid at the place where that is not possible';
insert into commission_rules (valid_from, professional_bp, rent_bp, iva_bp, source, paid_in_place)
  values ('2020-01-01T00:00:00Z', 0, 500, 1600, 'own_agenda', true);
