create table space_prices (
  space_id bigint not null,
  version integer not null,
  -- Zero: a draft without a price.
  base_cents bigint not null,
  rules jsonb,
  from_cents bigint,
  author_account_id bigint,
  at timestamptz not null,
  -- Two saves of the same version: the second is refused.
  constraint space_prices_version primary key (space_id, version),
  constraint space_prices_base_cents_check check (base_cents >= 0),
  constraint space_prices_version_check check (version > 0)
);
comment on table space_prices is 'Versions of a space’s price rules; append-only.';
comment on constraint space_prices_version on space_prices is
  'With space_prices_append_only.';

alter table space_prices add constraint space_prices_author_account_id_fkey
  foreign key (author_account_id) references accounts(id);

alter table space_prices add constraint space_prices_space_id_fkey
  foreign key (space_id) references spaces(id);

-- Changing prices in the wizard or the form of a space creates a version too, by the host.
create function spaces_note_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into space_prices (space_id, version, base_cents, rules, from_cents, author_account_id, at)
    select new.id, new.price_version, new.price_per_hour_cents, new.price_rules, new.from_price_cents, host.account_id,
      new.created_at from hosts host where host.id = new.host_id;
  else
    insert into space_prices (space_id, version, base_cents, rules, from_cents, author_account_id, at)
    select new.id, new.price_version + 1, new.price_per_hour_cents, new.price_rules,
      -- Until the job has measured it: in the same proportion.
      case when new.from_price_cents is not null then
        greatest(100, round(new.from_price_cents::numeric * new.price_per_hour_cents / greatest(1, old.price_per_hour_cents))) end,
      host.account_id, now() from hosts host where host.id = new.host_id;
  end if;
  return null;
end $$;

create trigger space_prices_append_only
  before delete or update on space_prices for each row
  execute function refuse_change();
comment on trigger space_prices_append_only on space_prices is
  'a version of prices that is changed, deleted or skipped';

create trigger space_prices_no_truncate
  before truncate on space_prices for each statement
  execute function refuse_change();
comment on trigger space_prices_no_truncate on space_prices is
  'With space_prices_append_only.';

-- Rows that come with a later version bring their history.
create trigger spaces_note_first_price
  after insert on spaces for each row when ((new.price_version = 1))
  execute function spaces_note_price();

create trigger spaces_note_price
  after update of price_per_hour_cents, day_cap_cents, hour_packs on spaces for each row when (((old.price_version = new.price_version) and ((old.price_per_hour_cents <> new.price_per_hour_cents) or (old.price_rules is distinct from new.price_rules))))
  execute function spaces_note_price();
