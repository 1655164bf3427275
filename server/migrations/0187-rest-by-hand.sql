-- The rest of a visit's price that its client gave its professional by hand (docs/booking/upfront.md): the money never passes
-- Kalli, the ledger knows where it is, and what of it is not theirs is taken out of what they are due.
insert into ledger_accounts values (1125, 'cash_with_professional', 'asset');

alter table payments
  drop constraint payments_by_hand,
  add column cash_professional_id bigint references professionals,
  drop constraint payments_credited,
  add constraint payments_credited check (credited_cents between 0 and refunded_cents
    and (credited_cents = 0 or method = 'oxxo' or cash_professional_id is not null)) not valid,
  add constraint payments_by_hand check (
    num_nonnulls(cash_host_id, cash_professional_id) = case method when 'cash' then 1 else 0 end
    -- Whose credit it is, should it go back.
    and (cash_professional_id is null or client_id is not null)) not valid;
alter table payments validate constraint payments_by_hand;
alter table payments validate constraint payments_credited;

-- Kept per professional. What stands there already is right by the rule before; new lines are held to the new one.
alter table entries
  drop constraint entries_check,
  add constraint entries_check check ((account in (1110, 1120, 1125, 1130, 1135, 2020, 2030, 2050)) = (party_id is not null)) not valid;
