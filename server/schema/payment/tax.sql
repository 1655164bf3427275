create table commission_rules (
  valid_from timestamptz not null,
  professional_bp integer not null,
  rent_bp integer not null,
  -- IVA inside the platform's own commissions.
  iva_bp integer not null,
  -- Rules of commission by source and way of payment; a rule without a source holds for every source that has none of its own.
  source text,
  paid_in_place boolean not null default false,
  constraint commission_rules_professional_bp_check check (professional_bp between 0 and 10000),
  constraint commission_rules_rent_bp_check check (rent_bp between 0 and 10000),
  constraint commission_rules_once unique nulls not distinct (valid_from, source, paid_in_place),
  constraint commission_rules_source check (
    source is null and not paid_in_place
    or source in ('marketplace', 'own_link', 'desk', 'own_agenda') and (not paid_in_place or source = 'own_agenda'))
);
comment on table commission_rules is 'Dated rates of commission.';
comment on constraint commission_rules_once on commission_rules is 'two rules of one moment for one source';
comment on constraint commission_rules_source on commission_rules is
  'a rule for no known source, or for money paid at the place where that is not possible';

-- Rates of tax by date and regime (money.md §4); an accountant confirms them before launch.
create table tax_rules (
  party text not null,
  regime text not null,
  valid_from timestamptz not null,
  iva_bp integer not null,
  isr_bp integer not null,
  iva_withheld_bp integer not null,
  constraint tax_rules_pkey primary key (party, regime, valid_from),
  constraint tax_rules_party_check check (party in ('professional', 'host'))
);
comment on table tax_rules is 'Dated rates of tax and withholding.';

insert into commission_rules (valid_from, professional_bp, rent_bp, iva_bp) values ('2020-01-01T00:00:00Z', 1000, 500, 1600);

-- An accountant confirms them before launch.
insert into tax_rules (party, regime, valid_from, iva_bp, isr_bp, iva_withheld_bp) values
  ('professional', 'individual', '2020-01-01T06:00:00Z', 1600, 100, 5000),
  ('professional', 'individual', '2026-01-01T06:00:00Z', 1600, 250, 5000),
  ('professional', 'no_rfc', '2020-01-01T06:00:00Z', 1600, 2000, 10000),
  ('professional', 'physician', '2020-01-01T06:00:00Z', 0, 100, 0),
  ('professional', 'physician', '2026-01-01T06:00:00Z', 0, 250, 0),
  ('host', 'individual', '2020-01-01T06:00:00Z', 1600, 100, 5000),
  ('host', 'individual', '2026-01-01T06:00:00Z', 1600, 250, 5000),
  ('host', 'no_rfc', '2020-01-01T06:00:00Z', 1600, 2000, 10000),
  ('host', 'physician', '2020-01-01T06:00:00Z', 0, 100, 0),
  ('host', 'physician', '2026-01-01T06:00:00Z', 0, 250, 0);
insert into commission_rules (valid_from, professional_bp, rent_bp, iva_bp, source, paid_in_place)
  values ('2020-01-01T00:00:00Z', 0, 500, 1600, 'own_agenda', true);
