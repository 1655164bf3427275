-- Months without interest: the processor's fee for each, by date. To be confirmed with the processor before launch.
create table installment_rules (
  valid_from timestamptz not null,
  months smallint not null,
  -- Charged beside the usual fee; its IVA is added.
  fee_bp integer not null,
  iva_bp integer not null,
  -- The smallest charge that may be divided into so many months.
  min_cents bigint not null,
  constraint installment_rules_pkey primary key (valid_from, months),
  constraint installment_rules_months check (months in (3, 6, 9, 12)),
  constraint installment_rules_fee check (fee_bp between 0 and 5000 and iva_bp between 0 and 5000),
  constraint installment_rules_min check (min_cents >= 30000)
);
comment on table installment_rules is 'Dated fees of the processor for paying in months.';

insert into installment_rules (valid_from, months, fee_bp, iva_bp, min_cents) values
  ('2020-01-01T00:00:00Z', 3, 500, 1600, 30000),
  ('2020-01-01T00:00:00Z', 6, 750, 1600, 60000),
  ('2020-01-01T00:00:00Z', 9, 1000, 1600, 90000),
  ('2020-01-01T00:00:00Z', 12, 1250, 1600, 120000);

-- Professionals who allow their clients to pay in months, and pay the fee. No row: not allowed.
create table installment_offers (
  professional_id bigint not null,
  max_months smallint not null,
  from_cents bigint not null,
  changed_at timestamptz not null,
  constraint installment_offers_pkey primary key (professional_id),
  constraint installment_offers_months check (max_months in (3, 6, 9, 12)),
  constraint installment_offers_from check (from_cents between 30000 and 99999999),
  constraint installment_offers_professional_id_fkey foreign key (professional_id) references professionals(id)
);
comment on table installment_offers is 'Professionals who let clients pay in months, and from which price.';
