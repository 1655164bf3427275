-- What a professional gives to whoever has the word: a part or an amount off the price of their visits.
create table coupons (
  id bigint generated always as identity primary key,
  professional_id bigint not null references professionals,
  code text not null check (code ~ '^[A-Z0-9]{3,20}$'),
  percent_bp integer check (percent_bp between 100 and 9000),
  amount_cents bigint check (amount_cents between 100 and 5000000),
  -- Empty: all of them.
  service_ids jsonb not null default '[]' check (jsonb_typeof(service_ids) = 'array'),
  -- The date of the visit, at its place; null: whenever.
  valid_from date,
  valid_to date,
  most_uses integer check (most_uses between 1 and 100000),
  once_each boolean not null default true,
  active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint coupons_one_change check (num_nonnulls(percent_bp, amount_cents) = 1),
  constraint coupons_dates check (valid_from <= valid_to),
  constraint coupons_code unique (professional_id, code)
);

create function coupons_have_room() returns trigger language plpgsql as $$
begin
  perform from professionals where id = new.professional_id for no key update;
  if (select count(*) >= 100 from coupons one where one.professional_id = new.professional_id) then
    raise exception 'too many coupons' using errcode = 'check_violation', constraint = 'coupons_full';
  end if;
  return new;
end $$;
create trigger coupons_room before insert on coupons for each row execute function coupons_have_room();

-- The coupon as it was when it was given: a change of it changes no visit.
alter table bookings add column coupon_id bigint references coupons, add column coupon jsonb,
  add constraint bookings_coupon_whole check ((coupon_id is null) = (coupon is null)) not valid;
alter table bookings validate constraint bookings_coupon_whole;
create index bookings_by_coupon on bookings (coupon_id, client_id) where coupon_id is not null;

-- Used by visits that stand, were given or missed; one that ended otherwise gives it back.
create function booking_coupon_is_there() returns trigger language plpgsql as $$
declare
  offered coupons;
begin
  -- Two who want the last one come one after the other.
  select * into offered from coupons where id = new.coupon_id for no key update;
  if offered.professional_id <> new.professional_id then
    raise exception 'coupon % is of somebody else', new.coupon_id
      using errcode = 'check_violation', constraint = 'coupon_of_professional';
  end if;
  if offered.most_uses <= (select count(*) from bookings other
    where other.coupon_id = new.coupon_id and other.id <> new.id and not (other.status in
      ('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform',
        'professional_no_show'))) then
    raise exception 'coupon % is used up', new.coupon_id
      using errcode = 'check_violation', constraint = 'coupon_used_up';
  end if;
  if offered.once_each and new.client_id is not null and exists (select from bookings other
    where other.coupon_id = new.coupon_id and other.client_id = new.client_id and other.id <> new.id and not (other.status in
      ('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform',
        'professional_no_show'))) then
    raise exception 'coupon % is used by client %', new.coupon_id, new.client_id
      using errcode = 'check_violation', constraint = 'coupon_once';
  end if;
  return null;
end $$;
create trigger bookings_coupon after insert or update of coupon_id, client_id on bookings for each row
  when (new.coupon_id is not null) execute function booking_coupon_is_there();
