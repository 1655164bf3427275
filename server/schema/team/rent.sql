-- Rents that are collected together, for the same period.
create table rent_runs (
  id uuid not null,
  host_id bigint not null,
  period_from date not null,
  period_to date not null,
  -- Null: an automatic run.
  made_by bigint,
  made_at timestamptz not null,
  constraint rent_runs_pkey primary key (id),
  constraint rent_runs_check check (period_to >= period_from)
);
comment on table rent_runs is 'Collections of fixed rent by period.';

create table rent_charges (
  -- Also the reference under which the ledger keeps it.
  id uuid not null,
  run_id uuid not null,
  membership_id bigint not null,
  host_id bigint not null,
  professional_id bigint not null,
  -- In the order in which they are paid.
  number bigint generated always as identity not null,
  period daterange not null,
  amount_cents bigint not null,
  explanation text not null,
  -- The terms of commission and tax of that day.
  rates jsonb not null,
  status text not null,
  charged_at timestamptz not null,
  paid_at timestamptz,
  -- Since when new bookings of the member are blocked.
  blocked_at timestamptz,
  -- Who requested the pending charge of a card: the person, or the business's scheduled job.
  card_requested text,
  -- The card of this rent is to be saved once it has paid.
  save_card boolean default false not null,
  -- How often the saved card has been charged, and when it is charged again (`card_next_at`); null: no more attempts.
  card_tries integer default 0 not null,
  card_next_at timestamptz,
  -- Why the last card was refused.
  card_failure text,
  -- Prepaid days that were not used, because the membership ended before: refunded once.
  returned_cents bigint default 0 not null,
  returned_at timestamptz,
  -- How much of a rent was received directly: the sum of its records.
  direct_cents bigint default 0 not null,
  reminded_at timestamptz,
  constraint rent_charges_pkey primary key (id),
  -- A day is charged once.
  constraint rent_charges_once exclude using gist (membership_id with =, period with &&),
  constraint rent_charges_amount_cents_check check (amount_cents > 0),
  constraint rent_charges_card_requested_check check (card_requested in ('by_hand', 'by_itself')),
  constraint rent_charges_card_tries check (card_tries between 0 and 3),
  constraint rent_charges_paid check ((status = 'paid') = (paid_at is not null)),
  constraint rent_charges_returned check (((returned_cents >= 0) and (returned_cents <= amount_cents)) and ((returned_cents = 0) = (returned_at is null))),
  constraint rent_charges_status_check check (status in ('due', 'paid')),
  constraint rent_charges_direct check (direct_cents between 0 and amount_cents)
);
comment on table rent_charges is 'One member’s rent of a period.';
comment on constraint rent_charges_once on rent_charges is
  'a day of rent charged twice; a charge that is changed, paid or refunded twice; more than three attempts with a saved card';
comment on constraint rent_charges_card_tries on rent_charges is
  'With rent_charges_once.';
comment on constraint rent_charges_direct on rent_charges is 'a rent of which more was received directly than it is';

-- A card saved with a paid rent at the professional's request; later rents are charged to it.
create table rent_cards (
  professional_id bigint not null,
  provider text not null,
  -- The processor's name for the card; its number never reaches us.
  card_ref text not null,
  brand text not null,
  last4 text not null,
  saved_at timestamptz not null,
  constraint rent_cards_pkey primary key (professional_id),
  constraint rent_cards_last4_check check (last4 ~ '^\d{4}$')
);
comment on table rent_cards is 'Cards that pay it.';

-- Fixed rents are charged automatically, each period on its first day, unless a business chooses otherwise: since then,
-- or (null) by hand.
create table rent_collections (
  host_id bigint not null,
  since timestamptz,
  constraint rent_collections_pkey primary key (host_id)
);
comment on table rent_collections is 'Attempts to collect.';

create index rent_charges_card on rent_charges (card_next_at) where ((status = 'due') and (card_next_at is not null));
create index rent_charges_due on rent_charges (professional_id, number) where (status = 'due');
-- A professional's fixed rents, newest first, paid ones included.
create index rent_charges_mine on rent_charges (professional_id, number);
create index rent_charges_run on rent_charges (run_id);
create index rent_runs_host on rent_runs (host_id, made_at desc);

alter table rent_runs add constraint rent_runs_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table rent_runs add constraint rent_runs_made_by_fkey
  foreign key (made_by) references accounts(id);

alter table rent_charges add constraint rent_charges_membership_id_fkey
  foreign key (membership_id) references memberships(id);

alter table rent_charges add constraint rent_charges_run_id_fkey
  foreign key (run_id) references rent_runs(id);

alter table rent_cards add constraint rent_cards_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table rent_collections add constraint rent_collections_host_id_fkey
  foreign key (host_id) references hosts(id);

create function rent_charge_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.amount_cents <> old.amount_cents or new.period <> old.period or new.membership_id <> old.membership_id
    or old.returned_cents > 0 and (new.returned_cents, new.returned_at) is distinct from (old.returned_cents, old.returned_at)
    or old.status = 'paid' and new.status = 'due' and new.direct_cents >= old.direct_cents
    or old.status = 'paid' and (to_jsonb(new) - array['returned_cents', 'returned_at', 'direct_cents', 'status', 'paid_at'])
      is distinct from (to_jsonb(old) - array['returned_cents', 'returned_at', 'direct_cents', 'status', 'paid_at']) then
    raise exception 'rent charge % cannot be changed', old.id using errcode = 'restrict_violation', constraint = 'rent_charges_fixed';
  end if;
  return new;
end $$;

create trigger rent_charges_fixed
  before delete or update on rent_charges for each row
  execute function rent_charge_fixed();
comment on trigger rent_charges_fixed on rent_charges is
  'With rent_charges_once.';
