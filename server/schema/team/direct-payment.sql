-- Fixed rents that a member pays to the business directly, in cash or by transfer: what each party recorded and when. No money passes
-- through Kalli; a record is never changed, only undone by an opposite one.
create table rent_direct_payments (
  id uuid not null,
  charge_id uuid not null,
  -- In the order in which they were recorded.
  number bigint generated always as identity not null,
  -- reported: the member states that they paid, which settles nothing; received: the business confirms it; undone: the record was wrong.
  kind text not null,
  amount_cents bigint not null,
  method text not null,
  recorded_by bigint not null,
  recorded_at timestamptz not null,
  undoes_id uuid,
  -- Of a received payment, the part that the business retains instead of a payout; the rest it owes.
  retained_cents bigint default 0 not null,
  constraint rent_direct_payments_pkey primary key (id),
  constraint rent_direct_payments_amount check (amount_cents > 0),
  constraint rent_direct_payments_kind check (kind in ('reported', 'received', 'undone')),
  constraint rent_direct_payments_method check (method in ('cash', 'transfer')),
  constraint rent_direct_payments_undoes check ((kind = 'undone') = (undoes_id is not null)),
  constraint rent_direct_payments_retained check (retained_cents between 0 and amount_cents and (kind = 'received' or retained_cents = 0)),
  constraint rent_direct_payments_charge_id_fkey foreign key (charge_id) references rent_charges(id),
  constraint rent_direct_payments_recorded_by_fkey foreign key (recorded_by) references accounts(id),
  constraint rent_direct_payments_undoes_id_fkey foreign key (undoes_id) references rent_direct_payments(id)
);
comment on table rent_direct_payments is 'Rents paid to the business itself, as each party stated; append-only.';
create index rent_direct_payments_charge on rent_direct_payments (charge_id, number);
create index rent_direct_payments_recorded_by on rent_direct_payments (recorded_by);
create unique index rent_direct_payments_undone on rent_direct_payments (undoes_id) where undoes_id is not null;
comment on index rent_direct_payments_undone is 'one direct payment of a rent undone twice';

create function rent_direct_payment_counts() returns trigger language plpgsql as $$
declare
  charge rent_charges;
  undone rent_direct_payments;
begin
  select * into charge from rent_charges where id = new.charge_id for update;
  if new.kind = 'received' then
    if new.amount_cents > charge.amount_cents - charge.returned_cents - charge.direct_cents
      or new.amount_cents > coalesce((select amount_cents from balances where account = 1120 and party_id = charge.professional_id), 0) then
      raise exception 'rent % does not owe that much', charge.id
        using errcode = 'check_violation', constraint = 'rent_direct_not_owed';
    end if;
    update rent_charges set direct_cents = direct_cents + new.amount_cents where id = charge.id;
  elsif new.kind = 'undone' then
    select * into undone from rent_direct_payments where id = new.undoes_id;
    if undone.kind <> 'received' or undone.charge_id <> new.charge_id or undone.amount_cents <> new.amount_cents
      or undone.method <> new.method then
      raise exception 'record % is not the opposite of %', new.id, new.undoes_id
        using errcode = 'check_violation', constraint = 'rent_direct_opposite';
    end if;
    update rent_charges set direct_cents = direct_cents - new.amount_cents, status = 'due', paid_at = null where id = charge.id;
  end if;
  return new;
end $$;

create trigger rent_direct_payments_count
  before insert on rent_direct_payments for each row execute function rent_direct_payment_counts();
comment on trigger rent_direct_payments_count on rent_direct_payments is 'more received directly than a rent still owes';

create trigger rent_direct_payments_append_only
  before delete or update on rent_direct_payments for each row execute function refuse_change();

create trigger rent_direct_payments_no_truncate
  before truncate on rent_direct_payments for each statement execute function refuse_change();

-- Unpaid rents whose member was not reminded yet.
create index rent_charges_to_remind on rent_charges (charged_at)
  where status = 'due' and blocked_at is null and reminded_at is null;
