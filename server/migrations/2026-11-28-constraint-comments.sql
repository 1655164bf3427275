-- What cannot happen, in words, on the constraint, index, trigger or generated column that refuses it. `npm run tables` writes
-- docs/constraints.md from these comments. A line for each thing; 'With <name>.': several rules refuse it together, and <name> says what.

comment on constraint claims_never_overlap on claims is
  'two overlapping claims of one resource';
comment on trigger bookings_equipment_there on bookings is
  'a visit with an equipment unit of neither its place nor its business; an equipment unit that belongs to a space and a business at once, or to neither; a space that counts one kind of equipment twice; spaces of different businesses that share equipment, or a space that changes its address while it shares';
comment on constraint equipment_pieces_of_one on equipment_pieces is
  'With bookings_equipment_there.';
comment on constraint house_equipment_spaces_pkey on house_equipment_spaces is
  'With bookings_equipment_there.';
comment on trigger house_equipment_spaces_of_one on house_equipment_spaces is
  'With bookings_equipment_there.';
comment on trigger spaces_stay_with_equipment on spaces is
  'With bookings_equipment_there.';
comment on constraint claims_at_one_place on claims is
  'a professional at two places at once during a phase that leaves their hands free';
comment on constraint services_phases on services is
  'phases of a service that do not add up to its duration; a hands-free phase at its beginning or end';
comment on constraint bookings_processes on bookings is
  'With services_phases.';
comment on trigger bookings_add_ons_stand on bookings is
  'add-ons or services of a visit that change after payment';
comment on trigger booking_segments_append_only on booking_segments is
  E'With bookings_add_ons_stand.\nWith booking_segments_whole.';
comment on trigger claims_leave_time_to_travel on claims is
  'two bookings of a professional at different places without time to travel between them; a travel time above four hours, or from a place to itself';
comment on constraint professional_travel_minutes on professional_travel_pairs is
  'With claims_leave_time_to_travel.';
comment on constraint professional_travel_pair on professional_travel_pairs is
  'With claims_leave_time_to_travel.';
comment on index bookings_two_holds is
  'more than two holds of one visitor';
comment on constraint bookings_hold_place_check on bookings is
  'With bookings_two_holds.';
comment on trigger bookings_contact_phone on bookings is
  'a client''s phone number that is not a plus sign and digits';
comment on constraint clients_phone on clients is
  'With bookings_contact_phone.';
comment on constraint whatsapp_consents_number on whatsapp_consents is
  'With bookings_contact_phone.';
comment on trigger bookings_ended_free on bookings is
  'an ended booking that still claims time';
comment on trigger bookings_version on bookings is
  'a booking version that decreases';
comment on trigger bookings_of_suspended on bookings is
  'a booking of a suspended account that is created, assigned to it, or becomes active';
comment on trigger bookings_become_of_suspended on bookings is
  'With bookings_of_suspended.';
comment on trigger bookings_stand_of_nobody_suspended on bookings is
  'With bookings_of_suspended.';
comment on constraint bookings_agreed on bookings is
  'an active booking that a party has not accepted';
comment on constraint bookings_asked on bookings is
  'a request without a party who must answer, or with an answer due in its last hour';
comment on constraint bookings_respond_in_time on bookings is
  'With bookings_asked.';
comment on constraint bookings_no_show_seen on bookings is
  'a client marked as absent by a party who was not there, or who has a unit''s code and gives only their word';
comment on constraint bookings_word_without_unit on bookings is
  'With bookings_no_show_seen.';
comment on constraint no_shows_said_by_another on no_shows is
  'a no-show reported of the wrong party, or of a booking that ended otherwise; a professional marked as absent who proved their arrival in time, or began the visit by the client''s code or the unit''s';
comment on trigger no_shows_of_booking on no_shows is
  'With no_shows_said_by_another.';
comment on constraint bookings_absence_unproved on bookings is
  'With no_shows_said_by_another.';
comment on constraint bookings_absence_not_met on bookings is
  'With no_shows_said_by_another.';
comment on trigger client_credit_is_there on balances is
  'client credit spent twice, or below zero';
comment on constraint payments_credit_back on payments is
  'With client_credit_is_there.';
comment on trigger gift_cards_steps on gift_cards is
  'a gift card that returns to an earlier state, is redeemed or refunded twice, changes its amount, or stores its code in plain text; an eleventh email of it';
comment on trigger gift_money_is_there on entries is
  'With gift_cards_steps.';
comment on constraint gift_cards_hashed on gift_cards is
  'With gift_cards_steps.';
comment on constraint gift_cards_letters on gift_cards is
  'With gift_cards_steps.';
comment on trigger delays_in_time on delays is
  'a delay notice outside its hours, a seventh of one booking, or one that is withdrawn';
comment on constraint delays_six on delays is
  'With delays_in_time.';
comment on trigger delays_append_only on delays is
  'With delays_in_time.';
comment on constraint no_shows_stand_in_time on no_shows is
  'a fee retained before the client''s day to contest is over, contested too late or without evidence, or settled twice';
comment on constraint no_shows_contested_in_time on no_shows is
  'With no_shows_stand_in_time.';
comment on constraint no_shows_evidence on no_shows is
  'With no_shows_stand_in_time.';
comment on trigger no_shows_move_on on no_shows is
  'With no_shows_stand_in_time.';
comment on trigger change_proposals_have_the_word on bookings is
  'a request that counts as unanswered while its client has a proposal to answer, or that waits longer than 36 hours; a proposal for a request that its professional did not make, or that costs more';
comment on constraint bookings_respond_whole on bookings is
  'With change_proposals_have_the_word.';
comment on constraint change_proposals_of_request on change_proposals is
  'With change_proposals_have_the_word.';
comment on index change_proposals_one_living is
  'two open proposals of one visit or rent; a proposal without a party who must answer, open in the last two hours, ended twice, or answered by the party who made it';
comment on constraint change_proposals_asked on change_proposals is
  'With change_proposals_one_living.';
comment on constraint change_proposals_in_time on change_proposals is
  'With change_proposals_one_living.';
comment on trigger change_proposals_once on change_proposals is
  'With change_proposals_one_living.';
comment on constraint change_proposals_of_another on change_proposals is
  'With change_proposals_one_living.';
comment on constraint payments_by_hand_status on payments is
  'a cash payment that the processor holds or receives, that no party holds, or of which more is handed back than was refunded';
comment on constraint payments_by_hand on payments is
  'With payments_by_hand_status.';
comment on constraint payments_handed on payments is
  'With payments_by_hand_status.';
comment on trigger bookings_overtake_proposals on bookings is
  'time held for a proposal after another move has ended it';
comment on index rescues_one_open is
  'two open rescues of one visit; a rescue without a party who must answer, open beyond its two hours or the start, answered twice, or with more of the rent than the host owes';
comment on constraint rescues_asked on rescues is
  'With rescues_one_open.';
comment on constraint rescues_in_time on rescues is
  'With rescues_one_open.';
comment on trigger rescues_once on rescues is
  'With rescues_one_open.';
comment on constraint rescues_host_pays on rescues is
  'With rescues_one_open.';
comment on trigger bookings_overtake_rescues on bookings is
  'time held for a rescue after another move has ended it; an ended visit with an open rescue';
comment on trigger bookings_leave_rescue on bookings is
  'With bookings_overtake_rescues.';
comment on constraint host_cancellations_one_free on host_cancellations is
  'a second free cancellation of one host in half a year';
comment on index waitlist_wishes_once is
  'two open waitlist entries of one client for one service, one with more than 31 dates, one paused without two passed offers, one that is over and reopens; an open entry at a home without the address, or for several people with one of them without a service';
comment on constraint waitlist_wishes_dates on waitlist_wishes is
  'With waitlist_wishes_once.';
comment on constraint waitlist_wishes_paused on waitlist_wishes is
  'With waitlist_wishes_once.';
comment on trigger waitlist_wishes_over on waitlist_wishes is
  'With waitlist_wishes_once.';
comment on constraint waitlist_wishes_where on waitlist_wishes is
  'With waitlist_wishes_once.';
comment on constraint waitlist_wishes_visit on waitlist_wishes is
  'With waitlist_wishes_once.';
comment on index waitlist_offers_one_open is
  'two open offers of one waitlist entry, a time offered again to a client who passed it, an open offer whose hold has ended';
comment on constraint waitlist_offers_other on waitlist_offers is
  'With waitlist_offers_one_open.';
comment on trigger bookings_settle_offers on bookings is
  'With waitlist_offers_one_open.';
comment on trigger booking_links_once on booking_links is
  'a link that is answered twice or changed; two open links of one booking';
comment on index booking_links_one_open is
  'With booking_links_once.';
comment on trigger deposits_shown on deposits is
  'a deposit claimed without a photo, later than three days after the end, or above the authorised amount; an answer after the deadline; a deposit captured without a claim; two cards authorised for the same hours';
comment on trigger deposits_move_on on deposits is
  'With deposits_shown.';
comment on constraint deposits_claim on deposits is
  'With deposits_shown.';
comment on constraint deposits_contest on deposits is
  'With deposits_shown.';
comment on constraint deposits_kept on deposits is
  'With deposits_shown.';
comment on index deposits_live is
  'With deposits_shown.';
comment on constraint intake_answers_consent on intake_answers is
  'an answer about health without consent, two answers of one person to one form at one visit';
comment on constraint intake_answers_once on intake_answers is
  'With intake_answers_consent.';
comment on constraint bookings_persons on bookings is
  'a visit of more than six people, a person without a service, parts out of order, a service twice for one person';
comment on trigger booking_segments_whole on booking_segments is
  E'With bookings_persons.\nservices of a visit with a gap, that do not add up to its total, or that change afterwards';
comment on constraint booking_segments_person on booking_segments is
  'With bookings_persons.';
comment on constraint booking_segments_once on booking_segments is
  'With bookings_persons.';
comment on constraint kept_cards_once on kept_cards is
  'a card saved twice by one account, or the same card by two; one without its last four digits or without a valid month of expiry';
comment on constraint kept_cards_one_owner on kept_cards is
  'With kept_cards_once.';
comment on constraint kept_cards_last4 on kept_cards is
  'With kept_cards_once.';
comment on constraint kept_cards_expires on kept_cards is
  'With kept_cards_once.';
comment on trigger booking_companions_counted on booking_companions is
  'a name without its person in the visit, a minor without an adult''s declaration; more than twelve companions saved in an account, a name twice';
comment on constraint booking_companions_adult on booking_companions is
  'With booking_companions_counted.';
comment on constraint companions_few on companions is
  'With booking_companions_counted.';
comment on constraint companions_one_a_place on companions is
  'With booking_companions_counted.';
comment on index companions_known is
  'With booking_companions_counted.';
comment on constraint claims_outside_alone on claims is
  'time of an outside calendar that is also a booking or a block, or is only a hold; an outside calendar without an owner, or with two';
comment on constraint outside_calendars_of_one on outside_calendars is
  'With claims_outside_alone.';
comment on constraint unit_calendars_pkey on unit_calendars is
  'a second address of a unit''s or a professional''s calendar, an address with an invalid digest';
comment on constraint unit_calendars_of_one on unit_calendars is
  'With unit_calendars_pkey.';
comment on constraint unit_calendars_hashed on unit_calendars is
  'With unit_calendars_pkey.';
comment on constraint own_calendars_pkey on own_calendars is
  'With unit_calendars_pkey.';
comment on constraint own_calendars_of_one on own_calendars is
  'With unit_calendars_pkey.';
comment on constraint own_calendars_hashed on own_calendars is
  'With unit_calendars_pkey.';
comment on trigger disputes_in_time on disputes is
  'a dispute opened too late, about an amount that the visit does not have, without evidence, or twice by one party or about one line; a decision above $5,000 by one person; a second decision without an appeal; a visit completed while it is disputed; a payout of frozen money';
comment on trigger disputes_shown on disputes is
  'With disputes_in_time.';
comment on index disputes_once is
  'With disputes_in_time.';
comment on constraint disputes_line on disputes is
  'With disputes_in_time.';
comment on constraint disputes_two_persons on disputes is
  'With disputes_in_time.';
comment on trigger disputes_move_on on disputes is
  'With disputes_in_time.';
comment on trigger bookings_disputed on bookings is
  'With disputes_in_time.';
comment on constraint payouts_frozen on payouts is
  'With disputes_in_time.';
comment on constraint bookings_device_time on bookings is
  'an arrival or departure whose device time is ahead of the server''s clock or more than a day behind';
comment on constraint bookings_check_in_position on bookings is
  'an arrival by position that is too far away or too inaccurate, of an online visit, or without its distance; a distance of any other arrival';
comment on constraint bookings_arrival_position on bookings is
  'With bookings_check_in_position.';
comment on trigger overtimes_of_booking on overtimes is
  'overtime that overlaps the next booking, of a stay that is not over, measured twice or changed; a stay that is settled without its overtime';
comment on constraint overtimes_booking_id_key on overtimes is
  'With overtimes_of_booking.';
comment on trigger overtimes_stand on overtimes is
  'With overtimes_of_booking.';
comment on trigger bookings_overtime on bookings is
  'With overtimes_of_booking.';
comment on constraint bookings_upfront on bookings is
  'an upfront part above the price, or a balance due that does not match it; two charges of it at once, one of another amount, of a visit that did not take place, or one that changes';
comment on index booking_balances_once is
  'With bookings_upfront.';
comment on trigger booking_balances_of_visit on booking_balances is
  'With bookings_upfront.';
comment on trigger booking_balances_move_on on booking_balances is
  'With bookings_upfront.';
comment on trigger tip_promises_of_visit on tip_promises is
  'a tip promised for a booking that is not a coming visit, or beyond its limits; two promises of one visit';
comment on constraint tip_promises_pkey on tip_promises is
  'With tip_promises_of_visit.';
comment on constraint tips_once on tips is
  'two tips of one visit; a tip of a visit that did not take place or is closed, above its price, or by another client; one that is refunded twice';
comment on trigger tips_of_visit on tips is
  'With tips_once.';
comment on constraint tips_amount_cents_check on tips is
  'With tips_once.';
comment on trigger tips_move_on on tips is
  'With tips_once.';
comment on trigger reviews_of_booking on reviews is
  'a review of a booking that did not take place, by an account that took no part, late, twice, or edited; a review reported twice';
comment on constraint reviews_author_subject on reviews is
  'With reviews_of_booking.';
comment on constraint reviews_once on reviews is
  'With reviews_of_booking.';
comment on trigger reviews_stand on reviews is
  'With reviews_of_booking.';
comment on constraint review_reports_once on review_reports is
  'With reviews_of_booking.';
comment on trigger agreement_moves_append_only on agreement_moves is
  'a changed or deleted move, journal or entry';
comment on trigger application_moves_append_only on application_moves is
  'With agreement_moves_append_only.';
comment on trigger booking_moves_append_only on booking_moves is
  'With agreement_moves_append_only.';
comment on trigger chargeback_moves_append_only on chargeback_moves is
  'With agreement_moves_append_only.';
comment on trigger deposit_moves_append_only on deposit_moves is
  'With agreement_moves_append_only.';
comment on trigger dispute_moves_append_only on dispute_moves is
  'With agreement_moves_append_only.';
comment on trigger entries_append_only on entries is
  'With agreement_moves_append_only.';
comment on trigger invitation_moves_append_only on invitation_moves is
  'With agreement_moves_append_only.';
comment on trigger journals_append_only on journals is
  'With agreement_moves_append_only.';
comment on trigger listing_moves_append_only on listing_moves is
  'With agreement_moves_append_only.';
comment on trigger membership_moves_append_only on membership_moves is
  'With agreement_moves_append_only.';
comment on trigger vacancy_moves_append_only on vacancy_moves is
  'With agreement_moves_append_only.';
comment on constraint taken_within_captured on payments is
  'money that a bank took back and that is refunded as well (refunded + disputed ≤ captured); a chargeback that is decided twice, changed, or answered twice';
comment on constraint chargebacks_external on chargebacks is
  'With taken_within_captured.';
comment on trigger chargebacks_move_on on chargebacks is
  'With taken_within_captured.';
comment on trigger journals_balance on journals is
  'an unbalanced journal';
comment on trigger entries_balance on entries is
  'With journals_balance.';
comment on constraint refunds_within_captured on payments is
  'a refund above the captured amount';
comment on constraint refunds_fail_after_they_were_sent on payments is
  'a failed refund that was never sent, one failure recorded twice; unassigned money refunded beyond what was received';
comment on constraint failed_refund_is_seen_once on failed_refunds is
  'With refunds_fail_after_they_were_sent.';
comment on constraint loose_money_goes_back_once on payments is
  'With refunds_fail_after_they_were_sent.';
comment on index journals_external is
  'one provider id in two journals of a kind';
comment on trigger space_prices_append_only on space_prices is
  'a version of prices that is changed, deleted or skipped';
comment on trigger space_prices_no_truncate on space_prices is
  'With space_prices_append_only.';
comment on constraint space_prices_version on space_prices is
  'With space_prices_append_only.';
comment on constraint bookings_cleaning_within_rent on bookings is
  'a cleaning fee above the rent';
comment on trigger spaces_moves on spaces is
  'a listing that skips a state, one in review with fewer than four photos';
comment on trigger spaces_four_photos on spaces is
  'With spaces_moves.';
comment on trigger blocks_claim on blocks is
  'a block without its claim, a claim without its block';
comment on trigger claims_block_stays on claims is
  'With blocks_claim.';
comment on constraint blocks_of_one on blocks is
  'a block of a unit and a professional at once; a professional''s own block that is marked as a closure';
comment on constraint blocks_own_plain on blocks is
  'With blocks_of_one.';
comment on constraint closures_never_overlap on closure_units is
  'two overlapping closures of one unit';
comment on trigger claims_let_go on claims is
  'free time inside a closure after a booking releases it';
comment on trigger claims_within_rent on claims is
  'a claim carved out of rented hours of another professional, or outside those hours';
comment on trigger rents_keep_visits on bookings is
  'rented hours cancelled, shortened or transferred although a client is booked in them';
comment on constraint bookings_away on bookings is
  'a visit at a home or online with a space or rented hours; such a booking without a client; a home without coordinates';
comment on constraint visit_places_of_homes on visit_places is
  'With bookings_away.';
comment on constraint services_given_somewhere on services is
  'a service without any setting, at homes without a radius, online with a link that is not https';
comment on constraint services_at_homes on services is
  'With services_given_somewhere.';
comment on constraint services_online_link on services is
  'With services_given_somewhere.';
comment on trigger bookings_inside_owe_no_rent on bookings is
  'rent for the part of a visit that lies within rented hours';
comment on constraint bookings_of_kind on bookings is
  'a rent with a client, a visit without a service';
comment on constraint bookings_of_client on bookings is
  'With bookings_of_kind.';
comment on trigger hand_overs_within on bookings is
  'a transfer of hours that are not at the edge of the rented hours, or one that is accepted twice';
comment on index hand_overs_made_once is
  'With hand_overs_within.';
comment on constraint payments_set_aside on payments is
  'more of a payment allocated, or refunded later, than there is: a pack below zero';
comment on constraint payments_given_back on payments is
  'With payments_set_aside.';
comment on constraint rent_fees_once on rent_fees is
  'a fee for the same hours twice, refunded twice or above its amount';
comment on constraint fee_returns_pkey on fee_returns is
  'With rent_fees_once.';
comment on constraint rent_fees_given_back on rent_fees is
  'With rent_fees_once.';
comment on trigger hour_packs_steps on hour_packs is
  'an hour pack that returns to an earlier state; a rent from a pack of another space or professional, or after the pack''s end';
comment on trigger rents_of_pack on bookings is
  'With hour_packs_steps.';
comment on constraint services_packs_apart on services is
  'two packs of a service with one number of sessions';
comment on index hand_overs_one_open is
  'two open offers of the same hours, an offer decided twice, an offer of hours that are over';
comment on trigger hand_overs_steps on hand_overs is
  'With hand_overs_one_open.';
comment on trigger hand_overs_stand on bookings is
  'With hand_overs_one_open.';
comment on constraint returned_within_captured on payments is
  'more refunded of a payment than was charged';
comment on constraint bookings_class_seat on bookings is
  'a class seat sold twice or beyond the class, a party with fewer seats than people; a seat at another time or place than its class';
comment on constraint bookings_seat on bookings is
  'With bookings_class_seat.';
comment on trigger bookings_class_seats on bookings is
  E'With bookings_class_seat.\nWith class_sessions_steps.';
comment on trigger class_sessions_steps on class_sessions is
  'a class that continues after its cancellation, moves after it began or without all its seats, or has fewer seats than are taken';
comment on trigger class_sessions_together on class_sessions is
  'With class_sessions_steps.';
comment on constraint schedules_windows on schedules is
  'overlapping opening hours; a vacation date that is open, previous hours saved on a date that is not a vacation';
comment on constraint schedule_exceptions_away on schedule_exceptions is
  'With schedules_windows.';
comment on column accounts.verification_level is
  'Cannot happen: a verification level set by hand';
comment on trigger accounts_facts on accounts is
  E'a confirmed address without its spent code\na verified face without an approved check';
comment on constraint payout_accounts_pkey on payout_accounts is
  'two payout accounts of one payee at a processor, one account of two payees, one requested without a key, one restricted that was never ready';
comment on constraint payout_accounts_account_ref_key on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payout_accounts_asked on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payout_accounts_paused on payout_accounts is
  'With payout_accounts_pkey.';
comment on constraint payments_voucher on payments is
  'a voucher payment without a way to pay it, or one authorised or saved like a card; an OXXO payment without a client to credit';
comment on constraint payments_voucher_status on payments is
  'With payments_voucher.';
comment on constraint payments_voucher_pending on payments is
  'With payments_voucher.';
comment on constraint payments_cash_of on payments is
  'With payments_voucher.';
comment on constraint payments_credited on payments is
  'With payments_voucher.';
comment on constraint outbound_messages_once on outbound_messages is
  'a message sent twice, a second channel while the first delivery is active, a delivery that returns to an earlier state';
comment on constraint deliveries_once_by_channel on deliveries is
  'With outbound_messages_once.';
comment on index deliveries_one_alive is
  'With outbound_messages_once.';
comment on trigger deliveries_forward on deliveries is
  'With outbound_messages_once.';
comment on index whatsapp_consents_account is
  'two active WhatsApp consents of one account or booking, one browser that receives the notifications of two accounts';
comment on index whatsapp_consents_booking is
  'With whatsapp_consents_account.';
comment on index push_devices_endpoint is
  'With whatsapp_consents_account.';
comment on constraint verification_codes_five_tries on verification_codes is
  'a sixth attempt at a code, two valid codes';
comment on index verification_codes_one_of_account is
  'With verification_codes_five_tries.';
comment on index accounts_confirmed_phone is
  'one phone number confirmed for two accounts';
comment on index invitations_one_open is
  'two open invitations of one professional to one space';
comment on index invitations_one_open_address is
  'With invitations_one_open.';
comment on constraint invitations_thirty_a_day on invitations is
  'more than thirty invitations of a host in one day';
comment on index invitations_place_of_day is
  'With invitations_thirty_a_day.';
comment on trigger invitations_peace on invitations is
  'an invitation within sixty days of a decline';
comment on trigger invitations_stand on invitations is
  E'an invitation whose terms change after it is sent, or with an invalid end\nWith invitations_to_vacancy.';
comment on constraint invitations_two_questions on invitation_questions is
  'a third question about an invitation';
comment on constraint invitations_link_dies on invitations is
  'a link that is valid after its invitation';
comment on constraint portfolio_needs_consent on portfolio_items is
  'a portfolio photo that is public without consent, or with the consent given for another photo';
comment on trigger portfolio_new_picture on portfolio_items is
  'With portfolio_needs_consent.';
comment on trigger portfolio_room on portfolio_items is
  'more than 24 portfolio photos, 200 saved items of a kind, 30 waiting alerts';
comment on trigger favourites_room on favourites is
  'With portfolio_room.';
comment on trigger opening_alerts_room on opening_alerts is
  'With portfolio_room.';
comment on index favourites_professional is
  'the same item saved twice, the same alert waiting twice';
comment on index favourites_space is
  'With favourites_professional.';
comment on index opening_alerts_waiting is
  'With favourites_professional.';
comment on trigger bookings_within_agreement on bookings is
  'bookings under an agreement that is not active, above its weekly hours or its uses on trial';
comment on index agreements_one_living is
  'two active agreements of one professional at one space';
comment on trigger agreements_over on agreements is
  'an ended agreement that becomes active again';
comment on index applications_ten_open is
  'more than ten open applications, two open ones to one space';
comment on index applications_one_open is
  'With applications_ten_open.';
comment on trigger applications_steps on applications is
  'a step that the table of moves does not list';
comment on trigger applications_rest on applications is
  'an application within thirty days of a decline';
comment on trigger applications_for_vacancy on applications is
  'an application to a vacancy that is not published, more acceptances than it has places';
comment on constraint membership_shifts_apart on membership_shifts is
  'two team members with the same unit at the same hours';
comment on index memberships_one_open is
  'two open invitations or memberships of one person in one business; an invitation to two addresses or to none; a link that is valid after its invitation';
comment on index memberships_one_open_phone is
  'With memberships_one_open.';
comment on index memberships_one_living is
  'With memberships_one_open.';
comment on constraint memberships_one_address on memberships is
  'With memberships_one_open.';
comment on constraint memberships_link_dies on memberships is
  'With memberships_one_open.';
comment on trigger memberships_stand on memberships is
  'terms of a membership that change after its member accepted, clients'' contact data for a member who is not an employee';
comment on constraint memberships_wall on memberships is
  'With memberships_stand.';
comment on constraint memberships_sight on memberships is
  'permission to cancel for a business without permission to see its bookings';
comment on constraint rent_charges_once on rent_charges is
  'a day of rent charged twice; a charge that is changed, paid or refunded twice; more than three attempts with a saved card';
comment on trigger rent_charges_stand on rent_charges is
  'With rent_charges_once.';
comment on constraint rent_charges_card_tries on rent_charges is
  'With rent_charges_once.';
comment on trigger invitations_to_vacancy on invitations is
  'an invitation to a vacancy that is not published or at another place, an acceptance without a place left, another vacancy than was sent';
comment on trigger invitations_take_place on invitations is
  'With invitations_to_vacancy.';
comment on constraint agreements_fixed_both on agreements is
  'a fixed rent with an amount but no period or the reverse, or with a person who is already of the team';
comment on trigger agreements_fixed_once on agreements is
  'With agreements_fixed_both.';
comment on trigger vacancies_steps on vacancies is
  'a step of a vacancy that its table does not list, fewer openings than people';
comment on trigger vacancies_openings on vacancies is
  'With vacancies_steps.';
comment on trigger booking_segments_total on bookings is
  'With booking_segments_whole.';
comment on constraint bookings_channel on bookings is
  'a visit with an unknown channel, a rent by an own link';
comment on constraint professionals_demand_whole on professionals is
  'invalid rules of prices by demand, a rise above +30 %, a skipped version, a version changed afterwards';
comment on constraint demand_prices_version on demand_prices is
  'With professionals_demand_whole.';
comment on trigger demand_prices_append_only on demand_prices is
  'With professionals_demand_whole.';
comment on constraint professional_space_rules_whole on professional_space_rules is
  'invalid rules for spaces, a skipped version of them';
comment on trigger professional_space_rules_version on professional_space_rules is
  'With professional_space_rules_whole.';
comment on constraint conversations_once on conversations is
  'two conversations of the same two accounts about one thing, a third seat';
comment on constraint conversation_seats_pkey on conversation_seats is
  'With conversations_once.';
comment on constraint conversation_messages_seat on conversation_messages is
  'a message without a seat, two messages with one number, an empty message, one with text and a photo at once';
comment on constraint conversation_messages_number on conversation_messages is
  'With conversation_messages_seat.';
comment on constraint conversation_messages_says on conversation_messages is
  'With conversation_messages_seat.';
comment on trigger conversation_messages_stay on conversation_messages is
  'a message that is changed, or that reappears after it was removed';
comment on constraint conversation_seats_waits on conversation_seats is
  'an unread message that does not wait for its notification, one marked as notified that does not wait';
comment on constraint conversation_seats_told on conversation_seats is
  'With conversation_seats_waits.';
comment on constraint conversation_reports_once on conversation_reports is
  'a message reported twice, a report closed without a decision';
comment on constraint conversation_reports_decided on conversation_reports is
  'With conversation_reports_once.';
comment on constraint services_archived_rests on services is
  'an archived service that is still offered, more than 100 services that are not archived';
comment on trigger services_full on services is
  'With services_archived_rests.';
comment on constraint unmet_demand_once on unmet_demand is
  'an unmet search counted twice, an hour without its day';
comment on constraint unmet_demand_hour_of_day on unmet_demand is
  'With unmet_demand_once.';
