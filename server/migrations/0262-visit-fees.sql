-- What a cancelled visit left with others for its hour (product.md §3: "if the slot is resold the fee goes back to who paid it, pro-rata"):
-- the client's late fee, and the rent that a professional who cancelled was charged. Whatever takes the same time and is given gives
-- its part back, once (docs/booking/rented-hours.md).
create table visit_fees (
  booking_id uuid not null references bookings,
  payer text not null check (payer in ('client', 'professional')),
  professional_id bigint not null references professionals,
  unit_id bigint references units,
  during tstzrange not null check (not isempty(during)),
  fee_cents bigint not null check (fee_cents > 0),
  -- Of the fee, the host's for the hour of the place.
  rent_cents bigint not null check (rent_cents between 0 and fee_cents),
  back_cents bigint not null default 0,
  back_rent_cents bigint not null default 0,
  primary key (booking_id, payer),
  constraint visit_fees_back check (back_cents between 0 and fee_cents and back_rent_cents between 0 and rent_cents
    and back_rent_cents <= back_cents),
  -- A professional pays the rent alone.
  constraint visit_fees_of_professional check (payer = 'client' or rent_cents = fee_cents)
);
create index visit_fees_unit on visit_fees using gist (unit_id, during) where unit_id is not null;
create index visit_fees_professional on visit_fees using gist (professional_id, during);

create table visit_fee_returns (
  booking_id uuid not null,
  payer text not null,
  again_id uuid not null references bookings,
  minutes integer not null check (minutes > 0),
  amount_cents bigint not null check (amount_cents > 0),
  rent_cents bigint not null check (rent_cents between 0 and amount_cents),
  at timestamptz not null,
  primary key (booking_id, payer, again_id),
  foreign key (booking_id, payer) references visit_fees
);
create trigger visit_fee_returns_append_only before update or delete on visit_fee_returns
  for each row execute function refuse_change();
