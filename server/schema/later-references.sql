-- References to tables of later files.
alter table outbound_messages add constraint outbound_messages_booking_id_fkey
  foreign key (booking_id) references bookings(id) on delete cascade;
alter table whatsapp_consents add constraint whatsapp_consents_booking_id_fkey
  foreign key (booking_id) references bookings(id) on delete cascade;
alter table payments add constraint payments_cash_host_id_fkey
  foreign key (cash_host_id) references hosts(id);
alter table payments add constraint payments_cash_professional_id_fkey
  foreign key (cash_professional_id) references professionals(id);
alter table payment_calls add constraint payment_calls_chargeback_id_fkey
  foreign key (chargeback_id) references chargebacks(id);
alter table professionals add constraint professionals_id_fkey
  foreign key (id) references resources(id);
alter table units add constraint units_id_fkey
  foreign key (id) references resources(id);
alter table equipment_units add constraint equipment_units_id_fkey
  foreign key (id) references resources(id);
alter table claims add constraint claims_block_id_fkey
  foreign key (block_id) references blocks(id) on delete cascade;
alter table claims add constraint claims_class_id_fkey
  foreign key (class_id) references class_sessions(id);
alter table claims add constraint claims_parent_rent_id_fkey
  foreign key (parent_rent_id) references bookings(id);
alter table claims add constraint claims_of_booking
  foreign key (booking_id) references bookings(id);
alter table claims add constraint claims_outside_id_fkey
  foreign key (outside_id) references outside_calendars(id) on delete cascade;
alter table applications add constraint applications_agreement_id_fkey
  foreign key (agreement_id) references agreements(id);
alter table applications add constraint applications_vacancy
  foreign key (vacancy_id) references vacancies(id);
alter table invitations add constraint invitations_vacancy_id_fkey
  foreign key (vacancy_id) references vacancies(id);
alter table booking_series_visits add constraint booking_series_visits_booking_id_fkey
  foreign key (booking_id) references bookings(id);
alter table booking_series_visits add constraint booking_series_visits_with_id_fkey
  foreign key (with_id) references bookings(id);
alter table class_sessions add constraint class_sessions_parent_rent_id_fkey
  foreign key (parent_rent_id) references bookings(id);
alter table client_notes add constraint client_notes_card_fkey
  foreign key (professional_id, client_id) references client_cards(professional_id, id) on delete cascade;
alter table clients add constraint clients_added_by_fkey
  foreign key (added_by) references professionals(id);
