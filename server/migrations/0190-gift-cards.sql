-- Money that somebody gives away and that has not found its person yet (docs/booking/gift-cards.md): bought by card, until it is
-- redeemed a liability of its own (2055, of each card by its journals' booking_id), from then on the credit of a client (2050).
insert into ledger_accounts values (2055, 'gift_cards', 'liability');

create table gift_cards (
  id uuid primary key,
  version integer not null default 1,
  status text not null check (status in ('awaiting_payment', 'failed', 'active', 'redeemed', 'cancelled')),
  -- Whose it is until then, and the browser or account that bought it.
  buyer_id bigint not null references clients,
  holder text not null,
  -- Whole pesos, within the limits of the day it was bought.
  amount_cents bigint not null check (amount_cents between 100 and 10000000 and amount_cents % 100 = 0),
  from_name text not null,
  to_name text not null,
  message text not null,
  -- Where it goes and when; null: who bought it hands it over themselves.
  email text,
  send_at timestamptz,
  sent_at timestamptz,
  -- A letter each; ten at most, so that no mailbox is filled.
  sendings smallint not null default 0 constraint gift_cards_letters check (sendings between 0 and 10),
  -- The code follows from the id and this number under the house's secret: another number, another code, and the old one opens nothing.
  generation smallint not null default 1 check (generation > 0),
  code_hash bytea not null constraint gift_cards_code unique constraint gift_cards_hashed check (octet_length(code_hash) = 32),
  created_at timestamptz not null,
  paid_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by bigint references clients,
  ended_at timestamptz,
  ended_by text check (ended_by in ('buyer', 'bank', 'nobody')),
  constraint gift_cards_addressed check ((email is null) = (send_at is null) and (sent_at is null or sendings > 0)),
  constraint gift_cards_paid check (status = 'failed' or (status = 'awaiting_payment') = (paid_at is null)),
  constraint gift_cards_redeemed check ((status = 'redeemed') = (redeemed_by is not null) and (redeemed_by is null) = (redeemed_at is null)),
  constraint gift_cards_ended check ((status in ('failed', 'cancelled')) = (ended_at is not null) and (ended_at is null) = (ended_by is null))
);
create index gift_cards_mine on gift_cards (buyer_id, created_at);
create index gift_cards_redeemed_by on gift_cards (redeemed_by) where redeemed_by is not null;
create index gift_cards_due on gift_cards (send_at) where status = 'active' and sent_at is null and send_at is not null;
create index gift_cards_begun on gift_cards (created_at) where status = 'awaiting_payment';

create function gift_card_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.buyer_id <> old.buyer_id or new.amount_cents <> old.amount_cents
    or new.generation < old.generation or (new.generation = old.generation and new.code_hash <> old.code_hash)
    or new.sendings < old.sendings
    or (old.status <> new.status and (old.status, new.status) not in (('awaiting_payment', 'active'), ('awaiting_payment', 'failed'),
      ('active', 'redeemed'), ('active', 'cancelled')))
    or (old.redeemed_by is not null and new.redeemed_by is distinct from old.redeemed_by) then
    raise exception 'gift card % goes forward only', old.id using errcode = 'check_violation', constraint = 'gift_cards_steps';
  end if;
  return new;
end $$;
create trigger gift_cards_steps before update on gift_cards for each row execute function gift_card_goes_forward();
create trigger gift_cards_stay before delete on gift_cards for each row execute function refuse_change();

-- What leaves a card came in before, and no more: it is redeemed or given back once. Seen when the transaction ends.
create function gift_money_is_there() returns trigger language plpgsql as $$
declare
  card uuid := (select booking_id from journals where id = new.journal_id);
begin
  if (select sum(e.amount_cents) from journals j join entries e on e.journal_id = j.id
      where j.booking_id = card and e.account = 2055) > 0 then
    raise exception 'gift card % holds less than that', card using errcode = 'check_violation', constraint = 'gift_money_is_there';
  end if;
  return null;
end $$;
create constraint trigger gift_money_is_there after insert on entries
  deferrable initially deferred for each row when (new.account = 2055) execute function gift_money_is_there();

-- A bank that keeps the charge of a card takes it from the card, or from the credit that it became.
alter table chargebacks drop constraint chargebacks_borne_by_check,
  add constraint chargebacks_borne_by_check check (borne_by in ('nobody', 'platform', 'professional', 'payer', 'gift')) not valid;
alter table chargebacks validate constraint chargebacks_borne_by_check;
