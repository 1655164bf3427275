create table demand_prices (
  professional_id bigint not null,
  version integer not null,
  rules jsonb,
  author_account_id bigint,
  at timestamptz not null,
  -- Two saves of the same version: the second is refused.
  constraint demand_prices_version primary key (professional_id, version),
  constraint demand_prices_version_check check (version > 1)
);
comment on table demand_prices is 'Versions of a professional’s prices by demand; append-only.';
comment on constraint demand_prices_version on demand_prices is
  'With professionals_demand_whole.';

-- A professional's discount for clients who have the code: a percentage or an amount off the price of their visits.
create table coupons (
  id bigint generated always as identity not null,
  professional_id bigint not null,
  code text not null,
  percent_bp integer,
  amount_cents bigint,
  -- Empty: all services.
  service_ids jsonb default '[]'::jsonb not null,
  -- The date of the visit at its place; null: any date.
  valid_from date,
  valid_to date,
  max_uses integer,
  once_each boolean default true not null,
  active boolean default true not null,
  version integer default 1 not null,
  created_at timestamptz not null,
  constraint coupons_pkey primary key (id),
  constraint coupons_code unique (professional_id, code),
  constraint coupons_amount_cents_check check (amount_cents between 100 and 5000000),
  constraint coupons_code_check check (code ~ '^[A-Z0-9]{3,20}$'),
  constraint coupons_dates check (valid_from <= valid_to),
  constraint coupons_max_uses_check check (max_uses between 1 and 100000),
  constraint coupons_one_change check (num_nonnulls(percent_bp, amount_cents) = 1),
  constraint coupons_percent_bp_check check (percent_bp between 100 and 9000),
  constraint coupons_service_ids_check check (jsonb_typeof(service_ids) = 'array')
);
comment on table coupons is 'Coupons of a professional.';

alter table demand_prices add constraint demand_prices_author_account_id_fkey
  foreign key (author_account_id) references accounts(id);

alter table demand_prices add constraint demand_prices_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table coupons add constraint coupons_professional_id_fkey
  foreign key (professional_id) references professionals(id);

create function coupons_have_room() returns trigger language plpgsql as $$
begin
  perform from professionals where id = new.professional_id for no key update;
  if (select count(*) >= 100 from coupons one where one.professional_id = new.professional_id) then
    raise exception 'too many coupons' using errcode = 'check_violation', constraint = 'coupons_full';
  end if;
  return new;
end $$;

create function demand_prices_took_effect() returns trigger language plpgsql as $$
begin
  if not exists (select from professionals
      where id = new.professional_id and demand_version = new.version and demand_rules is not distinct from new.rules) then
    raise exception 'version % of the prices of % does not follow', new.version, new.professional_id
      using errcode = 'unique_violation', constraint = 'demand_prices_version';
  end if;
  return null;
end $$;

create trigger coupons_room
  before insert on coupons for each row
  execute function coupons_have_room();

create trigger demand_prices_append_only
  before delete or update on demand_prices for each row
  execute function refuse_change();
comment on trigger demand_prices_append_only on demand_prices is
  'With professionals_demand_whole.';

create trigger demand_prices_no_truncate
  before truncate on demand_prices for each statement
  execute function refuse_change();

create constraint trigger demand_prices_take_effect
  after insert on demand_prices deferrable initially deferred for each row
  execute function demand_prices_took_effect();
