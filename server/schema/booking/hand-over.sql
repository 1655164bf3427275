-- Handing rented hours over to another professional (product.md §4, S2 ceder): one offers them, the other accepts. The price does
-- not change and there is no new charge.
create table hand_overs (
  id uuid not null,
  booking_id uuid not null,
  from_professional_id bigint not null,
  to_professional_id bigint not null,
  status text not null,
  version integer default 1 not null,
  message text default '' not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  -- For a part of the hours: which, its share of the price, and the rent that it became.
  starts_at timestamptz,
  ends_at timestamptz,
  worth_cents bigint,
  made_id uuid,
  constraint hand_overs_pkey primary key (id),
  constraint hand_overs_decided check ((status = 'offered') = (decided_at is null)),
  constraint hand_overs_made check ((made_id is null) or ((starts_at is not null) and (status = 'accepted'))),
  constraint hand_overs_message_check check (length(message) <= 300),
  constraint hand_overs_span check (((starts_at is null) = (ends_at is null)) and ((starts_at is null) = (worth_cents is null)) and ((starts_at is null) or (starts_at < ends_at)) and ((worth_cents is null) or (worth_cents > 0))),
  constraint hand_overs_status_check check (status in ('offered', 'accepted', 'declined', 'withdrawn', 'expired')),
  constraint hand_overs_to_another check (from_professional_id <> to_professional_id)
);
comment on table hand_overs is 'Rented hours given to another professional.';

create index hand_overs_due on hand_overs (expires_at) where (status = 'offered');
create index hand_overs_from on hand_overs (from_professional_id, offered_at);
create unique index hand_overs_made_once on hand_overs (made_id) where (made_id is not null);
comment on index hand_overs_made_once is
  'With hand_overs_within.';
create unique index hand_overs_one_open on hand_overs (booking_id) where (status = 'offered');
comment on index hand_overs_one_open is
  'two open offers of the same hours, an offer decided twice, an offer of past hours';
create index hand_overs_to on hand_overs (to_professional_id, offered_at);

alter table hand_overs add constraint hand_overs_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table hand_overs add constraint hand_overs_from_professional_id_fkey
  foreign key (from_professional_id) references professionals(id);

alter table hand_overs add constraint hand_overs_made_id_fkey
  foreign key (made_id) references bookings(id);

alter table hand_overs add constraint hand_overs_to_professional_id_fkey
  foreign key (to_professional_id) references professionals(id);

-- A decided offer cannot change, and versions only rise.
create function hand_over_is_decided_once() returns trigger language plpgsql as $$
begin
  if old.status <> 'offered' or new.version <= old.version or new.booking_id <> old.booking_id
    or new.to_professional_id <> old.to_professional_id then
    raise exception 'hand-over % is decided', old.id using errcode = 'check_violation', constraint = 'hand_overs_steps';
  end if;
  return new;
end $$;

-- An offer must be of valid hours: a rent that ended or was handed over is no longer offered. Checked when the transaction ends.
create function offered_hours_unchanged() returns trigger language plpgsql as $$
begin
  if exists (select from hand_overs offer join bookings rent on rent.id = offer.booking_id
    where offer.booking_id = new.id and offer.status = 'offered'
      and (rent.status <> 'confirmed' or rent.professional_id <> offer.from_professional_id)) then
    raise exception 'rent % is still offered', new.id using errcode = 'check_violation', constraint = 'hand_overs_offer_open';
  end if;
  return null;
end $$;

create constraint trigger hand_overs_offer_open
  after update of status, professional_id on bookings deferrable initially deferred for each row when ((new.kind = 'rent'))
  execute function offered_hours_unchanged();
comment on trigger hand_overs_offer_open on bookings is
  'With hand_overs_one_open.';

create trigger hand_overs_steps
  before update on hand_overs for each row when (((new.message <> '') or ((to_jsonb(new.*) - 'message') is distinct from (to_jsonb(old.*) - 'message'))))
  execute function hand_over_is_decided_once();
comment on trigger hand_overs_steps on hand_overs is
  'With hand_overs_one_open.';

create constraint trigger hand_overs_within
  after insert on hand_overs deferrable initially deferred for each row when ((new.starts_at is not null))
  execute function offered_part_is_there();
