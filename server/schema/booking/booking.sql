-- At most one option of a group, for one service of one person.
create function one_option_each(add_ons jsonb) returns boolean language sql immutable parallel safe as $$
  select case when jsonb_typeof(add_ons) = 'array' then not exists (
    select from jsonb_array_elements(add_ons) as part(entry) where entry ? 'group'
    group by entry ->> 'serviceId', coalesce(entry ->> 'person', '1'), entry ->> 'group' having count(*) > 1) end
$$;

-- Pairs of minutes after the start, in order, with work before the first, between any two, and after the last.
create function processes_fit(processes integer[], whole integer) returns boolean language sql immutable parallel safe as $$
  select cardinality(processes) % 2 = 0 and coalesce((
    select bool_and(edge > coalesce(earlier, 0)) and max(edge) < whole
    from (select edge, lag(edge) over (order by place) as earlier
      from unnest(processes) with ordinality as edges(edge, place)) edges), true)
$$;

-- A hold is the booking's first state; its id never changes.
create table bookings (
  id uuid not null,
  version integer default 1 not null,
  status text not null,
  -- The client's key before there is a client: 'account:12' or 'visitor:<hash>'.
  holder text not null,
  -- At most two live holds per holder, by the index below.
  hold_place smallint default 1 not null,
  hold_expires_at timestamptz,
  -- Extended by five minutes, once, while the bank asks the client to confirm.
  hold_prolonged boolean default false not null,
  professional_id bigint not null,
  service_id bigint,
  client_id bigint,
  space_id bigint,
  unit_id bigint,
  host_id bigint,
  agreement_id bigint,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The buffers of its claims, so that a late payment can claim the same time again.
  buffer_before_minutes smallint default 0 not null,
  buffer_after_minutes smallint default 0 not null,
  unit_after_minutes smallint default 0 not null,
  zone text not null,
  -- The local time at the place; does not change even if the zone's rules do.
  local_start timestamp not null,
  service_name text not null,
  total_cents bigint not null,
  rent_cents bigint default 0 not null,
  rent_minutes integer default 0 not null,
  -- Rates, taxes and policies as they were at the hold: refunds recompute with the same rules.
  terms jsonb not null,
  quote jsonb not null,
  quote_hash text not null,
  -- The phone and e-mail given for this visit.
  contact jsonb,
  arrival_code text,
  confirmed_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  -- The actor who ended it, the rule that applied, and the cost for each party.
  cancellation jsonb,
  created_at timestamptz not null,
  -- Who requested the booking: the client, or the host at the front desk for a client who pays through an e-mailed link.
  booked_by text default 'client' not null,
  -- The lines of a rent that is more than hours at one price.
  rent_lines jsonb,
  -- Included in rent_cents; refunded if the place was not used.
  cleaning_cents bigint default 0 not null,
  kind text default 'visit' not null,
  -- Of a visit: the rent within whose hours it takes place.
  parent_rent_id uuid,
  -- For a rent: the price of each stretch, which is refunded when its hours are returned.
  rent_stretches jsonb,
  -- For a rent: what the host retains in any case, for hours that were returned late.
  retained_cents bigint default 0 not null,
  -- For rents: the payer, who retains the receipt when the hours are transferred to another professional.
  paid_by bigint,
  -- For transferred hours: the rent they came from.
  handed_from uuid,
  -- Each party's answer. A booking is agreed when no party has an answer pending (product.md §3).
  client_acceptance text default 'not_needed' not null,
  professional_acceptance text default 'not_needed' not null,
  host_acceptance text default 'not_needed' not null,
  -- Since when and until when it waits for an answer; both remain after the answer.
  requested_at timestamptz,
  respond_by timestamptz,
  -- Hours of a pack: only in the pack's space, by the professional who owns the pack, within its validity. Checked when the
  -- transaction ends.
  pack_id uuid,
  -- The security deposit for hours at a space: the amount that the rules required when they were rented, held on a card on
  -- arrival, released three days after the end, or retained in part for damage that the host has documented (product.md §3, §4).
  deposit_cents bigint,
  -- For a visit in rescue: the deadline and the parties who must answer.
  rescue_by timestamptz,
  rescue_waits text[],
  -- Hosts who cancelled and pay a part of its dearer rent: [{hostId, maxCents, aboveCents}].
  rent_covered_by_host jsonb,
  -- The channel of the booking: the marketplace, or a professional's or host's own link (/book). It shows which clients the
  -- business brought in itself.
  channel text default 'marketplace' not null,
  -- The processes when the time was held. Null: its professional had no service with a process.
  processes integer[],
  -- The add-ons when the time was held: service, name, minutes, price. Null: none.
  add_ons jsonb,
  -- The cost of the client's own changes from the third on, and the part of it that is rent for the released hours.
  move_fee_cents bigint default 0 not null,
  move_fee_rent_cents bigint default 0 not null,
  -- For a visit of several people: how many.
  persons smallint default 1 not null,
  tolerance_minutes smallint default 15 not null,
  -- The upfront part when the visit was booked (null: all of the price), the balance due, and the balance that a decided dispute waived.
  upfront_cents bigint,
  balance_cents bigint default 0 not null,
  balance_waived_cents bigint default 0 not null,
  -- The equipment units of a visit and the minutes in which it uses them; null: none. Each is claimed like a unit.
  equipment jsonb,
  visit_place bigint,
  -- The coupon when the visit was booked: later changes of the coupon do not apply.
  coupon_id bigint,
  coupon jsonb,
  -- A visit paid from a session pack: of the pack's client and service, starting within its validity. Checked when the
  -- transaction ends.
  session_pack_id uuid,
  class_id uuid,
  -- A client books a class for up to six people: one numbered seat for each, all in one booking.
  class_seats smallint[],
  -- For a seat of a class that moved: the time and place that the client had agreed to. Null: the present ones are agreed.
  moved_from jsonb,
  -- Where the client came from: Kalli's search, an own link, a host's desk, or the professional's own agenda. The commission depends on it.
  source text not null default 'marketplace',
  -- The part of the price that the client pays at the place: the professional states how, and the money does not pass through Kalli.
  in_place_cents bigint not null default 0,
  in_place_method text,
  -- An appointment of the professional's own agenda of which all or a deposit is paid by a link that she sends.
  link_cents bigint not null default 0,
  -- It is sent once a day at most.
  link_sent_on date,
  constraint bookings_pkey primary key (id),
  -- A seat belongs to one client, from the hold until it is released.
  constraint bookings_class_seat exclude using gist (class_id with =, seat_ranges(class_seats) with &&) where (((class_id is not null) and status not in ('expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform'))),
  constraint bookings_add_ons check ((add_ons is null) or ((kind = 'visit') and (jsonb_typeof(add_ons) = 'array') and (jsonb_array_length(add_ons) > 0))),
  -- A booking is confirmed only once all parties have accepted it.
  constraint bookings_agreed check (status not in ('confirmed', 'in_progress', 'to_settle', 'completed') or (not (array[client_acceptance, professional_acceptance, host_acceptance] && array['pending', 'declined', 'expired']))),
  -- A request has a deadline and a party who must answer.
  constraint bookings_respondents check ((status <> 'requested') or ((respond_by is not null) and ((('pending' = client_acceptance) or ('pending' = professional_acceptance)) or ('pending' = host_acceptance)) and (not (array[client_acceptance, professional_acceptance, host_acceptance] && array['declined', 'expired'])))),
  constraint bookings_away check ((visit_place is null) or ((kind = 'visit') and (space_id is null) and (parent_rent_id is null))),
  constraint bookings_booked_by_check check (booked_by in ('client', 'host', 'professional')),
  constraint bookings_channel check (channel in ('marketplace', 'own_link') and ((kind = 'visit') or (channel = 'marketplace'))),
  constraint bookings_check check (ends_at > starts_at),
  constraint bookings_check1 check (((space_id is null) = (unit_id is null)) and ((space_id is null) = (host_id is null))),
  constraint bookings_cleaning_cents_check check (cleaning_cents >= 0),
  constraint bookings_cleaning_within_rent check (cleaning_cents <= rent_cents),
  constraint bookings_client_acceptance_check check (client_acceptance in ('not_needed', 'pending', 'accepted', 'declined', 'expired')),
  constraint bookings_coupon_whole check ((coupon_id is null) = (coupon is null)),
  constraint bookings_deposit check ((deposit_cents is null) or ((kind = 'rent') and (deposit_cents > 0))),
  constraint bookings_equipment check ((equipment is null) or ((jsonb_typeof(equipment) = 'array') and (kind = 'visit') and (space_id is not null))),
  constraint bookings_handed_rent check ((handed_from is null) or (kind = 'rent')),
  constraint bookings_hold_place_check check (hold_place in (1, 2)),
  constraint bookings_host_acceptance_check check (host_acceptance in ('not_needed', 'pending', 'accepted', 'declined', 'expired')),
  -- A visit may begin before the hours that its professional rented, or end after them: it uses the rented time as far as that
  -- reaches, takes the rest only where it is free, and owes rent for the rest alone.
  constraint bookings_parent_rent_at_a_unit check ((parent_rent_id is null) or (unit_id is not null)),
  constraint bookings_retained_cents_check check (retained_cents >= 0),
  constraint bookings_kind_check check (kind in ('visit', 'rent')),
  constraint bookings_move_fee check ((move_fee_cents >= 0) and ((move_fee_rent_cents >= 0) and (move_fee_rent_cents <= (move_fee_cents / 2)))),
  constraint bookings_moved_from check ((moved_from is null) or ((class_id is not null) and (jsonb_typeof(moved_from) = 'object'))),
  constraint bookings_of_client check ((kind = 'rent') or status in ('held', 'expired') or (client_id is not null)),
  constraint bookings_of_kind check (
case kind
    when 'rent' then ((service_id is null) and (client_id is null) and (parent_rent_id is null) and (unit_id is not null) and (paid_by is not null) and (rent_stretches is not null) and (rent_cents <= total_cents) and (retained_cents <= rent_cents))
    else ((service_id is not null) and (paid_by is null) and (retained_cents = 0))
end),
  constraint bookings_of_pack check ((pack_id is null) or (kind = 'rent')),
  constraint bookings_of_session_pack check ((session_pack_id is null) or (kind = 'visit')),
  constraint bookings_one_option check ((add_ons is null) or one_option_each(add_ons)),
  constraint bookings_persons check ((persons between 1 and 6) and ((persons = 1) or (kind = 'visit'))),
  constraint bookings_processes check ((processes is null) or (processes = '{}'::integer[]) or ((kind = 'visit') and processes_fit(processes, ((EXTRACT(epoch from (ends_at - starts_at)) / (60)::numeric))::integer))),
  constraint bookings_professional_acceptance_check check (professional_acceptance in ('not_needed', 'pending', 'accepted', 'declined', 'expired')),
  constraint bookings_rent_cents_check check (rent_cents >= 0),
  constraint bookings_rescue_waits check (((rescue_by is null) = (rescue_waits is null)) and ((rescue_waits is null) or ((rescue_waits <@ '{client,professional}'::text[]) and (cardinality(rescue_waits) > 0)))),
  -- The response deadline is at most an hour before the start (product.md §3).
  constraint bookings_respond_in_time check ((respond_by is null) or ((respond_by > requested_at) and (respond_by <= (starts_at - '01:00:00'::interval)))),
  -- Limits the total wait for an answer, however often another hour is proposed.
  constraint bookings_respond_whole check ((respond_by is null) or (respond_by <= (requested_at + '36:00:00'::interval))),
  -- A class has its own buffers and equipment: a seat has only its hour, one seat for each person.
  constraint bookings_seat check (((class_id is null) = (class_seats is null)) and ((class_id is null) or ((kind = 'visit') and (cardinality(class_seats) = persons) and (1 <= ALL (class_seats)) and (array_position(class_seats, NULL::smallint) is null) and (buffer_before_minutes = 0) and (buffer_after_minutes = 0) and (unit_after_minutes = 0) and (equipment is null) and (processes is null) and (rent_cents = 0)))),
  constraint bookings_status_check check (status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed', 'expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform', 'client_no_show', 'professional_no_show')),
  constraint bookings_total_cents_check check (total_cents > 0),
  constraint bookings_source check (source = case
    when booked_by = 'host' then 'desk'
    when booked_by = 'professional' and kind = 'visit' then 'own_agenda'
    when channel = 'own_link' then 'own_link'
    else 'marketplace' end),
  constraint bookings_in_place check (
    in_place_cents >= 0 and (in_place_cents > 0) = (in_place_method is not null)
    and (in_place_cents = 0 or source = 'own_agenda' and kind = 'visit' and upfront_cents is not null)
    and (in_place_method is null or in_place_method in ('cash', 'transfer', 'terminal'))),
  constraint bookings_upfront check (
  case
      when (upfront_cents is null) then ((balance_cents = 0) and (balance_waived_cents = 0) and (in_place_cents = 0))
      else ((kind = 'visit') and (upfront_cents >= 0) and (balance_cents >= 0) and (balance_waived_cents >= 0)
        and ((((upfront_cents + balance_cents) + balance_waived_cents) + in_place_cents) <= total_cents))
  end),
  constraint bookings_contact_reached check (
    contact is null or source = 'own_agenda' or coalesce(contact ->> 'email', '') <> ''
    or coalesce(contact ->> 'phone', '') <> '' and (coalesce(contact ->> 'proved', '') = 'phone'
      or coalesce(contact ->> 'proved', '') = 'given' and booked_by = 'host' and status in ('held', 'expired'))),
  constraint bookings_link check (
    link_cents >= 0 and link_cents <= total_cents
    and (link_cents = 0 or source = 'own_agenda' and kind = 'visit' and upfront_cents is not null))
);
comment on table bookings is 'Visits, rents and holds: parties, time, place, policy, price and state.';
comment on column bookings.visit_place is 'Where it is, if neither at a space nor at its professional''s own place: -1 online, else the home of its client.';
comment on constraint bookings_processes on bookings is
  'With services_phases.';
comment on constraint bookings_hold_place_check on bookings is
  'With bookings_two_holds.';
comment on constraint bookings_agreed on bookings is
  'an active booking that a party has not accepted';
comment on constraint bookings_respondents on bookings is
  'a request without a party who must answer, or with an answer due in its last hour';
comment on constraint bookings_respond_in_time on bookings is
  'With bookings_respondents.';
comment on constraint bookings_respond_whole on bookings is
  'With change_proposals_answered_first.';
comment on constraint bookings_persons on bookings is
  'a visit of more than six people, a person without a service, parts out of order, a service twice for one person';
comment on constraint bookings_upfront on bookings is
  'an upfront part above the price, or a balance due that does not match it; two charges of it at once, one of another amount, of a visit that did not take place, or one that changes';
comment on constraint bookings_cleaning_within_rent on bookings is
  'a cleaning fee above the rent';
comment on constraint bookings_away on bookings is
  'a visit at a home or online with a space or rented hours; such a booking without a client; a home without coordinates';
comment on constraint bookings_of_kind on bookings is
  'a rent with a client, a visit without a service';
comment on constraint bookings_of_client on bookings is
  'With bookings_of_kind.';
comment on constraint bookings_class_seat on bookings is
  'a class seat sold twice or beyond the class, a party with fewer seats than people; a seat at another time or place than its class';
comment on constraint bookings_seat on bookings is
  'With bookings_class_seat.';
comment on constraint bookings_channel on bookings is
  'a visit with an unknown channel, a rent by an own link';
comment on constraint bookings_contact_reached on bookings is
  'a visit whose client left neither an email nor a confirmed telephone, unless its professional wrote it into her own agenda or it only waits at a desk for the link';
comment on constraint bookings_source on bookings is 'a source that does not match the author of the booking and its link';
comment on column bookings.source is 'marketplace, own_link, desk or own_agenda: which rule of commission applies.';
comment on constraint bookings_in_place on bookings is
  'money paid at the place for what is no appointment of the professional’s own agenda, or without how it was paid';
comment on constraint bookings_link on bookings is
  'a payment link above the price, or of what is no appointment of the professional’s own agenda';
comment on column bookings.link_cents is
  'Of the price, what is requested by a link that the professional sends; zero: nothing. What is still open of it is balance_cents.';
comment on column bookings.link_sent_on is 'The last date (UTC) on which the client got the link to pay by.';

-- The time of a rent, with the cleaning of its unit at the end; a visit that extends beyond it adds its own cleaning.
create function rented_time(rent bookings, resource bigint) returns tstzrange language sql immutable as $$
  select tstzrange(rent.starts_at - rent.buffer_before_minutes * interval '1 minute', rent.ends_at
    + case resource when rent.unit_id then rent.unit_after_minutes else rent.buffer_after_minutes end * interval '1 minute')
$$;

-- Transitions of bookings with actor and reason; append-only.
create table booking_moves (
  booking_id uuid not null,
  version integer not null,
  move text not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_account_id bigint,
  reason text default '' not null,
  at timestamptz not null,
  constraint booking_moves_pkey primary key (booking_id, version),
  constraint booking_moves_actor_check check (actor in ('client', 'professional', 'host', 'platform'))
);
comment on table booking_moves is 'Transitions of bookings; append-only.';

-- A link with which its recipient answers about one booking: an appointment that a professional made for them. The table stores a
-- hash; the job that sends the message derives the secret again from the application's key.
create table booking_links (
  id uuid not null,
  token_hash bytea not null,
  booking_id uuid not null,
  kind text not null,
  first_name text not null,
  last_name text default '' not null,
  -- Where the message was sent; deleted once the appointment came to nothing: the data of a recipient who never answered is not
  -- retained.
  email text,
  phone text,
  note text default '' not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  answer text,
  -- Add-ons that the professional included in an appointment she made count as accepted by her. Any other add-on that the client
  -- adds or removes needs her acceptance.
  add_ons jsonb default '[]'::jsonb not null,
  constraint booking_links_pkey primary key (id),
  constraint booking_links_token_hash_key unique (token_hash),
  constraint booking_links_add_ons check (jsonb_typeof(add_ons) = 'array'),
  constraint booking_links_addressed check ((answer is not null) or (num_nonnulls(email, phone) > 0)),
  constraint booking_links_answer_check check (answer in ('accepted', 'countered', 'declined', 'withdrawn', 'expired')),
  constraint booking_links_answered check ((answered_at is null) = (answer is null)),
  constraint booking_links_kind_check check (kind in ('appointment', 'waitlist', 'rescue', 'chat'))
);
comment on table booking_links is 'Signed links to answer about a booking, hashed.';

-- The services of a visit of several, in order: name, minutes and price when the time was held. A visit of one service has none: the
-- booking has them.
create table booking_segments (
  booking_id uuid not null,
  "position" smallint not null,
  service_id bigint not null,
  name text not null,
  minutes integer not null,
  price_cents bigint not null,
  -- Segments are ordered by person; each person has a service at most once.
  person smallint default 1 not null,
  constraint booking_segments_pkey primary key (booking_id, "position"),
  constraint booking_segments_once unique (booking_id, person, service_id),
  constraint booking_segments_minutes_check check (minutes > 0),
  constraint booking_segments_person check (person between 1 and 6),
  constraint booking_segments_position check (("position" >= 1) and ("position" <= 12)),
  constraint booking_segments_price_cents_check check (price_cents >= 0)
);
comment on table booking_segments is 'Services of a visit, with person, time and phases.';
comment on constraint booking_segments_person on booking_segments is
  'With bookings_persons.';
comment on constraint booking_segments_once on booking_segments is
  'With bookings_persons.';

-- First names only; the client who books declares that they are the adult accompanying a minor, and the time of that declaration
-- is stored.
create table booking_companions (
  booking_id uuid not null,
  person smallint not null,
  first_name text not null,
  is_minor boolean not null,
  declared_at timestamptz,
  constraint booking_companions_pkey primary key (booking_id, person),
  constraint booking_companions_adult check (is_minor = (declared_at is not null)),
  constraint booking_companions_name check ((length(first_name) >= 1) and (length(first_name) <= 40)),
  constraint booking_companions_person check (person between 1 and 6)
);
comment on table booking_companions is 'Names of the people of a visit.';
comment on constraint booking_companions_adult on booking_companions is
  'With booking_companions_counted.';

create index booking_links_booking on booking_links (booking_id);
-- At most one open link of a booking.
create unique index booking_links_one_open on booking_links (booking_id, kind) where (answer is null);
comment on index booking_links_one_open is
  'With booking_links_once.';
create index booking_segments_service on booking_segments (service_id);
create index bookings_agreement on bookings (agreement_id, starts_at) where (agreement_id is not null);
-- Counts how often a professional answered in time.
create index bookings_answered on bookings (professional_id, requested_at) where (requested_at is not null);
create index bookings_by_coupon on bookings (coupon_id, client_id) where (coupon_id is not null);
-- By the phone number of the visit, because a number that the client gave years ago may belong to another person now.
create index bookings_by_phone on bookings (((contact ->> 'phone'))) where (contact is not null);
create index bookings_classes on bookings (class_id) where (class_id is not null);
create index bookings_client on bookings (client_id, starts_at, id) where (client_id is not null);
create index bookings_client_unpaid on bookings (client_id, starts_at, id) where ((balance_cents > 0) and (completed_at is not null));
create index bookings_coming on bookings (starts_at) where ((status = 'confirmed') and (kind = 'visit'));
create index bookings_handed on bookings (handed_from) where (handed_from is not null);
create index bookings_hold_expiry on bookings (hold_expires_at) where status in ('held', 'awaiting_payment');
create index bookings_host on bookings (host_id, starts_at, id) where (host_id is not null);
create index bookings_parent_rent on bookings (parent_rent_id) where (parent_rent_id is not null);
-- Counts a host's completed bookings: hosts with five are paid sooner. For professionals, `bookings_visits` is used.
create index bookings_of_host_completed on bookings (host_id) where status in ('completed', 'closed');
create index bookings_open on bookings (ends_at) where status in ('confirmed', 'in_progress', 'to_settle');
-- A professional's clients, counted from visits that were confirmed at some time.
create index bookings_own_clients on bookings (professional_id, client_id, starts_at) where ((kind = 'visit') and (client_id is not null) and (confirmed_at is not null));
create index bookings_packs on bookings (pack_id) where (pack_id is not null);
create index bookings_professional on bookings (professional_id, starts_at, id);
-- Bookings still to be closed, however long the professional's history is: visits in progress or past their hour, and those with
-- an unpaid balance. Each page of such a list is read through these indexes.
create index bookings_professional_live on bookings (professional_id, starts_at, id) where status in ('confirmed', 'in_progress', 'to_settle');
create index bookings_professional_unpaid on bookings (professional_id, starts_at, id) where ((balance_cents > 0) and (completed_at is not null));
-- Appointments that a professional made and that wait for the client's answer.
create index bookings_proposed on bookings (professional_id, hold_expires_at) where ((booked_by = 'professional') and (kind = 'visit') and status in ('held', 'awaiting_payment'));
create index bookings_rents on bookings (professional_id, starts_at) where (kind = 'rent');
create index bookings_rents_paid on bookings (paid_by, starts_at) where (kind = 'rent');
create index bookings_service_coming on bookings (service_id, starts_at) where status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress');
create index bookings_session_packs on bookings (session_pack_id) where (session_pack_id is not null);
create index bookings_to_answer on bookings (respond_by) where (status = 'requested');
create index bookings_to_close on bookings (completed_at) where (status = 'completed');
create unique index bookings_two_holds on bookings (holder, hold_place) where status in ('held', 'awaiting_payment');
comment on index bookings_two_holds is
  'more than two holds of one visitor';
create index bookings_visit_place on bookings (visit_place) where (visit_place is not null);
-- Counts earlier visits of a client to a professional.
create index bookings_visits on bookings (professional_id, client_id, starts_at) where status in ('completed', 'closed');
create index bookings_link_open on bookings (starts_at)
  where link_cents > 0 and balance_cents > 0 and status = 'confirmed' and link_sent_on is null;

alter table bookings add constraint bookings_agreement_id_fkey
  foreign key (agreement_id) references agreements(id);

alter table bookings add constraint bookings_class_id_fkey
  foreign key (class_id) references class_sessions(id);

alter table bookings add constraint bookings_client_id_fkey
  foreign key (client_id) references clients(id);

alter table bookings add constraint bookings_coupon_id_fkey
  foreign key (coupon_id) references coupons(id);

alter table bookings add constraint bookings_handed_from_fkey
  foreign key (handed_from) references bookings(id);

alter table bookings add constraint bookings_host_id_fkey
  foreign key (host_id) references hosts(id);

alter table bookings add constraint bookings_parent_rent_id_fkey
  foreign key (parent_rent_id) references bookings(id);

alter table bookings add constraint bookings_pack_id_fkey
  foreign key (pack_id) references hour_packs(id);

alter table bookings add constraint bookings_paid_by_fkey
  foreign key (paid_by) references professionals(id);

alter table bookings add constraint bookings_professional_id_fkey
  foreign key (professional_id) references professionals(id);

alter table bookings add constraint bookings_service_id_fkey
  foreign key (service_id) references services(id);

alter table bookings add constraint bookings_session_pack_id_fkey
  foreign key (session_pack_id) references session_packs(id);

alter table bookings add constraint bookings_space_id_fkey
  foreign key (space_id) references spaces(id);

alter table bookings add constraint bookings_unit_id_fkey
  foreign key (unit_id) references units(id);

alter table bookings add constraint bookings_visit_place_fkey
  foreign key (visit_place) references visit_places(place);

alter table booking_moves add constraint booking_moves_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table booking_links add constraint booking_links_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table booking_segments add constraint booking_segments_booking_id_fkey
  foreign key (booking_id) references bookings(id);

alter table booking_segments add constraint booking_segments_service_id_fkey
  foreign key (service_id) references services(id);

alter table booking_companions add constraint booking_companions_booking_id_fkey
  foreign key (booking_id) references bookings(id);

-- A terminal booking holds no claim; checked when the transaction ends.
create function ended_booking_holds_no_claim() returns trigger language plpgsql as $$
begin
  if exists (select 1 from claims where booking_id = new.id) then
    raise exception 'booking % ended but still claims time', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- Versions only rise.
create function version_rises() returns trigger language plpgsql as $$
begin
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'booking % must rise in version', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- A booking under an agreement requires that the agreement is active, has hours left in its weekly quota, and has uses left while
-- on trial. The row lock serializes two bookings of one agreement; created_at is the clock of the booking request.
create function agreement_allows_booking() returns trigger language plpgsql as $$
declare
  agreement record;
  week timestamp;
  used bigint;
begin
  select a.status, a.quota_minutes, a.trial_uses into agreement from agreements a where a.id = new.agreement_id;
  -- Without a limit, bookings wait only for a concurrent pause of the agreement.
  if agreement.quota_minutes is null and agreement.trial_uses is null then
    select a.status, a.quota_minutes, a.trial_uses into agreement from agreements a
      where a.id = new.agreement_id for share;
  else
    select a.status, a.quota_minutes, a.trial_uses into agreement from agreements a
      where a.id = new.agreement_id for no key update;
  end if;
  if tg_op = 'INSERT' and new.status = 'held' and agreement.status not in ('active', 'expiring') then
    raise exception 'agreement % takes no bookings', new.agreement_id
      using errcode = 'check_violation', constraint = 'agreement_active';
  end if;
  if agreement.quota_minutes is not null then
    week := date_trunc('week', new.starts_at at time zone new.zone);
    select coalesce(sum(b.rent_minutes), 0) into used from bookings b
      where b.agreement_id = new.agreement_id and b.id <> new.id
        and b.starts_at >= (week at time zone new.zone) and b.starts_at < ((week + interval '7 days') at time zone new.zone)
        and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        and not (b.status = 'held' and b.hold_expires_at <= new.created_at);
    if used + new.rent_minutes > agreement.quota_minutes then
      raise exception 'agreement % has no hours left that week', new.agreement_id
        using errcode = 'check_violation', constraint = 'agreement_quota';
    end if;
  end if;
  if agreement.trial_uses is not null then
    select count(*) into used from bookings b
      where b.agreement_id = new.agreement_id and b.id <> new.id
        and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        and not (b.status = 'held' and b.hold_expires_at <= new.created_at);
    if used >= agreement.trial_uses then
      raise exception 'agreement % has no trial uses left', new.agreement_id
        using errcode = 'check_violation', constraint = 'agreement_trial';
    end if;
  end if;
  return new;
end $$;

-- A class may be within rented hours like a visit, and those hours cannot be cancelled either.
create function claim_is_within_its_rent() returns trigger language plpgsql as $$
begin
  if not exists (
    select from bookings rent
    where rent.id = new.parent_rent_id and rent.kind = 'rent' and rent.status in ('confirmed', 'in_progress')
      and (exists (select from bookings visit where visit.id = new.booking_id and visit.parent_rent_id = rent.id
          and visit.professional_id = rent.professional_id)
        or exists (select from class_sessions own where own.id = new.class_id and own.parent_rent_id = rent.id
          and own.professional_id = rent.professional_id))
      and new.resource_id in (rent.unit_id, rent.professional_id)
      and rented_time(rent, new.resource_id) @> new.during) then
    raise exception 'claim of % is not within rent %', coalesce(new.booking_id, new.class_id), new.parent_rent_id
      using errcode = 'check_violation', constraint = 'claims_within_rent';
  end if;
  return null;
end $$;

-- A host may propose another hour for rented hours (product.md §4, B9). Meanwhile the rent holds both times; time that a visit releases is
-- merged only with the rent's definite time.
create function restore_rented_time() returns trigger language plpgsql as $$
declare
  restored tstzrange;
  made bigint;
  neighbour record;
begin
  insert into claims (booking_id, resource_id, during, state)
  select rent.id, old.resource_id, old.during * rented_time(rent, old.resource_id), 'firm' from bookings rent
  where rent.id = old.parent_rent_id and rent.status in ('confirmed', 'in_progress', 'to_settle')
    and old.during && rented_time(rent, old.resource_id)
    and old.resource_id in (rent.unit_id, rent.professional_id)
  on conflict do nothing
  returning id, during into made, restored;
  if made is null then
    return null;
  end if;
  for neighbour in
    select id, during from claims where booking_id = old.parent_rent_id and resource_id = old.resource_id
      and parent_rent_id is null and state = 'firm' and id <> made and during -|- restored order by id for update
  loop
    delete from claims where id = neighbour.id;
    restored := range_merge(restored, neighbour.during);
  end loop;
  update claims set during = restored where id = made;
  return null;
end $$;

-- Rented hours in which a client has a visit cannot be returned, handed over or cancelled.
create function rent_keeps_its_visits() returns trigger language plpgsql as $$
begin
  if exists (select from claims join bookings visit on visit.id = claims.booking_id
    where claims.parent_rent_id = new.id
      and visit.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress')
      and (new.status not in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        or new.professional_id <> visit.professional_id
        or not rented_time(new, claims.resource_id) @> claims.during))
    or exists (select from claims join class_sessions own on own.id = claims.class_id
    where claims.parent_rent_id = new.id and own.status = 'open'
      and (new.status not in ('confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        or new.professional_id <> own.professional_id
        or not rented_time(new, claims.resource_id) @> claims.during)) then
    raise exception 'rent % has visits within', new.id using errcode = 'check_violation', constraint = 'rents_keep_visits';
  end if;
  return null;
end $$;

-- Hours in the middle of a rent may be offered too; two rents remain.
create function offered_part_is_there() returns trigger language plpgsql as $$
begin
  if exists (select from hand_overs offer join bookings rent on rent.id = offer.booking_id
    where offer.status = 'offered' and offer.starts_at is not null
      and case when tg_table_name = 'bookings' then offer.booking_id = new.id else offer.id = new.id end
      and (offer.starts_at < rent.starts_at or offer.ends_at > rent.ends_at
        or (offer.starts_at = rent.starts_at and offer.ends_at = rent.ends_at))) then
    raise exception 'what is offered of % is not a part of it', new.id
      using errcode = 'check_violation', constraint = 'hand_overs_within';
  end if;
  return null;
end $$;

create function rent_is_of_its_pack() returns trigger language plpgsql as $$
declare
  is_unchanged boolean := new.handed_from is not null;
begin
  -- Hours rented before the pack ended remain valid, including transferred hours.
  if tg_op = 'UPDATE' then
    is_unchanged := old.pack_id is not distinct from new.pack_id;
  end if;
  if not exists (select from hour_packs pack where pack.id = new.pack_id and pack.space_id = new.space_id
    and pack.professional_id = new.paid_by and pack.valid_until >= new.ends_at
    and (is_unchanged or pack.status = 'active')) then
    raise exception 'rent % is not of pack %', new.id, new.pack_id
      using errcode = 'check_violation', constraint = 'rents_of_pack';
  end if;
  return null;
end $$;

-- A link is answered once; an accepted one may only expire afterwards.
create function booking_link_is_answered_once() returns trigger language plpgsql as $$
begin
  if old.answer is not null and new.answer is distinct from old.answer
    and not (old.answer = 'accepted' and new.answer in ('expired', 'declined', 'withdrawn', 'countered')) then
    raise exception 'link % was answered before', new.id using errcode = 'check_violation', constraint = 'booking_links_once';
  end if;
  if (old.token_hash, old.booking_id, old.kind, old.expires_at) is distinct from
    (new.token_hash, new.booking_id, new.kind, new.expires_at) then
    raise exception 'link % cannot be changed', new.id using errcode = 'check_violation', constraint = 'booking_links_fixed';
  end if;
  return new;
end $$;

create function visit_pays_outside_its_rent() returns trigger language plpgsql as $$
declare
  hours tstzrange;
begin
  select tstzrange(starts_at, ends_at) into hours from bookings
    where id = new.parent_rent_id and kind = 'rent' and professional_id = new.professional_id;
  if hours is null or (hours @> tstzrange(new.starts_at, new.ends_at) and (new.rent_cents <> 0 or new.rent_minutes <> 0))
    or not hours && tstzrange(new.starts_at, new.ends_at) then
    raise exception 'visit % owes rent for hours of its rent % (bookings_pay_outside_parent_rent)', new.id, new.parent_rent_id
      using errcode = 'check_violation', constraint = 'bookings_pay_outside_parent_rent';
  end if;
  return new;
end $$;

-- Segments have no gap, are at least two, begin with the booking's service, sum to its price, and give each person a part, in order.
create function booking_segments_whole() returns trigger language plpgsql as $$
declare
  found record;
  visit record;
  booking uuid := case when tg_table_name = 'bookings' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'booking_id' end;
begin
  select service_id, total_cents, persons into visit from bookings where id = booking;
  select count(*) as parts, max(position) as last, sum(price_cents) as price, max(service_id) filter (where position = 1) as first,
    count(distinct person) as persons, max(person) as last_person, max(mine) as max_parts,
    array_agg(person order by position) is not distinct from array_agg(person order by person, position) as in_order
    into found from (select *, count(*) over (partition by person) as mine from booking_segments where booking_id = booking) segment;
  if found.parts = 0 and visit.persons > 1
    or found.parts > 0 and (found.parts < 2 or found.last <> found.parts or found.price <> visit.total_cents
      or found.first is distinct from visit.service_id or found.persons <> visit.persons
      or found.last_person <> visit.persons or found.max_parts > 5 or not found.in_order) then
    raise exception 'the services of visit % are not its whole', booking
      using errcode = 'check_violation', constraint = 'booking_segments_whole';
  end if;
  return null;
end $$;

-- When a visit of several services moves, its prices become those of the new hour; its services do not change.
create function booking_segments_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from bookings where id = old.booking_id and status = 'held') then
    return old;
  end if;
  if tg_op = 'UPDATE' and exists (select from bookings where id = old.booking_id and status in ('requested', 'confirmed'))
    and (old.booking_id, old.position, old.service_id, old.name, old.minutes)
      = (new.booking_id, new.position, new.service_id, new.name, new.minutes) then
    return new;
  end if;
  raise exception 'the services of visit % stand', old.booking_id
    using errcode = 'check_violation', constraint = 'booking_segments_fixed';
end $$;

create function booking_add_ons_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'the add-ons of visit % stand', old.id
    using errcode = 'check_violation', constraint = 'bookings_add_ons_fixed';
end $$;

-- Travel to and from a class takes as long as to and from a visit.
create function claim_leaves_time_to_travel() returns trigger language plpgsql as $$
declare
  own record;
begin
  if new.class_id is not null then
    select new.place as place, 'class' as kind, null::timestamptz as confirmed_at into own from class_sessions
      where id = new.class_id and professional_id = new.resource_id;
  else
    select coalesce(new.place, booking.visit_place, space_id, 0) as place, kind, confirmed_at into own from bookings booking
      where id = new.booking_id and professional_id = new.resource_id;
  end if;
  -- Rented hours that return to the rent, or remain of it, were the professional's before.
  if not found or (own.kind = 'rent' and own.confirmed_at is not null and new.state = 'firm') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('travel', new.resource_id));
  if exists (
    select from claims mine
    join claims other on other.resource_id = mine.resource_id
      and (other.booking_id, other.class_id) is distinct from (mine.booking_id, mine.class_id)
      and other.during && tstzrange(lower(mine.during) - interval '4 hours', upper(mine.during) + interval '4 hours')
    left join bookings there on there.id = other.booking_id and there.professional_id = other.resource_id
    cross join lateral (select coalesce(other.place, there.visit_place, there.space_id, 0) as place) at
    cross join lateral (select travel_minutes(mine.resource_id, own.place, at.place) * interval '1 minute' as length) way
    -- The claim may have been deleted in the same transaction.
    where mine.id = new.id and (there.id is not null or other.class_id is not null) and at.place <> own.place
      and other.during && tstzrange(lower(mine.during) - way.length, upper(mine.during) + way.length)) then
    raise exception 'professional % cannot get there in time', new.resource_id
      using errcode = 'check_violation', constraint = 'claims_leave_time_to_travel';
  end if;
  return null;
end $$;

create function booking_companions_counted() returns trigger language plpgsql as $$
begin
  if new.person > (select persons from bookings where id = new.booking_id) then
    raise exception 'visit % has no person %', new.booking_id, new.person
      using errcode = 'check_violation', constraint = 'booking_companions_counted';
  end if;
  return new;
end $$;

create function booking_within_day() returns trigger language plpgsql as $$
begin
  perform service_has_room(new.service_id, new.id);
  if tg_op = 'UPDATE' then
    perform service_has_room(part.service_id, new.id) from booking_segments part
      where part.booking_id = new.id and part.service_id <> new.service_id;
  end if;
  return null;
end $$;

create function booking_part_within_day() returns trigger language plpgsql as $$
begin
  perform service_has_room(new.service_id, new.booking_id) from bookings b
    where b.id = new.booking_id and b.status in ('held', 'confirmed');
  return null;
end $$;

-- Checked when a client confirms their hold; a professional or host who books for a client decides for themselves.
create function booking_is_first_visit() returns trigger language plpgsql as $$
begin
  if not exists (select from services where id = new.service_id and first_visit_only)
    and not exists (
      select from booking_segments part join services service on service.id = part.service_id and service.first_visit_only
      where part.booking_id = new.id) then
    return null;
  end if;
  -- The lock makes two first visits of one client wait for each other, so the second sees the first.
  perform from clients where id = new.client_id for no key update;
  if exists (
    select from bookings other
    where other.client_id = new.client_id and other.professional_id = new.professional_id and other.id <> new.id
      and other.status in ('awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')) then
    raise exception 'client % is no new client', new.client_id
      using errcode = 'check_violation', constraint = 'service_first_visit';
  end if;
  return null;
end $$;

-- Only options of a service of the visit, for a person who has that service, as offered when the time is held.
create function bookings_own_options() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.add_ons is not distinct from new.add_ons then
    return null;
  end if;
  if exists (
    select from jsonb_array_elements(new.add_ons) as part(entry) where entry ? 'group' and not (
      exists (select from services where services.id = (entry ->> 'serviceId')::bigint
        and services.add_ons @> jsonb_build_array(jsonb_build_object('id', entry -> 'id', 'group', entry -> 'group')))
      and (new.persons = 1 and new.service_id = (entry ->> 'serviceId')::bigint
        or exists (select from booking_segments segment where segment.booking_id = new.id
          and segment.service_id = (entry ->> 'serviceId')::bigint
          and segment.person = coalesce((entry ->> 'person')::smallint, 1)))))
  then
    raise exception 'an option of visit % is of none of its services', new.id
      using errcode = 'check_violation', constraint = 'bookings_own_options';
  end if;
  return null;
end $$;

-- Equipment must belong to the place of the visit or to the same host. Equipment that the visit already has is retained.
create function bookings_equipment_there()
 returns trigger
 language plpgsql
as $$
begin
  if exists (
    select from jsonb_to_recordset(new.equipment) as part(id bigint, "fromMinute" integer, "toMinute" integer)
    where part."fromMinute" >= part."toMinute" or part."toMinute" > extract(epoch from new.ends_at - new.starts_at) / 60
      or not (
        exists (
          select from equipment_units own where own.id = part.id and own.space_id = new.space_id)
        or exists (
          select from equipment_units own
          left join business_equipment_spaces has on has.business_equipment_id = own.business_equipment_id
          join spaces owner on owner.id = coalesce(own.space_id, has.space_id) join spaces here on here.id = new.space_id
          where own.id = part.id and is_one_business(owner, here))
        or tg_op = 'UPDATE' and old.space_id = new.space_id
          and old.equipment @> jsonb_build_array(jsonb_build_object('id', part.id))))
  then
    raise exception 'visit % has equipment of another place or after its end', new.id
      using errcode = 'check_violation', constraint = 'bookings_equipment_there';
  end if;
  return null;
end $$;

-- A coupon counts as used by visits that are active, took place or were missed by the client; one that ended otherwise releases
-- it.
create function booking_coupon_is_there() returns trigger language plpgsql as $$
declare
  offered coupons;
begin
  -- Two concurrent uses of the last coupon wait for each other.
  select * into offered from coupons where id = new.coupon_id for no key update;
  if offered.professional_id <> new.professional_id then
    raise exception 'coupon % is of another professional', new.coupon_id
      using errcode = 'check_violation', constraint = 'coupon_of_professional';
  end if;
  if offered.max_uses <= (select count(*) from bookings other
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

create function visit_is_of_its_pack() returns trigger language plpgsql as $$
declare
  is_unchanged boolean := tg_op = 'UPDATE' and old.session_pack_id is not distinct from new.session_pack_id;
begin
  if not exists (select from session_packs pack where pack.id = new.session_pack_id and pack.client_id = new.client_id
    and pack.service_id = new.service_id and (is_unchanged or pack.status = 'active' and pack.valid_until >= new.starts_at)) then
    raise exception 'visit % is not of pack %', new.id, new.session_pack_id
      using errcode = 'check_violation', constraint = 'visits_of_pack';
  end if;
  return null;
end $$;

-- A cancelled class stays cancelled; its service never changes, and its time and place only before it begins, by a recorded move.
create function class_session_stays() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or old.status = 'cancelled'
    or (new.id, new.professional_id, new.service_id, new.ends_at - new.starts_at) is distinct from
      (old.id, old.professional_id, old.service_id, old.ends_at - old.starts_at)
    or ((new.starts_at, new.space_id, new.unit_id, new.parent_rent_id, new.visit_place, new.zone) is distinct from
        (old.starts_at, old.space_id, old.unit_id, old.parent_rent_id, old.visit_place, old.zone)
      and (new.status <> 'open' or new.moves <> old.moves + 1
        or new.moved_at >= old.starts_at or new.moved_at >= new.starts_at))
    or (old.decided_at is not null and new.decided_at is distinct from old.decided_at) then
    raise exception 'class % stays what it is', old.id using errcode = 'check_violation', constraint = 'class_sessions_steps';
  end if;
  if new.capacity < old.capacity and exists (select from bookings seat where seat.class_id = new.id and new.capacity < any (seat.class_seats)
      and seat.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle')) then
    raise exception 'class % has more clients', old.id using errcode = 'check_violation', constraint = 'class_sessions_seats';
  end if;
  return new;
end $$;

-- A client who books, pays or whose payment arrives late needs an open class and a seat within it. The class row is locked, so
-- that a concurrent cancellation waits, or is waited for.
create function seat_is_of_its_class() returns trigger language plpgsql as $$
declare
  own record;
begin
  select * into own from class_sessions where id = new.class_id for share;
  if own.status <> 'open' then
    raise exception 'class % is cancelled', own.id using errcode = 'check_violation', constraint = 'class_open';
  end if;
  if own.capacity < any (new.class_seats) or (select count(distinct seat) from unnest(new.class_seats) as each(seat)) <> cardinality(new.class_seats)
    or (new.professional_id, new.service_id, new.starts_at, new.ends_at) is distinct from
      (own.professional_id, own.service_id, own.starts_at, own.ends_at)
    or (new.space_id, new.unit_id, new.parent_rent_id, new.visit_place) is distinct from
      (own.space_id, own.unit_id, own.parent_rent_id, own.visit_place) then
    raise exception 'booking % is no seat of class %', new.id, own.id using errcode = 'check_violation', constraint = 'class_seats';
  end if;
  return new;
end $$;

-- By the end of the transaction, every client with a definite seat has moved with the class; an unfinished payment for the old
-- hour no longer buys a seat.
create function class_takes_its_seats() returns trigger language plpgsql as $$
begin
  if exists (select from bookings seat join class_sessions own on own.id = seat.class_id
    where own.id = new.id and seat.status in ('requested', 'confirmed', 'in_progress', 'to_settle')
      and (seat.starts_at, seat.ends_at, seat.space_id, seat.unit_id, seat.parent_rent_id, seat.visit_place, seat.zone) is distinct from
        (own.starts_at, own.ends_at, own.space_id, own.unit_id, own.parent_rent_id, own.visit_place, own.zone)) then
    raise exception 'class % leaves seats behind', new.id using errcode = 'check_violation', constraint = 'class_sessions_together';
  end if;
  return null;
end $$;

create function bookings_of_suspended() returns trigger language plpgsql as $$
declare
  suspended text := suspended_party(new.professional_id, new.host_id, new.client_id);
begin
  if suspended is not null then
    raise exception 'the % of booking % is suspended', suspended, new.id using errcode = 'check_violation',
      constraint = case suspended when 'client' then 'client_suspended' else 'party_suspended' end;
  end if;
  return new;
end $$;

-- The last day of a professional licence (cédula) is a date at the place of the visit, as offered hours are counted
-- (docs/verification/licences.md).
create function booking_is_licensed() returns trigger language plpgsql as $$
begin
  if exists (select from services s join professionals p on p.id = s.professional_id
    where s.id = new.service_id and s.category in ('health', 'nutrition', 'therapy')
      and p.licensed_until < (new.starts_at at time zone new.zone)::date) then
    raise exception 'booking % lies after the licence', new.id using errcode = 'check_violation', constraint = 'bookings_licensed';
  end if;
  return new;
end $$;

-- A trigger on changes instead of a check constraint: older visits may have an invalid phone number and must remain updatable.
create function booking_contact_phone() returns trigger language plpgsql as $$
begin
  raise exception 'the telephone of the booking % is none', new.id
    using errcode = 'check_violation', constraint = 'bookings_contact_phone';
end $$;

-- A check-out is never before the start, and a visit is completed by its client or by time (product.md §0, Completion).
create function booking_leaves_in_time() returns trigger language plpgsql as $$
begin
  if exists (select from attendances where booking_id = new.id and checked_out_at < new.starts_at) then
    raise exception 'left before it began' using errcode = 'check_violation', constraint = 'bookings_left_in_time';
  end if;
  return new;
end $$;

create function booking_move_completes() returns trigger language plpgsql as $$
begin
  if exists (select from bookings where id = new.booking_id and kind = 'visit') then
    raise exception 'the client or time completes a visit'
      using errcode = 'check_violation', constraint = 'booking_moves_completed_by';
  end if;
  return new;
end $$;

create function booking_has_its_own_client() returns trigger language plpgsql as $$
begin
  if is_own_booking(new.professional_id, new.client_id, new.contact) then
    raise exception 'a professional is no client of her own'
      using errcode = 'check_violation', constraint = 'bookings_own_client';
  end if;
  return new;
end $$;

create function booking_ends_its_links() returns trigger language plpgsql as $$
begin
  if exists (select from booking_links link join bookings booking on booking.id = link.booking_id
      where link.booking_id = new.id and link.kind in ('appointment', 'waitlist', 'chat') and link.answer is null and booking.status = 'expired') then
    raise exception 'booking % is over and its link is not', new.id
      using errcode = 'check_violation', constraint = 'bookings_end_links';
  end if;
  return null;
end $$;

create function booking_waits_there() returns trigger language plpgsql as $$
begin
  raise exception 'booking % moved and still waits for a rescue', new.id
    using errcode = 'check_violation', constraint = 'bookings_leave_rescue';
end $$;

create trigger booking_companions_counted
  before insert or update on booking_companions for each row
  execute function booking_companions_counted();
comment on trigger booking_companions_counted on booking_companions is
  'a name without its person in the visit, a minor without an adult''s declaration; more than twelve companions saved in an account, a name twice';

create trigger booking_links_once
  before update on booking_links for each row
  execute function booking_link_is_answered_once();
comment on trigger booking_links_once on booking_links is
  'a link that is answered twice or changed; two open links of one booking';

create trigger booking_moves_append_only
  before delete or update on booking_moves for each row
  execute function only_reason_may_leave();
comment on trigger booking_moves_append_only on booking_moves is
  'With agreement_moves_append_only.';

create trigger booking_moves_completed_by
  before insert on booking_moves for each row when (((new.move = 'complete') and (new.actor = 'professional')))
  execute function booking_move_completes();

create trigger booking_moves_no_truncate
  before truncate on booking_moves for each statement
  execute function refuse_change();

create trigger booking_segments_append_only
  before delete or update on booking_segments for each row
  execute function booking_segments_fixed();
comment on trigger booking_segments_append_only on booking_segments is
  E'With bookings_add_ons_fixed.\nWith booking_segments_whole.';

create trigger booking_segments_no_truncate
  before truncate on booking_segments for each statement
  execute function refuse_change();

create constraint trigger booking_segments_persons
  after insert on bookings deferrable initially deferred for each row when ((new.persons > 1))
  execute function booking_segments_whole();

create constraint trigger booking_segments_persons_fixed
  after update of persons on bookings deferrable initially deferred for each row when ((old.persons is distinct from new.persons))
  execute function booking_segments_whole();

create constraint trigger booking_segments_priced
  after update on booking_segments deferrable initially deferred for each row
  execute function booking_segments_whole();

create constraint trigger booking_segments_total
  after update of total_cents, service_id on bookings deferrable initially deferred for each row when (((old.total_cents is distinct from new.total_cents) or (old.service_id is distinct from new.service_id)))
  execute function booking_segments_whole();
comment on trigger booking_segments_total on bookings is
  'With booking_segments_whole.';

create constraint trigger booking_segments_whole
  after insert on booking_segments deferrable initially deferred for each row
  execute function booking_segments_whole();
comment on trigger booking_segments_whole on booking_segments is
  E'With bookings_persons.\nservices of a visit with a gap, that do not add up to its total, or that change afterwards';

create trigger booking_segments_within_day
  after insert on booking_segments for each row when ((new."position" > 1))
  execute function booking_part_within_day();

create trigger bookings_add_ons_fixed
  before update of add_ons on bookings for each row when (((old.add_ons is distinct from new.add_ons) and (old.status <> 'held')))
  execute function booking_add_ons_fixed();
comment on trigger bookings_add_ons_fixed on bookings is
  'add-ons or services of a visit that change after payment';

create trigger bookings_again_within_agreement
  before update of status, starts_at on bookings for each row when (((new.agreement_id is not null) and (((new.status = any (array['held', 'confirmed'])) and ((old.status = 'expired') or (old.starts_at <> new.starts_at))) or ((new.status = 'requested') and (old.status = 'requested') and (old.starts_at <> new.starts_at)))))
  execute function agreement_allows_booking();

-- A late payment restores a visit regardless of later bookings: the daily limit is checked again only for another date.
create trigger bookings_again_within_day
  after update of starts_at on bookings for each row when (((new.service_id is not null) and (new.status = any (array['held', 'requested', 'confirmed'])) and (((new.starts_at AT TIME ZONE new.zone))::date <> ((old.starts_at AT TIME ZONE old.zone))::date)))
  execute function booking_within_day();

-- A late payment of an expired request counts in its agreement's quota again.
create trigger bookings_again_requested_within_agreement
  before update of status on bookings for each row when (((new.agreement_id is not null) and (new.status = 'requested') and (old.status = 'expired')))
  execute function agreement_allows_booking();

create trigger bookings_become_of_suspended
  before update of professional_id, host_id, client_id on bookings for each row when (((new.status = any (array['held', 'awaiting_payment', 'requested', 'confirmed'])) and (((old.professional_id is distinct from new.professional_id) or (old.host_id is distinct from new.host_id)) or (old.client_id is distinct from new.client_id))))
  execute function bookings_of_suspended();
comment on trigger bookings_become_of_suspended on bookings is
  'With bookings_of_suspended.';

create trigger bookings_class_seats
  before insert or update of status, class_id, class_seats, persons, starts_at, ends_at, space_id, unit_id on bookings for each row when (((new.class_id is not null) and (new.status = any (array['held', 'awaiting_payment', 'requested', 'confirmed']))))
  execute function seat_is_of_its_class();
comment on trigger bookings_class_seats on bookings is
  E'With bookings_class_seat.\nWith class_sessions_steps.';

create trigger bookings_contact_phone
  before insert on bookings for each row when ((((new.contact ->> 'phone') <> '') and ((new.contact ->> 'phone') !~ '^\+\d{7,15}$')))
  execute function booking_contact_phone();
comment on trigger bookings_contact_phone on bookings is
  'a client''s phone number that is not a plus sign and digits';

create trigger bookings_contact_phone_fixed
  before update of contact on bookings for each row when ((((new.contact ->> 'phone') is distinct from (old.contact ->> 'phone')) and ((new.contact ->> 'phone') <> '') and ((new.contact ->> 'phone') !~ '^\+\d{7,15}$')))
  execute function booking_contact_phone();

create trigger bookings_coupon
  after insert or update of coupon_id, client_id on bookings for each row when ((new.coupon_id is not null))
  execute function booking_coupon_is_there();

create constraint trigger bookings_end_links
  after update of status on bookings deferrable initially deferred for each row when (((new.status = 'expired') and (old.status = any (array['held', 'awaiting_payment']))))
  execute function booking_ends_its_links();

create constraint trigger bookings_ended_free
  after update of status on bookings deferrable initially deferred for each row when ((new.status = any (array['closed', 'expired', 'declined', 'cancelled_by_client', 'cancelled_by_professional', 'cancelled_by_host', 'cancelled_by_platform', 'client_no_show', 'professional_no_show'])))
  execute function ended_booking_holds_no_claim();
comment on trigger bookings_ended_free on bookings is
  'an ended booking that still claims time';

create trigger bookings_equipment_there
  after insert or update of equipment, space_id, starts_at, ends_at on bookings for each row when ((new.equipment is not null))
  execute function bookings_equipment_there();
comment on trigger bookings_equipment_there on bookings is
  'a visit with an equipment unit of neither its place nor its business; an equipment unit that belongs to a space and a business at once, or to neither; a space that counts one kind of equipment twice; spaces of different businesses that share equipment, or a space that changes its address while it shares';

create trigger bookings_first_visit
  after update of status on bookings for each row when (((old.status = 'held') and (new.status = any (array['awaiting_payment', 'requested', 'confirmed'])) and (new.booked_by = 'client') and (new.client_id is not null) and (new.service_id is not null)))
  execute function booking_is_first_visit();

-- While payment is pending, a returning visitor may turn out to be another client: the check applies to them too
-- (docs/booking/visits.md).
create trigger bookings_first_visit_of_another
  after update of client_id on bookings for each row when (((old.client_id is distinct from new.client_id) and (old.status = 'awaiting_payment') and (new.status = 'awaiting_payment') and (new.booked_by = 'client') and (new.client_id is not null) and (new.service_id is not null)))
  execute function booking_is_first_visit();

create trigger bookings_pay_outside_parent_rent
  before insert or update of parent_rent_id, starts_at, ends_at, rent_cents, rent_minutes on bookings for each row when ((new.parent_rent_id is not null))
  execute function visit_pays_outside_its_rent();
comment on trigger bookings_pay_outside_parent_rent on bookings is
  'rent for the part of a visit that lies within rented hours';

create trigger bookings_leave_rescue
  before update on bookings for each row when (((old.rescue_by is not null) and (new.rescue_by is not null) and ((new.status <> 'confirmed') or (new.unit_id is distinct from old.unit_id) or (new.starts_at <> old.starts_at))))
  execute function booking_waits_there();
comment on trigger bookings_leave_rescue on bookings is
  'With bookings_overtake_rescues.';

create trigger bookings_left_in_time
  before update of status on bookings for each row when (((new.status = 'to_settle') and (old.status <> 'to_settle')))
  execute function booking_leaves_in_time();

create trigger bookings_licensed
  before insert on bookings for each row when ((new.service_id is not null))
  execute function booking_is_licensed();

create trigger bookings_of_suspended
  before insert on bookings for each row
  execute function bookings_of_suspended();
comment on trigger bookings_of_suspended on bookings is
  'a booking of a suspended account that is created, assigned to it, or becomes active';

-- Not when a client is erased: then only the contact is removed.
create trigger bookings_own_client
  before update of client_id, contact on bookings for each row when (((new.kind = 'visit') and (new.status = any (array['held', 'awaiting_payment', 'requested', 'confirmed'])) and (((new.client_id is distinct from old.client_id) and (new.client_id is not null)) or ((new.contact is distinct from old.contact) and (new.contact is not null)))))
  execute function booking_has_its_own_client();

create trigger bookings_own_client_new
  before insert on bookings for each row when (((new.kind = 'visit') and ((new.client_id is not null) or (new.contact is not null))))
  execute function booking_has_its_own_client();

create trigger bookings_own_options
  after insert or update of add_ons on bookings for each row when ((new.add_ons is not null))
  execute function bookings_own_options();

-- A booking that waits for payment or acceptance cannot become active once its client, professional or host is suspended: after a late bank
-- answer, a cash payment, a saved card's charge or the other party's acceptance.
create trigger bookings_suspended_parties
  before update of status on bookings for each row when (((new.status = any (array['awaiting_payment', 'requested', 'confirmed'])) and (old.status is distinct from new.status) and (old.status = any (array['held', 'awaiting_payment', 'requested', 'expired']))))
  execute function bookings_of_suspended();
comment on trigger bookings_suspended_parties on bookings is
  'With bookings_of_suspended.';

create trigger bookings_version
  before update on bookings for each row
  execute function version_rises();
comment on trigger bookings_version on bookings is
  'a booking version that decreases';

create trigger bookings_within_agreement
  before insert on bookings for each row when (((new.agreement_id is not null) and (new.status = any (array['held', 'confirmed']))))
  execute function agreement_allows_booking();
comment on trigger bookings_within_agreement on bookings is
  'bookings under an agreement that is not active, above its weekly hours or its uses on trial';

create trigger bookings_within_day
  after insert on bookings for each row when (((new.service_id is not null) and (new.status = any (array['held', 'confirmed']))))
  execute function booking_within_day();

create constraint trigger claims_back_to_rent
  after delete on claims deferrable initially deferred for each row when ((old.parent_rent_id is not null))
  execute function restore_rented_time();

create constraint trigger claims_leave_time_to_travel
  after insert on claims deferrable initially deferred for each row when ((((new.booking_id is not null) or (new.class_id is not null)) and (new.parent_rent_id is null)))
  execute function claim_leaves_time_to_travel();
comment on trigger claims_leave_time_to_travel on claims is
  'two bookings of a professional at different places without time to travel between them; a travel time above four hours, or from a place to itself';

create constraint trigger claims_within_rent
  after insert on claims deferrable initially deferred for each row when ((new.parent_rent_id is not null))
  execute function claim_is_within_its_rent();
comment on trigger claims_within_rent on claims is
  'a claim carved out of rented hours of another professional, or outside those hours';

create trigger class_sessions_steps
  before update on class_sessions for each row when (((new.cancel_reason is distinct from '') or ((to_jsonb(new.*) - 'cancel_reason') is distinct from (to_jsonb(old.*) - 'cancel_reason'))))
  execute function class_session_stays();
comment on trigger class_sessions_steps on class_sessions is
  'a class that continues after its cancellation, moves after it began or without all its seats, or has fewer seats than are taken';

create constraint trigger class_sessions_together
  after update of starts_at, space_id, unit_id, parent_rent_id, visit_place on class_sessions deferrable initially deferred for each row
  execute function class_takes_its_seats();
comment on trigger class_sessions_together on class_sessions is
  'With class_sessions_steps.';

create constraint trigger hand_overs_within
  after update of starts_at, ends_at on bookings deferrable initially deferred for each row when ((new.kind = 'rent'))
  execute function offered_part_is_there();
comment on trigger hand_overs_within on bookings is
  'a transfer of hours that are not at the edge of the rented hours, or one that is accepted twice';

create constraint trigger rents_keep_visits
  after update of status, starts_at, ends_at, professional_id on bookings deferrable initially deferred for each row when ((new.kind = 'rent'))
  execute function rent_keeps_its_visits();
comment on trigger rents_keep_visits on bookings is
  'rented hours cancelled, shortened or transferred although a client is booked in them';

create constraint trigger rents_of_pack
  after insert or update of pack_id, starts_at, ends_at on bookings deferrable initially deferred for each row when ((new.pack_id is not null))
  execute function rent_is_of_its_pack();
comment on trigger rents_of_pack on bookings is
  'With hour_packs_steps.';

create constraint trigger visits_of_pack
  after insert or update of session_pack_id, client_id, service_id on bookings deferrable initially deferred for each row when ((new.session_pack_id is not null))
  execute function visit_is_of_its_pack();
