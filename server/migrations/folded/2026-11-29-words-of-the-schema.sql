-- Columns, constraints, indexes, triggers and functions with the standard terms of docs/glossary.md (docs/decisions/schema.md).

alter table equipment_pieces rename to equipment_units;
alter table win_back_words rename to win_back_templates;

alter table standin.accounts rename column given to provided;
alter table api_keys rename column trouble_at to last_problem_at;
alter table api_keys rename column trouble_code to last_problem_code;
alter table bookings rename column inside_id to parent_rent_id;
alter table bookings rename column rent_borne to rent_covered_by_host;
alter table chargebacks rename column borne_by to charged_to;
alter table chargebacks rename column borne_cents to charged_cents;
alter table claims rename column inside_id to parent_rent_id;
alter table class_sessions rename column inside_id to parent_rent_id;
alter table coming_confirmations rename column said_at to confirmed_at;
alter table coupons rename column most_uses to max_uses;
alter table delays rename column said_at to reported_at;
alter table disputes rename column proposed_bearer to proposed_charged_to;
alter table disputes rename column borne_by to charged_to;
alter table message_consents rename column given_at to consented_at;
alter table no_shows rename column said_by to reported_by;
alter table oauth_grants rename column begun_at to exchanged_at;
alter table oauth_grants rename column trouble_at to last_problem_at;
alter table oauth_grants rename column trouble_code to last_problem_code;
alter table payments rename column puts_back to restorable;
alter table payments rename column given_back_cents to returned_after_split_cents;
alter table payments rename column keep_for to save_card_for;
alter table payout_accounts rename column begun_at to requested_at;
alter table payout_accounts rename column news to notified_look;
alter table rent_charges rename column keep_card to save_card;
alter table rent_direct_payments rename column said_by to recorded_by;
alter table rent_direct_payments rename column said_at to recorded_at;
alter table rent_fees rename column given_back_cents to returned_cents;
alter table rescues rename column own_house to same_business;
alter table verification_codes rename column over_at to ended_at;
alter table waitlist_entries rename column rests_until to paused_until;
alter table waitlist_entries rename column wakes_at to quiet_until;
alter table webhook_messages rename column told_key to dedupe_key;
alter table whatsapp_consents rename column given_at to consented_at;
alter table win_back_messages rename column rests to pause;
alter table work_photo_consents rename column given_at to consented_at;
alter table work_photo_consents rename column is_given to is_active;
alter table work_photos rename column is_given to consent_is_active;

alter table api_keys rename constraint api_keys_trouble_is_whole to api_keys_last_problem;
alter table bookings rename constraint bookings_asked to bookings_respondents;
alter table bookings rename constraint bookings_inside_at_a_unit to bookings_parent_rent_at_a_unit;
alter table bookings rename constraint bookings_inside_id_fkey to bookings_parent_rent_id_fkey;
alter table change_proposals rename constraint change_proposals_asked to change_proposals_respondents;
alter table chargebacks rename constraint chargebacks_borne_by_check to chargebacks_charged_to_check;
alter table claims rename constraint claims_inside_id_fkey to claims_parent_rent_id_fkey;
alter table claims rename constraint claims_inside_of_booking to claims_parent_rent_of_booking;
alter table class_sessions rename constraint class_sessions_inside_id_fkey to class_sessions_parent_rent_id_fkey;
alter table conversation_messages rename constraint conversation_messages_says to conversation_messages_content;
alter table conversation_seats rename constraint conversation_seats_told to conversation_seats_notified;
alter table coupons rename constraint coupons_most_uses_check to coupons_max_uses_check;
alter table deposits rename constraint deposits_kept to deposits_retained;
alter table disputes rename constraint disputes_borne_by_check to disputes_charged_to_check;
alter table disputes rename constraint disputes_proposed_bearer_check to disputes_proposed_charged_to_check;
alter table equipment_units rename constraint equipment_pieces_business_equipment_id_fkey to equipment_units_business_equipment_id_fkey;
alter table equipment_units rename constraint equipment_pieces_id_fkey to equipment_units_id_fkey;
alter table equipment_units rename constraint equipment_pieces_number_check to equipment_units_number_check;
alter table equipment_units rename constraint equipment_pieces_of_house to equipment_units_of_business;
alter table equipment_units rename constraint equipment_pieces_of_one to equipment_units_of_one;
alter table equipment_units rename constraint equipment_pieces_pkey to equipment_units_pkey;
alter table equipment_units rename constraint equipment_pieces_space_id_fkey to equipment_units_space_id_fkey;
alter table equipment_units rename constraint equipment_pieces_space_id_item_number_key to equipment_units_space_id_item_number_key;
alter table gift_cards rename constraint gift_cards_letters to gift_cards_sendings;
alter table intake_forms rename constraint intake_forms_asked_check to intake_forms_timing_check;
alter table invitations rename constraint invitations_to_somebody to invitations_addressed;
alter table no_shows rename constraint no_shows_said_by_another to no_shows_reported_by_other_party;
alter table no_shows rename constraint no_shows_said_by_check to no_shows_reported_by_check;
alter table no_shows rename constraint no_shows_stand_in_time to no_shows_decided_in_time;
alter table oauth_grants rename constraint oauth_grants_trouble_is_whole to oauth_grants_last_problem;
alter table outbound_messages rename constraint outbound_messages_to_somebody to outbound_messages_addressed;
alter table outside_calendars rename constraint outside_calendars_told_check to outside_calendars_notified_check;
alter table payments rename constraint payments_given_back to payments_returned_after_split;
alter table payments rename constraint payments_given_back_cents_check to payments_returned_after_split_cents_check;
alter table payments rename constraint payments_keep_for_fkey to payments_save_card_for_fkey;
alter table payments rename constraint payments_puts_back to payments_restorable;
alter table payments rename constraint payments_set_aside to payments_allocated;
alter table payout_accounts rename constraint payout_accounts_asked to payout_accounts_requested;
alter table rent_direct_payments rename constraint rent_direct_payments_said_by_fkey to rent_direct_payments_recorded_by_fkey;
alter table rent_fees rename constraint rent_fees_given_back to rent_fees_returned;
alter table rescues rename constraint rescues_asked to rescues_respondents;
alter table services rename constraint services_archived_rests to services_archived_hidden;
alter table services rename constraint services_given_somewhere to services_offered_somewhere;
alter table waitlist_offers rename constraint waitlist_offers_wish_id_fkey to waitlist_offers_entry_id_fkey;
alter table win_back_messages rename constraint win_back_messages_rest to win_back_messages_pause;
alter table win_back_messages rename constraint win_back_messages_rested to win_back_messages_paused;
alter table win_back_templates rename constraint win_back_words_coupon_fkey to win_back_templates_coupon_fkey;
alter table win_back_templates rename constraint win_back_words_length to win_back_templates_length;
alter table win_back_templates rename constraint win_back_words_pkey to win_back_templates_pkey;
alter table win_back_templates rename constraint win_back_words_professional_id_fkey to win_back_templates_professional_id_fkey;
alter table work_photo_consents rename constraint work_photo_consents_given to work_photo_consents_active;
alter table whatsapp_consents rename constraint whatsapp_consents_given_at_not_null to whatsapp_consents_consented_at_not_null;
alter table payments rename constraint payments_puts_back_not_null to payments_restorable_not_null;
alter table payments rename constraint payments_given_back_cents_not_null to payments_returned_after_split_cents_not_null;
alter table payout_accounts rename constraint payout_accounts_begun_at_not_null to payout_accounts_requested_at_not_null;
alter table payout_accounts rename constraint payout_accounts_news_not_null to payout_accounts_notified_look_not_null;
alter table standin.accounts rename constraint accounts_given_not_null to accounts_provided_not_null;
alter table equipment_units rename constraint equipment_pieces_id_not_null to equipment_units_id_not_null;
alter table equipment_units rename constraint equipment_pieces_item_not_null to equipment_units_item_not_null;
alter table equipment_units rename constraint equipment_pieces_number_not_null to equipment_units_number_not_null;
alter table equipment_units rename constraint equipment_pieces_active_not_null to equipment_units_active_not_null;
alter table rescues rename constraint rescues_own_house_not_null to rescues_same_business_not_null;
alter table rent_fees rename constraint rent_fees_given_back_cents_not_null to rent_fees_returned_cents_not_null;
alter table no_shows rename constraint no_shows_said_by_not_null to no_shows_reported_by_not_null;
alter table delays rename constraint delays_said_at_not_null to delays_reported_at_not_null;
alter table rent_charges rename constraint rent_charges_keep_card_not_null to rent_charges_save_card_not_null;
alter table coming_confirmations rename constraint coming_confirmations_said_at_not_null to coming_confirmations_confirmed_at_not_null;
alter table rent_direct_payments rename constraint rent_direct_payments_said_by_not_null to rent_direct_payments_recorded_by_not_null;
alter table rent_direct_payments rename constraint rent_direct_payments_said_at_not_null to rent_direct_payments_recorded_at_not_null;
alter table win_back_messages rename constraint win_back_messages_rests_not_null to win_back_messages_pause_not_null;
alter table win_back_templates rename constraint win_back_words_professional_id_not_null to win_back_templates_professional_id_not_null;
alter table win_back_templates rename constraint win_back_words_text_not_null to win_back_templates_text_not_null;
alter table win_back_templates rename constraint win_back_words_version_not_null to win_back_templates_version_not_null;
alter table work_photo_consents rename constraint work_photo_consents_given_at_not_null to work_photo_consents_consented_at_not_null;
alter table work_photo_consents rename constraint work_photo_consents_is_given_not_null to work_photo_consents_is_active_not_null;
alter table work_photos rename constraint work_photos_is_given_not_null to work_photos_consent_is_active_not_null;
alter table message_consents rename constraint message_consents_given_at_not_null to message_consents_consented_at_not_null;

alter index booking_balances_asked rename to booking_balances_requested;
alter index bookings_inside rename to bookings_parent_rent;
alter index bookings_of_host_given rename to bookings_of_host_completed;
alter index business_equipment_spaces_house rename to business_equipment_spaces_shared;
alter index claims_inside rename to claims_parent_rent;
alter index class_sessions_inside rename to class_sessions_parent_rent;
alter index conversation_seats_to_tell rename to conversation_seats_to_notify;
alter index data_copies_one_asked rename to data_copies_one_pending;
alter index documents_one_stands rename to documents_one_reviewed;
alter index gift_cards_begun rename to gift_cards_unpaid;
alter index rent_direct_payments_said_by rename to rent_direct_payments_recorded_by;
alter index session_packs_begun rename to session_packs_unpaid;
alter index tips_asked rename to tips_requested;
alter index webhook_messages_told_once rename to webhook_messages_deduplicated;
alter index win_back_words_coupon rename to win_back_templates_coupon;

alter trigger account_acts_stand on account_acts rename to account_acts_fixed;
alter trigger booking_moves_tell_webhooks on booking_moves rename to booking_moves_enqueue_webhooks;
alter trigger booking_segments_persons_stand on bookings rename to booking_segments_persons_fixed;
alter trigger bookings_add_ons_stand on bookings rename to bookings_add_ons_fixed;
alter trigger bookings_asked_within_agreement on bookings rename to bookings_again_requested_within_agreement;
alter trigger bookings_contact_phone_stands on bookings rename to bookings_contact_phone_fixed;
alter trigger bookings_inside_owe_no_rent on bookings rename to bookings_pay_outside_parent_rent;
alter trigger bookings_stand_of_nobody_suspended on bookings rename to bookings_suspended_parties;
alter trigger change_proposals_have_the_word on bookings rename to change_proposals_answered_first;
alter trigger hand_overs_stand on bookings rename to hand_overs_offer_open;
alter trigger claims_let_go on claims rename to claims_released;
alter trigger invitations_stand on invitations rename to invitations_fixed;
alter trigger memberships_fixed_chair_kept on memberships rename to memberships_fixed_chair_required;
alter trigger memberships_stand on memberships rename to memberships_fixed;
alter trigger overtimes_stand on overtimes rename to overtimes_fixed;
alter trigger rent_charges_stand on rent_charges rename to rent_charges_fixed;
alter trigger reviews_stand on reviews rename to reviews_fixed;
alter trigger space_photos_kept on space_photos rename to space_photos_match_listing;
alter trigger staff_money_acts_stand on staff_money_acts rename to staff_money_acts_fixed;
alter trigger support_acts_stand on support_acts rename to support_acts_fixed;
-- The constraint of a deferred trigger keeps its own name.
alter table bookings rename constraint booking_segments_persons_stand to booking_segments_persons_fixed;
alter table bookings rename constraint hand_overs_stand to hand_overs_offer_open;
alter table claims rename constraint claims_let_go to claims_released;
alter table space_photos rename constraint space_photos_kept to space_photos_match_listing;

drop trigger reviews_moves on reviews;
create trigger reviews_moves
  before update of state on reviews for each row when ((old.state <> new.state))
  execute function only_listed_moves('reviews_fixed', 'state', 'hidden: published retired', 'published: retired');

alter function booking_add_ons_stand() rename to booking_add_ons_fixed;
alter function booking_segments_stand() rename to booking_segments_fixed;
alter function close_what_is_let_go() rename to close_released_time;
alter function equipment_of_one_house() rename to equipment_of_one_business;
alter function fixed_rent_finds_nobody_there() rename to fixed_rent_is_for_new_member;
alter function invitation_stands() rename to invitation_fixed;
alter function is_one_house(spaces,spaces) rename to is_one_business;
alter function mandate_uses_are_kept() rename to mandate_uses_refuse_change;
alter function membership_stands() rename to membership_fixed;
alter function offered_hours_stand() rename to offered_hours_unchanged;
alter function overtime_stands() rename to overtime_fixed;
alter function proposal_has_the_word() rename to request_awaits_its_client;
alter function rent_charge_stands() rename to rent_charge_fixed;
alter function rent_has_its_time_again() rename to restore_rented_time;
alter function review_stands() rename to review_fixed;
alter function search_least_km(double precision[],double precision[],double precision,double precision) rename to search_min_km;
alter function space_shows_its_photos() rename to listing_matches_its_photos;
alter function staff_money_act_stands() rename to staff_money_act_fixed;
alter function support_act_stands() rename to support_act_fixed;
alter function tell_webhooks() rename to enqueue_webhook_messages;
alter function visit_owes_what_lies_outside() rename to visit_pays_outside_its_rent;
alter function wish_persons_fit(integer[],integer) rename to waitlist_persons_fit;

-- Keys of stored documents. Without the triggers, because the meaning of the rows does not change.
alter table bookings disable trigger user;
update bookings set
  terms = jsonb_set(terms, '{hostCancels}',
    (terms -> 'hostCancels') - 'leastCents' || jsonb_build_object('minCents', terms #> '{hostCancels,leastCents}'))
  where terms -> 'hostCancels' ? 'leastCents';
update bookings set rent_covered_by_host = (
    select jsonb_agg(part - 'mostCents' || jsonb_build_object('maxCents', part -> 'mostCents') order by place)
    from jsonb_array_elements(rent_covered_by_host) with ordinality as parts(part, place))
  where rent_covered_by_host @? '$[*].mostCents';
alter table bookings enable trigger user;

alter table hour_packs disable trigger user;
update hour_packs set
  terms = jsonb_set(terms, '{hostCancels}',
    (terms -> 'hostCancels') - 'leastCents' || jsonb_build_object('minCents', terms #> '{hostCancels,leastCents}'))
  where terms -> 'hostCancels' ? 'leastCents';
alter table hour_packs enable trigger user;

alter table session_packs disable trigger user;
update session_packs set
  terms = jsonb_set(terms, '{hostCancels}',
    (terms -> 'hostCancels') - 'leastCents' || jsonb_build_object('minCents', terms #> '{hostCancels,leastCents}'))
  where terms -> 'hostCancels' ? 'leastCents';
alter table session_packs enable trigger user;

alter table change_proposals disable trigger user;
update change_proposals set changes = changes - 'inside_id' || jsonb_build_object('parent_rent_id', changes -> 'inside_id')
  where changes ? 'inside_id';
alter table change_proposals enable trigger user;

alter table rescues disable trigger user;
update rescues set changes = changes - 'inside_id' || jsonb_build_object('parent_rent_id', changes -> 'inside_id')
  where changes ? 'inside_id';
alter table rescues enable trigger user;

-- A booking under an agreement requires that the agreement is active, has hours left in its weekly quota, and has uses left while
-- on trial. The row lock serializes two bookings of one agreement; created_at is the clock of the booking request.
create or replace function agreement_allows_booking() returns trigger language plpgsql as $$
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

create or replace function booking_add_ons_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'the add-ons of visit % stand', old.id
    using errcode = 'check_violation', constraint = 'bookings_add_ons_fixed';
end $$;

create or replace function booking_companions_counted() returns trigger language plpgsql as $$
begin
  if new.person > (select persons from bookings where id = new.booking_id) then
    raise exception 'visit % has no person %', new.booking_id, new.person
      using errcode = 'check_violation', constraint = 'booking_companions_counted';
  end if;
  return new;
end $$;

-- A coupon counts as used by visits that are active, took place or were missed by the client; one that ended otherwise releases
-- it.
create or replace function booking_coupon_is_there() returns trigger language plpgsql as $$
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

-- A link is answered once; an accepted one may only expire afterwards.
create or replace function booking_link_is_answered_once() returns trigger language plpgsql as $$
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

-- When a visit of several services moves, its prices become those of the new hour; its services do not change.
create or replace function booking_segments_fixed() returns trigger language plpgsql as $$
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

-- Segments have no gap, are at least two, begin with the booking's service, sum to its price, and give each person a part, in order.
create or replace function booking_segments_whole() returns trigger language plpgsql as $$
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

-- Equipment must belong to the place of the visit or to the same host. Equipment that the visit already has is retained.
create or replace function bookings_equipment_there()
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

create or replace function bookings_of_suspended() returns trigger language plpgsql as $$
declare
  suspended text := suspended_party(new.professional_id, new.host_id, new.client_id);
begin
  if suspended is not null then
    raise exception 'the % of booking % is suspended', suspended, new.id using errcode = 'check_violation',
      constraint = case suspended when 'client' then 'client_suspended' else 'party_suspended' end;
  end if;
  return new;
end $$;

-- States only move forward: won and lost are final, and submitted evidence cannot be changed.
create or replace function chargeback_moves_on() returns trigger language plpgsql as $$
begin
  if new.version = old.version + 1
    and (old.state = new.state or old.state = 'open')
    and (old.payment_id, old.booking_id, old.provider, old.external_id, old.reason, old.amount_cents, old.fee_cents, old.fee_iva_cents,
      old.opened_at) is not distinct from (new.payment_id, new.booking_id, new.provider, new.external_id, new.reason, new.amount_cents,
      new.fee_cents, new.fee_iva_cents, new.opened_at)
    and (old.submitted_at is null or (old.evidence, old.submitted_at) is not distinct from (new.evidence, new.submitted_at))
    and (old.posted_at is null or (old.charged_to, old.charged_cents, old.posted_at)
      is not distinct from (new.charged_to, new.charged_cents, new.posted_at)) then
    return new;
  end if;
  raise exception 'the chargeback % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'chargebacks_move_on';
end $$;

-- A class may be within rented hours like a visit, and those hours cannot be cancelled either.
create or replace function claim_is_within_its_rent() returns trigger language plpgsql as $$
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

-- A cancelled class stays cancelled; its service never changes, and its time and place only before it begins, by a recorded move.
create or replace function class_session_stays() returns trigger language plpgsql as $$
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

-- By the end of the transaction, every client with a definite seat has moved with the class; an unfinished payment for the old
-- hour no longer buys a seat.
create or replace function class_takes_its_seats() returns trigger language plpgsql as $$
begin
  if exists (select from bookings seat join class_sessions own on own.id = seat.class_id
    where own.id = new.id and seat.status in ('requested', 'confirmed', 'in_progress', 'to_settle')
      and (seat.starts_at, seat.ends_at, seat.space_id, seat.unit_id, seat.parent_rent_id, seat.visit_place, seat.zone) is distinct from
        (own.starts_at, own.ends_at, own.space_id, own.unit_id, own.parent_rent_id, own.visit_place, own.zone)) then
    raise exception 'class % leaves seats behind', new.id using errcode = 'check_violation', constraint = 'class_sessions_together';
  end if;
  return null;
end $$;

-- A delay can be reported from two hours before the start until the tolerance ends, for a confirmed visit that has not begun.
create or replace function delay_in_time() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings where id = new.booking_id and kind = 'visit' and status = 'confirmed'
    and new.reported_at >= starts_at - interval '2 hours'
    and new.reported_at < starts_at + tolerance_minutes * interval '1 minute') then
    raise exception 'booking % takes no delay now', new.booking_id
      using errcode = 'check_violation', constraint = 'delays_in_time';
  end if;
  return new;
end $$;

-- Its state only moves forward: a late or repeated report of an earlier state is refused here, whichever caller writes it.
create or replace function deliveries_forward() returns trigger language plpgsql as $$
declare
  ranks constant text[] := array['queued', 'sent', 'delivered', 'read'];
begin
  if old.state = 'failed' then
    raise exception 'a failed delivery stays failed' using errcode = 'check_violation', constraint = 'deliveries_forward';
  end if;
  if new.state = 'failed' then
    if old.state in ('delivered', 'read') then
      raise exception 'what arrived did arrive' using errcode = 'check_violation', constraint = 'deliveries_forward';
    end if;
  elsif array_position(ranks, new.state) < array_position(ranks, old.state) then
    raise exception 'a delivery goes forward only' using errcode = 'check_violation', constraint = 'deliveries_forward';
  end if;
  if (new.id, new.message_id, new.channel, new.recipient, new.queued_at)
      is distinct from (old.id, old.message_id, old.channel, old.recipient, old.queued_at)
    or old.external_id is not null and new.external_id is distinct from old.external_id
    or old.sent_at is not null and new.sent_at is distinct from old.sent_at
    or old.delivered_at is not null and new.delivered_at is distinct from old.delivered_at
    or old.read_at is not null and new.read_at is distinct from old.read_at then
    raise exception 'a delivery cannot be changed' using errcode = 'check_violation', constraint = 'deliveries_fixed';
  end if;
  return new;
end $$;

-- The respondent may agree: the dispute is then closed for its author.
create or replace function dispute_moves_on() returns trigger language plpgsql as $$
begin
  -- Erasing an account removes its texts once everything is decided.
  if old.closed_at is not null then
    if to_jsonb(old) - 'statement' - 'answer' - 'appeal_text' = to_jsonb(new) - 'statement' - 'answer' - 'appeal_text'
      and new.statement in (old.statement, '[borrado]') and coalesce(new.answer, '') in (coalesce(old.answer, ''), '[borrado]')
      and coalesce(new.appeal_text, '') in (coalesce(old.appeal_text, ''), '[borrado]') then
      return new;
    end if;
  elsif new.version = old.version and to_jsonb(old) - 'frozen_cents' = to_jsonb(new) - 'frozen_cents' then
    -- The visit was divided after the dispute was opened: the frozen amount is known now.
    return new;
  elsif new.version = old.version + 1 and (old.state, new.state) in (('waiting', 'mediation'), ('waiting', 'closed'),
      ('waiting', 'resolved'), ('mediation', 'mediation'), ('mediation', 'resolved'), ('mediation', 'closed'),
      ('resolved', 'appealed'), ('resolved', 'closed'), ('appealed', 'appealed'), ('appealed', 'closed'))
    and (old.booking_id, old.opened_by, old.respondent, old.subject, old.line, old.line_cents, old.statement, old.opened_at,
      old.answer_by) is not distinct from (new.booking_id, new.opened_by, new.respondent, new.subject, new.line, new.line_cents,
      new.statement, new.opened_at, new.answer_by)
    and (old.answered_at is null or (old.answered_at, old.answer) is not distinct from (new.answered_at, new.answer))
    and (old.appealed_at is null or (old.appealed_at, old.appealed_by, old.appeal_text)
      is not distinct from (new.appealed_at, new.appealed_by, new.appeal_text))
    and (old.outcome is null or old.state = 'appealed' or (old.outcome, old.charged_to, old.decided_cents)
      is not distinct from (new.outcome, new.charged_to, new.decided_cents))
    and (new.state <> 'closed' or old.state not in ('waiting', 'mediation') or new.withdrawn
      or (new.line = 'overtime' and new.outcome = 'whole' and new.charged_to = 'host')) then
    return new;
  end if;
  raise exception 'the dispute % cannot go from % to %', new.id, old.state, new.state
    using errcode = 'check_violation', constraint = 'disputes_move_on';
end $$;

-- A host or professional who loses a booking gets a last event, with `isYours` false and nothing else of it.
create or replace function enqueue_webhook_messages() returns trigger language plpgsql as $$
declare
  event constant text := webhook_event_of(new.move, new.from_status, new.to_status);
begin
  if event is null then
    return null;
  end if;
  insert into webhook_messages (id, webhook_id, event, booking_id, version, facts, happened_at, next_at, ends_at)
  select uuidv7(), hook.id, event, booking.id, new.version, case when receiver.is_yours then jsonb_build_object(
      'isYours', true, 'kind', booking.kind, 'status', new.to_status, 'source', booking.source,
      'startsAt', booking.starts_at, 'endsAt', booking.ends_at, 'zone', booking.zone,
      'professionalId', booking.professional_id, 'serviceId', booking.service_id, 'spaceId', booking.space_id, 'unitId', booking.unit_id,
      'totalCents', booking.total_cents, 'rentCents', booking.rent_cents)
    else jsonb_build_object('isYours', false) end,
    new.at, new.at, new.at + interval '73 hours'
  from bookings booking
  cross join lateral (
    select hook.id, true as is_yours from webhooks hook where hook.professional_id = booking.professional_id
    union all select hook.id, true from webhooks hook where hook.host_id = booking.host_id
    union all (
      select hook.id, false from (
        select distinct on (earlier.webhook_id) earlier.webhook_id, (earlier.facts ->> 'isYours')::boolean as was_yours
        from webhook_messages earlier where earlier.booking_id = booking.id
        order by earlier.webhook_id, earlier.version desc) last
      join webhooks hook on hook.id = last.webhook_id
      where last.was_yours and event = 'booking.changed'
        and case when hook.professional_id is null then hook.host_id is distinct from booking.host_id
          else hook.professional_id is distinct from booking.professional_id end)
  ) receiver
  join webhooks hook on hook.id = receiver.id
  join accounts owner on owner.id = hook.account_id
  where booking.id = new.booking_id and hook.off_at is null and owner.suspended_at is null and event = any (hook.events)
  on conflict do nothing;
  return null;
end $$;

create or replace function equipment_of_one_business()
 returns trigger
 language plpgsql
as $$
begin
  -- Locks the spaces, so that a concurrent change of their address is seen.
  perform from spaces where id in (select space_id from business_equipment_spaces where business_equipment_id in
    (select business_equipment_id from business_equipment_spaces where space_id = new.space_id)) order by id for share;
  if exists (
    select from business_equipment_spaces mine
    join business_equipment_spaces theirs using (business_equipment_id)
    join spaces one on one.id = mine.space_id join spaces other on other.id = theirs.space_id
    where mine.space_id = new.space_id and not is_one_business(one, other))
  then
    raise exception 'space % shares equipment with a space of another business', new.space_id
      using errcode = 'check_violation', constraint = 'equipment_of_one_business';
  end if;
  return null;
end $$;

-- Creates a block for each free gap of a unit's closed time. Returns how many gaps were claimed concurrently by another
-- transaction.
create or replace function fill_closure(closure bigint, unit bigint, part tstzrange) returns integer language plpgsql as $$
declare
  part_left tstzrange;
  made bigint;
  lost integer := 0;
begin
  for part_left in
    select unnest(tstzmultirange(part) - coalesce(
      (select range_agg(during) from claims where resource_id = unit and during && part), '{}'::tstzmultirange))
  loop
    insert into blocks (unit_id, kind, reason, author_account_id, closure_id, created_at)
      select unit, kind, reason, author_account_id, id, created_at from closures where id = closure
      returning id into made;
    insert into claims (resource_id, during, state, block_id) values (unit, part_left, 'firm', made)
      on conflict do nothing;
    if not found then
      lost := lost + 1;
      delete from blocks where id = made;
    end if;
  end loop;
  return lost;
end $$;

-- A professional is a member of a business only once: one who is a member, or has a link to it, pays what was agreed on there.
create or replace function fixed_rent_is_for_new_member() returns trigger language plpgsql as $$
begin
  if exists (
    select from memberships m join spaces s on s.id = new.space_id and s.host_id = m.host_id
      join professionals p on p.id = new.professional_id join accounts a on a.id = p.account_id
    where m.status <> 'ended' and (m.account_id = a.id or m.email = lower(a.email))) then
    raise exception 'professional % is a member of this business already', new.professional_id
      using errcode = 'check_violation', constraint = 'agreements_fixed_once';
  end if;
  return new;
end $$;

-- No invitation to a vacancy that is not published, is full, or is at another place; and no acceptance takes a place
-- that does not exist.
create or replace function invitation_finds_place() returns trigger language plpgsql as $$
declare
  vacancy record;
begin
  if tg_op = 'INSERT' then
    select v.status, v.expires_at, v.openings, v.space_id, v.host_id into vacancy
      from vacancies v where v.id = new.vacancy_id for share;
    if vacancy.space_id <> new.space_id or vacancy.host_id <> new.host_id then
      raise exception 'vacancy % is at another place', new.vacancy_id
        using errcode = 'check_violation', constraint = 'invitations_vacancy_place';
    end if;
    -- Ended invitations that the demo data inserts take no place.
    if new.status in ('sent', 'seen') and (vacancy.status <> 'published' or vacancy.expires_at <= new.sent_at) then
      raise exception 'vacancy % is not open', new.vacancy_id
        using errcode = 'check_violation', constraint = 'vacancies_open';
    end if;
  else
    select v.status, v.openings into vacancy from vacancies v where v.id = new.vacancy_id for no key update;
    if vacancy.status not in ('published', 'paused', 'filled') then
      raise exception 'vacancy % is over', new.vacancy_id
        using errcode = 'check_violation', constraint = 'vacancies_open';
    end if;
  end if;
  if new.status in ('sent', 'seen', 'accepted')
    and (vacancy.status = 'filled' or vacancy_taken(new.vacancy_id) >= vacancy.openings) then
    raise exception 'vacancy % has no place left', new.vacancy_id
      using errcode = 'check_violation', constraint = 'vacancies_full';
  end if;
  return new;
end $$;

-- The offered terms and the invited account cannot change, and an ended invitation stays ended.
create or replace function invitation_fixed() returns trigger language plpgsql as $$
begin
  if new.terms <> old.terms or new.host_id <> old.host_id or new.space_id <> old.space_id
    or new.sent_at <> old.sent_at or new.sent_on <> old.sent_on or new.place_of_day <> old.place_of_day
    or (old.account_id is not null and new.account_id is distinct from old.account_id) then
    raise exception 'invitation % cannot be changed', new.id using errcode = 'restrict_violation',
      constraint = 'invitations_fixed';
  end if;
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'invitation % must rise in version', new.id using errcode = 'check_violation';
  end if;
  if old.status in ('accepted', 'declined', 'expired', 'revoked') and new.status <> old.status then
    raise exception 'invitation % is over', new.id using errcode = 'restrict_violation', constraint = 'invitations_over';
  end if;
  return new;
end $$;

-- The vacancy is part of the invitation as sent, so it cannot change.
create or replace function invitation_keeps_its_vacancy() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % cannot be changed', new.id using errcode = 'restrict_violation',
    constraint = 'invitations_fixed';
end $$;

create or replace function licence_follows() returns trigger language plpgsql as $$
declare
  owner bigint := coalesce(new.owner_id, old.owner_id);
  reviewed integer;
  until date;
begin
  select count(*), case when bool_or(valid_to is null) then null else max(valid_to) end into reviewed, until from documents
  where owner_kind = 'professional' and owner_id = owner and kind = 'license' and status in ('valid', 'expiring', 'expired');
  if reviewed = 0 then
    -- Only a professional who had a licence and removes it is left without one; one who never had one was required to
    -- show it when publishing.
    if tg_op = 'INSERT' or old.status not in ('valid', 'expiring', 'expired') then
      return null;
    end if;
    until := date '2000-01-01';
  end if;
  update professionals set licensed_until = until where id = owner and licensed_until is distinct from until;
  return null;
end $$;

create or replace function listing_matches_its_photos() returns trigger language plpgsql as $$
declare
  changed bigint := coalesce(new.space_id, old.space_id);
begin
  if exists (select from spaces where id = changed
      and photos <> array(select address from space_photos where space_id = changed order by position)) then
    raise exception 'listing % shows other photos than it has', changed
      using errcode = 'check_violation', constraint = 'space_photos_match_listing';
  end if;
  return null;
end $$;

-- The lock of the mandate makes two concurrent uses wait for each other. Bookings that were never paid do not count.
create or replace function mandate_uses_stay_within() returns trigger language plpgsql as $$
declare
  mandate mandates;
  used bigint;
begin
  select * into mandate from mandates where id = new.mandate_id for update;
  if mandate.revoked_at is not null or mandate.expires_at <= new.at then
    raise exception 'the mandate has ended' using errcode = '23514', constraint = 'mandate_over';
  end if;
  if not new.act = any(mandate.acts) then
    raise exception 'another act' using errcode = '23514', constraint = 'mandate_act';
  end if;
  if new.amount_cents > mandate.each_cents then
    raise exception 'too much at once' using errcode = '23514', constraint = 'mandate_each';
  end if;
  select coalesce(sum(use.amount_cents), 0) into used from mandate_uses use join bookings booking on booking.id = use.booking_id
    where use.mandate_id = new.mandate_id and not (use.act = 'book' and booking.status in ('expired', 'declined'))
      and (use.booking_id, use.act, use.quote_hash) is distinct from (new.booking_id, new.act, new.quote_hash);
  if used + new.amount_cents > mandate.total_cents then
    raise exception 'too much in total' using errcode = '23514', constraint = 'mandate_total';
  end if;
  return new;
end $$;

create or replace function membership_fixed() returns trigger language plpgsql as $$
begin
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'membership % must rise in version', new.id using errcode = 'check_violation';
  end if;
  -- A member pays exactly the terms that they accepted.
  if old.account_id is not null and (new.account_id is distinct from old.account_id or new.terms <> old.terms
    or new.role <> old.role or new.host_id <> old.host_id or new.space_id <> old.space_id
    or new.client_contact and not old.client_contact) then
    raise exception 'membership % cannot be changed', old.id
      using errcode = 'restrict_violation', constraint = 'memberships_fixed';
  end if;
  return new;
end $$;

-- States only move forward, and a decision cannot be changed.
create or replace function no_show_moves_on() returns trigger language plpgsql as $$
begin
  -- Erasing an account removes its texts once everything is decided.
  if old.decided_at is not null and new.evidence = '[borrado]'
    and to_jsonb(old) - 'evidence' = to_jsonb(new) - 'evidence' then
    return new;
  end if;
  if (old.state, new.state) not in (('open', 'contested'), ('open', 'stands'), ('open', 'withdrawn'), ('contested', 'stands'),
      ('contested', 'falls'), ('contested', 'withdrawn'))
    or (old.booking_id, old.fee_cents, old.marked_at, old.contest_by, old.absent, old.reported_by) is distinct from
      (new.booking_id, new.fee_cents, new.marked_at, new.contest_by, new.absent, new.reported_by)
    or (old.contested_at is not null and (old.contested_at, old.evidence) is distinct from (new.contested_at, new.evidence)) then
    raise exception 'the no-show of % cannot go from % to %', new.booking_id, old.state, new.state
      using errcode = 'check_violation', constraint = 'no_shows_move_on';
  end if;
  return new;
end $$;

-- An offer must be of valid hours: a rent that ended or was handed over is no longer offered. Checked when the transaction ends.
create or replace function offered_hours_unchanged() returns trigger language plpgsql as $$
begin
  if exists (select from hand_overs offer join bookings rent on rent.id = offer.booking_id
    where offer.booking_id = new.id and offer.status = 'offered'
      and (rent.status <> 'confirmed' or rent.professional_id <> offer.from_professional_id)) then
    raise exception 'rent % is still offered', new.id using errcode = 'check_violation', constraint = 'hand_overs_offer_open';
  end if;
  return null;
end $$;

-- The measured overtime cannot be changed; it is posted once.
create or replace function overtime_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.posted_at is null and new.posted_at is not null
    and to_jsonb(old) - 'posted_at' = to_jsonb(new) - 'posted_at' then
    return new;
  end if;
  raise exception 'the overtime of booking % cannot be changed', old.booking_id
    using errcode = 'check_violation', constraint = 'overtimes_fixed';
end $$;

-- Consent to one picture is not consent to another.
create or replace function portfolio_asks_again() returns trigger language plpgsql as $$
begin
  raise exception 'the new picture of % has no consent', new.id
    using errcode = 'check_violation', constraint = 'portfolio_new_picture';
end $$;

/*
 * Refuses a visit beyond its professional's limits. The row of limits is locked first, so that two concurrent visits are counted one after
 * the other. Visits of her own agenda count and are never refused. A class counts once, each client's seats of it not at all. A visit that
 * stays within its day, week or month and gets no longer is not counted again.
 */
create or replace function professional_takes_on() returns trigger language plpgsql as $$
declare
  limits professional_limits;
  clock text;
  made timestamptz;
  period text;
  max_visits integer;
  max_minutes integer;
  begins timestamp;
  ends timestamp;
  visits bigint;
  minutes bigint;
  own integer := round(extract(epoch from new.ends_at - new.starts_at) / 60);
  before integer := 0;
begin
  if not exists (select from professional_limits where professional_id = new.professional_id) then
    return new;
  end if;
  select * into limits from professional_limits where professional_id = new.professional_id for no key update;
  -- Appointments of her own agenda: paid at the place, by a link, or both.
  if new.in_place_method is not null or new.link_cents > 0 then
    return new;
  end if;
  select zone into clock from professionals where id = new.professional_id;
  select greatest(new.created_at, max(move.at)) into made from booking_moves move where move.booking_id = new.id;
  if tg_op = 'UPDATE' and old.status <> 'expired' then
    before := round(extract(epoch from old.ends_at - old.starts_at) / 60);
  end if;
  foreach period in array array['day', 'week', 'month'] loop
    max_visits := case period when 'day' then limits.day_visits when 'week' then limits.week_visits else limits.month_visits end;
    max_minutes := case period when 'day' then limits.day_minutes when 'week' then limits.week_minutes else limits.month_minutes end;
    if num_nonnulls(max_visits, max_minutes) = 0 then
      continue;
    end if;
    begins := date_trunc(period, new.starts_at at time zone clock);
    if before >= own and begins = date_trunc(period, old.starts_at at time zone clock) then
      continue;
    end if;
    ends := begins + ('1 ' || period)::interval;
    select count(*) + 1, coalesce(sum(taken.minutes), 0) + own into visits, minutes from (
      select round(extract(epoch from b.ends_at - b.starts_at) / 60) as minutes from bookings b
      where b.professional_id = new.professional_id and b.id <> new.id and b.kind = 'visit' and b.class_id is null
        and b.starts_at >= begins at time zone clock and b.starts_at < ends at time zone clock
        and b.status in ('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')
        and not (b.status = 'held' and b.hold_expires_at <= made)
      union all
      select round(extract(epoch from session.ends_at - session.starts_at) / 60) from class_sessions session
      where session.professional_id = new.professional_id and session.status = 'open'
        and session.starts_at >= begins at time zone clock and session.starts_at < ends at time zone clock
    ) taken;
    if visits > max_visits or minutes > max_minutes then
      raise exception 'professional % takes on no more in that %', new.professional_id, period
        using errcode = 'check_violation', constraint = 'professional_limit';
    end if;
  end loop;
  return new;
end $$;

create or replace function rent_charge_fixed() returns trigger language plpgsql as $$
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

create or replace function rent_is_of_its_pack() returns trigger language plpgsql as $$
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

-- Rented hours in which a client has a visit cannot be returned, handed over or cancelled.
create or replace function rent_keeps_its_visits() returns trigger language plpgsql as $$
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

create or replace function request_awaits_its_client() returns trigger language plpgsql as $$
begin
  if exists (select from change_proposals
      where booking_id = new.id and state = 'open' and expires_at > new.ended_at) then
    raise exception 'the client of request % answers first', new.id
      using errcode = 'check_violation', constraint = 'change_proposals_answered_first';
  end if;
  return null;
end $$;

-- A host may propose another hour for rented hours (product.md §4, B9). Meanwhile the rent holds both times; time that a visit releases is
-- merged only with the rent's definite time.
create or replace function restore_rented_time() returns trigger language plpgsql as $$
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

-- Reviews cannot be edited; a reply is written once, and is removed only with its author's account.
create or replace function review_fixed() returns trigger language plpgsql as $$
begin
  if (old.booking_id, old.author, old.subject, old.score, old.text, old.created_at)
      = (new.booking_id, new.author, new.subject, new.score, new.text, new.created_at)
    and (old.reply is null or new.reply is null or old.reply = new.reply) then
    return new;
  end if;
  raise exception 'the review % cannot be changed', old.id using errcode = 'check_violation', constraint = 'reviews_fixed';
end $$;

drop function search_next_ring(integer,integer,integer,integer,integer,integer,integer,integer);
-- The same for rings around a point, where results grow with the area.
create function search_next_ring(low integer, size integer, total integer, high integer, count integer, start integer, enough integer, too_many integer) returns table(next_low integer, next_size integer, next_total integer, fits boolean) language sql immutable parallel safe
BEGIN ATOMIC
 SELECT
         CASE
             WHEN decision.fits THEN search_next_ring.high
             ELSE search_next_ring.low
         END AS low,
         CASE
             WHEN (NOT decision.fits) THEN GREATEST(1, (search_next_ring.size / 2))
             WHEN ((search_next_ring.total + search_next_ring.count) = 0) THEN (search_next_ring.high * 2)
             ELSE (GREATEST((1)::double precision, LEAST(((search_next_ring.high * 2))::double precision, (sqrt((power((search_next_ring.start)::double precision, (2)::double precision) + ((((power((search_next_ring.high)::double precision, (2)::double precision) - power((search_next_ring.start)::double precision, (2)::double precision)) * (1.2)::double precision) * (search_next_ring.enough)::double precision) / ((search_next_ring.total + search_next_ring.count))::double precision))) - (search_next_ring.high)::double precision))))::integer
         END AS "greatest",
     (search_next_ring.total +
         CASE
             WHEN decision.fits THEN search_next_ring.count
             ELSE 0
         END),
     decision.fits
    FROM ( SELECT ((search_next_ring.count < search_next_ring.too_many) OR (search_next_ring.size = 1)) AS fits) decision;
END;

drop function search_next_step(integer,integer,integer,integer,integer,integer,integer,integer);
-- The step after a stretch with `count` results: continues with a size that the results so far suggest, at most eight times as long; or
-- retries with an eighth, if there were too many.
create function search_next_step(low integer, size integer, total integer, high integer, count integer, start integer, enough integer, too_many integer) returns table(next_low integer, next_size integer, next_total integer, fits boolean) language sql immutable parallel safe
BEGIN ATOMIC
 SELECT
         CASE
             WHEN decision.fits THEN search_next_step.high
             ELSE search_next_step.low
         END AS low,
         CASE
             WHEN (NOT decision.fits) THEN GREATEST(1, (search_next_step.size / 8))
             WHEN ((search_next_step.total + search_next_step.count) = 0) THEN LEAST((search_next_step.size * 8), (1 << 20))
             ELSE (LEAST(((search_next_step.size * 8))::numeric, ((1 << 20))::numeric, GREATEST((1)::numeric, (((1.2 * ((search_next_step.high - search_next_step.start))::numeric) * (GREATEST(0, ((search_next_step.enough - search_next_step.total) - search_next_step.count)))::numeric) / ((search_next_step.total + search_next_step.count))::numeric))))::integer
         END AS "least",
     (search_next_step.total +
         CASE
             WHEN decision.fits THEN search_next_step.count
             ELSE 0
         END),
     decision.fits
    FROM ( SELECT ((search_next_step.count < search_next_step.too_many) OR (search_next_step.size = 1)) AS fits) decision;
END;

-- A client who books, pays or whose payment arrives late needs an open class and a seat within it. The class row is locked, so
-- that a concurrent cancellation waits, or is waited for.
create or replace function seat_is_of_its_class() returns trigger language plpgsql as $$
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

create or replace function spaces_stay_with_equipment()
 returns trigger
 language plpgsql
as $$
begin
  if exists (
    select from business_equipment_spaces mine
    join business_equipment_spaces theirs using (business_equipment_id)
    join spaces other on other.id = theirs.space_id
    where mine.space_id = new.id and not is_one_business(new, other))
  then
    raise exception 'space % shares equipment with the business that it leaves', new.id
      using errcode = 'check_violation', constraint = 'equipment_of_one_business';
  end if;
  return null;
end $$;

create or replace function staff_money_act_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'an act of staff cannot be changed' using errcode = 'check_violation', constraint = 'staff_money_acts_fixed';
end $$;

create or replace function support_act_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.done_at is null and new.done_at is not null
    and to_jsonb(old) - 'done_at' - 'done_by' - 'done_call' - 'second_reason'
      = to_jsonb(new) - 'done_at' - 'done_by' - 'done_call' - 'second_reason' then
    return new;
  end if;
  raise exception 'the act % of support cannot be changed', old.id using errcode = 'check_violation', constraint = 'support_acts_fixed';
end $$;

create or replace function visit_is_of_its_pack() returns trigger language plpgsql as $$
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

create or replace function visit_pays_outside_its_rent() returns trigger language plpgsql as $$
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

comment on column change_proposals.was_respond_by is
  'For a proposal to a request: the professional''s deadline when they proposed another hour.';
comment on column services.offered_from is
  'The first date of the place on which it is offered; null: any.';
comment on column services.offered_to is
  'The last date of the place on which it is offered; null: any.';
comment on column services.weekly is
  'Windows of the week in which it is offered, in the zone of the place; null: all hours of its professional.';
comment on constraint agreements_fixed_both on agreements is
  'a fixed rent with an amount but no period or the reverse, or with a person who is already a member';
comment on constraint bookings_respond_in_time on bookings is
  'With bookings_respondents.';
comment on constraint bookings_respond_whole on bookings is
  'With change_proposals_answered_first.';
comment on constraint bookings_source on bookings is
  'a source that does not match the author of the booking and its link';
comment on constraint calendar_accounts_of_one on calendar_accounts is
  'a calendar account of a professional and a host at once, or of neither';
comment on constraint change_proposals_of_request on change_proposals is
  'With change_proposals_answered_first.';
comment on constraint memberships_wall on memberships is
  'With memberships_fixed.';
comment on constraint no_shows_contested_in_time on no_shows is
  'With no_shows_decided_in_time.';
comment on constraint no_shows_evidence on no_shows is
  'With no_shows_decided_in_time.';
comment on constraint pass_devices_pkey on pass_devices is
  'a device notified twice of one change';
comment on constraint payments_returned_after_split on payments is
  'With payments_allocated.';
comment on constraint services_at_homes on services is
  'With services_offered_somewhere.';
comment on constraint services_classes_set_by_hand on services is
  'own hours or dates of a class, whose hours are set one by one';
comment on constraint services_online_link on services is
  'With services_offered_somewhere.';
comment on constraint work_photos_consented on work_photos is
  'a photo of a client without their consent, and a consent that is revoked or deleted before its photos';
comment on index hand_overs_one_open is
  'two open offers of the same hours, an offer decided twice, an offer of past hours';
comment on index waitlist_entries_once is
  'two open waitlist entries of one client for one service, one with more than 31 dates, one paused without two passed offers, an ended one that reopens; an open entry at a home without the address, or for several people with one of them without a service';
comment on index webhook_messages_deduplicated is
  'one state of an agreement, payout or another subject sent to one address as two messages';
comment on index webhook_messages_once is
  'one change of a booking sent to one address as two messages';
comment on index webhooks_once is
  'one address registered twice, which gets each event twice';
comment on table balances is
  'Sums of entries by account and party, updated by each posting.';
comment on table coming_confirmations is
  'Confirmations by clients that they will come, by visit and hour.';
comment on table conversation_blocks is
  'Accounts that blocked each other''s messages.';
comment on table delays is
  'Reports that a party is late.';
comment on table message_consents is
  'Consents of clients to be invited back by a professional, with recorder and revocation.';
comment on table no_shows is
  'No-shows of a party, with their fee and decision.';
comment on table notifications is
  'Entries in the bell.';
comment on table professional_travel_pairs is
  'Travel time between two given places.';
comment on table saved_cards is
  'A client''s cards stored at the processor.';
comment on table text_messages is
  'Text messages, the outbox of the stand-in.';
comment on table webhook_messages is
  'Events sent or to be sent to webhooks.';
comment on table webhooks is
  'Addresses of other systems that receive events.';
comment on table win_back_templates is
  'A professional’s own text for clients who have not come for long.';
comment on trigger booking_moves_enqueue_webhooks on booking_moves is
  'a booking that moves without a message to its webhooks';
comment on trigger booking_segments_append_only on booking_segments is
  E'With bookings_add_ons_fixed.\nWith booking_segments_whole.';
comment on trigger bookings_again_in_limits on bookings is
  'more than those limits by a visit that moves, gets longer, or becomes active after it expired';
comment on trigger no_shows_move_on on no_shows is
  'With no_shows_decided_in_time.';
comment on trigger no_shows_of_booking on no_shows is
  'With no_shows_reported_by_other_party.';
comment on trigger services_full on services is
  'With services_archived_hidden.';
