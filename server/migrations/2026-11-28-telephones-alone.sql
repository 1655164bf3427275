-- Who has a telephone alone waits, gives, and leaves as who has a mailbox.
alter table waitlist_entries add column phone text;
alter table waitlist_entries drop constraint waitlist_entries_reached;
alter table waitlist_entries add constraint waitlist_entries_reached check (
  num_nonnulls(email, phone) > 0 or state in ('taken', 'expired', 'withdrawn'));
comment on constraint waitlist_entries_reached on waitlist_entries is 'an entry that no offer can reach';
alter table waitlist_entries add constraint waitlist_entries_number check (phone ~ '^\+\d{7,15}$');

-- A gift is sent to a mailbox or to a telephone, not to both.
alter table gift_cards add column phone text;
alter table gift_cards drop constraint gift_cards_addressed;
alter table gift_cards add constraint gift_cards_addressed check (
  num_nonnulls(email, phone) < 2 and (num_nonnulls(email, phone) = 0) = (send_at is null) and (sent_at is null or sendings > 0));
alter table gift_cards add constraint gift_cards_number check (phone ~ '^\+\d{7,15}$');

alter table farewells alter column email drop not null;
alter table farewells add column phone text;
alter table farewells add constraint farewells_reached check (num_nonnulls(email, phone) = 1);
alter table farewells add constraint farewells_number check (phone ~ '^\+\d{7,15}$');

-- By what a code was sent: to a telephone by WhatsApp first, by SMS when its owner asks for it or WhatsApp does not reach them.
alter table verification_codes add column sent_by text;
update verification_codes set sent_by = channel;
alter table verification_codes alter column sent_by set not null;
alter table verification_codes add constraint verification_codes_sent_by check (
  case channel when 'email' then sent_by = 'email' else sent_by in ('whatsapp', 'sms') end);
