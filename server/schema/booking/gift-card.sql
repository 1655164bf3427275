create table gift_cards (
  id uuid not null,
  version integer default 1 not null,
  status text not null,
  -- The owner until then, and the browser or account that bought it.
  buyer_id bigint not null,
  holder text not null,
  -- Whole pesos, within the limits on the day of purchase.
  amount_cents bigint not null,
  from_name text not null,
  to_name text not null,
  message text not null,
  -- The recipient and the date of sending; null: the buyer delivers it.
  email text,
  send_at timestamptz,
  sent_at timestamptz,
  -- Each one is an email; at most ten, so that no mailbox is flooded.
  sendings smallint default 0 not null,
  -- The code is derived from the id and this number with the application's secret: changing the number changes the code and makes
  -- the old one invalid.
  generation smallint default 1 not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by bigint,
  ended_at timestamptz,
  ended_by text,
  -- A gift card is sent to a mailbox or a telephone, not to both.
  phone text,
  constraint gift_cards_pkey primary key (id),
  constraint gift_cards_code unique (code_hash),
  constraint gift_cards_amount_cents_check check ((amount_cents between 100 and 10000000) and ((amount_cents % (100)::bigint) = 0)),
  constraint gift_cards_ended check ((status in ('failed', 'cancelled') = (ended_at is not null)) and ((ended_at is null) = (ended_by is null))),
  constraint gift_cards_ended_by_check check (ended_by in ('buyer', 'bank', 'nobody')),
  constraint gift_cards_generation_check check (generation > 0),
  constraint gift_cards_hashed check (octet_length(code_hash) = 32),
  constraint gift_cards_sendings check (sendings between 0 and 10),
  constraint gift_cards_paid check ((status = 'failed') or ((status = 'awaiting_payment') = (paid_at is null))),
  constraint gift_cards_redeemed check (((status = 'redeemed') = (redeemed_by is not null)) and ((redeemed_by is null) = (redeemed_at is null))),
  constraint gift_cards_status_check check (status in ('awaiting_payment', 'failed', 'active', 'redeemed', 'cancelled')),
  constraint gift_cards_addressed check (
    num_nonnulls(email, phone) < 2 and (num_nonnulls(email, phone) = 0) = (send_at is null) and (sent_at is null or sendings > 0)),
  constraint gift_cards_number check (phone ~ '^\+\d{7,15}$')
);
comment on table gift_cards is 'Gift cards; codes are stored hashed.';
comment on constraint gift_cards_hashed on gift_cards is
  'With gift_cards_steps.';
comment on constraint gift_cards_sendings on gift_cards is
  'With gift_cards_steps.';

create index gift_cards_unpaid on gift_cards (created_at) where (status = 'awaiting_payment');
create index gift_cards_due on gift_cards (send_at) where ((status = 'active') and (sent_at is null) and (send_at is not null));
create index gift_cards_mine on gift_cards (buyer_id, created_at);
create index gift_cards_redeemed_by on gift_cards (redeemed_by) where (redeemed_by is not null);

alter table gift_cards add constraint gift_cards_buyer_id_fkey
  foreign key (buyer_id) references clients(id);

alter table gift_cards add constraint gift_cards_redeemed_by_fkey
  foreign key (redeemed_by) references clients(id);

create function gift_card_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.buyer_id <> old.buyer_id or new.amount_cents <> old.amount_cents
    or new.generation < old.generation or (new.generation = old.generation and new.code_hash <> old.code_hash)
    or new.sendings < old.sendings
    or (old.redeemed_by is not null and new.redeemed_by is distinct from old.redeemed_by) then
    raise exception 'gift card % goes forward only', old.id using errcode = 'check_violation', constraint = 'gift_cards_steps';
  end if;
  return new;
end $$;

create trigger gift_cards_moves
  before update of status on gift_cards for each row when ((old.status <> new.status))
  execute function only_listed_moves('gift_cards_steps', 'status', 'awaiting_payment: active failed', 'active: redeemed cancelled');

create trigger gift_cards_stay
  before delete on gift_cards for each row
  execute function refuse_change();

create trigger gift_cards_steps
  before update on gift_cards for each row
  execute function gift_card_goes_forward();
comment on trigger gift_cards_steps on gift_cards is
  'a gift card that returns to an earlier state, is redeemed or refunded twice, changes its amount, or stores its code in plain text; an eleventh email of it';
