-- Sessions of a pack that are not used, as payment/part.ts counts them.
create function session_pack_left(pack uuid) returns bigint language sql stable as $$
  select captured_cents - returned_cents - moved_cents - disputed_cents from payments
  where booking_id = pack and settlement is null and status in ('captured', 'partially_refunded')
$$;

-- Payments do not know what is paid for: `booking_id` is a reference they carry, not a join they need.
create table payments (
  id uuid not null,
  booking_id uuid not null,
  -- Who pays: 'account:12' or 'visitor:<hash>'.
  payer text not null,
  provider text not null,
  method text not null,
  status text not null,
  amount_cents bigint not null,
  authorized_cents bigint default 0 not null,
  captured_cents bigint default 0 not null,
  refunded_cents bigint default 0 not null,
  -- Goodwill: refunded beyond the terms, at Kalli's own cost (money.md J16).
  goodwill_cents bigint default 0 not null,
  currency text default 'MXN' not null,
  -- Provider's identifiers for the card on file and for the charge.
  card_ref text,
  charge_ref text,
  card_brand text,
  card_last4 text,
  action_url text,
  failure text,
  authorize_at timestamptz,
  capture_at timestamptz,
  -- The processor's fee, and when the rest is available.
  fee_cents bigint default 0 not null,
  fee_iva_cents bigint default 0 not null,
  available_at timestamptz,
  made_available_at timestamptz,
  -- The settlement (payment.ts): decided once, posted when the money is captured.
  settlement jsonb,
  settled_at timestamptz,
  release_professional_at timestamptz,
  release_host_at timestamptz,
  version integer default 1 not null,
  created_at timestamptz not null,
  -- Part of a payment refunded before the rest is split, for hours that were returned.
  returned_cents bigint default 0 not null,
  -- A payment that is a part of another: money that was charged once and allocated to something of its own (product.md §4, S2
  -- ceder). It is refunded to the card that paid, or, where `restorable` says so and the other payment has not ended yet,
  -- returned to that payment.
  part_of uuid,
  restorable boolean default false not null,
  -- Allocated to its parts.
  moved_cents bigint default 0 not null,
  -- Refunded after the rest was split (money.md J14), for hours that were rented again.
  returned_after_split_cents bigint default 0 not null,
  -- The page to which the bank's page returns; null: the booking.
  return_path text,
  -- Only this much of the amount held on a card is charged when no decision was made before the authorization expires.
  capture_limit_cents bigint,
  -- The part of the price that client credit (2050) covers, beside `amount_cents` of the card, and the part of it that was returned. Credit
  -- is earned when a professional does not fulfil a visit, spent at the next checkout, and never negative.
  credit_cents bigint default 0 not null,
  credit_back_cents bigint default 0 not null,
  credit_client_id bigint,
  -- Until when it may be paid; before there is a reference, for whom it is requested; then the reference itself.
  voucher jsonb,
  -- The client whose credit receives a refund that cannot go back to cash.
  client_id bigint,
  -- Refunded as credit instead of by the original method; included in `refunded_cents`.
  credited_cents bigint default 0 not null,
  cash_host_id bigint,
  -- Of the refunded cash, what the host confirmed as returned by hand.
  handed_cents bigint default 0 not null,
  -- What banks withhold or have retained of a charge cannot be refunded again (I7).
  disputed_cents bigint default 0 not null,
  -- Taken by a chargeback after it had been split: it is not refunded a second time.
  charged_back_cents bigint default 0 not null,
  -- A separate charge that joins an earlier payment: pending from the moment the visit moves, then captured.
  adds_to uuid,
  added_cents bigint default 0 not null,
  coming_cents bigint default 0 not null,
  cash_professional_id bigint,
  -- The account for which its card is to be saved as soon as the bank approves; null once it was saved, so that a card that
  -- is removed stays removed.
  save_card_for bigint,
  -- A processor accepts a refund and its bank may refuse it days later, or it stays pending for want of balance. `refunded_cents` is what
  -- the client has got back; these count what went by calls to the processor and what of that failed.
  refund_sent_cents bigint default 0 not null,
  refund_failed_cents bigint default 0 not null,
  -- Failures since the last decision of staff: after the second there is no automatic retry.
  refund_failures integer default 0 not null,
  -- Accepted and still pending at the processor, and since when.
  refund_pending_cents bigint default 0 not null,
  refund_pending_since timestamptz,
  -- A SPEI transfer may differ from the requested amount: what was received beside the charge (J20), and what of that was returned.
  loose_cents bigint default 0 not null,
  loose_back_cents bigint default 0 not null,
  -- A card may be paid with through the wallet of a telephone: the receipt names it beside the last digits.
  card_wallet text,
  installments smallint,
  constraint payments_pkey primary key (id),
  constraint payments_booking_id_key unique (booking_id),
  constraint captured_within_amount check (captured_cents <= amount_cents),
  constraint loose_money_back_is_positive check (loose_back_cents >= 0),
  constraint loose_money_goes_back_once check (loose_back_cents <= loose_cents),
  constraint loose_money_is_positive check (loose_cents >= 0),
  constraint payments_added_cents_check check (added_cents >= 0),
  -- With nothing to pay upfront, a card is only saved.
  constraint payments_amount_cents_check check (amount_cents >= 0),
  constraint payments_authorized_cents_check check (authorized_cents >= 0),
  constraint payments_by_hand check (((num_nonnulls(cash_host_id, cash_professional_id) =
case method
    when 'cash' then 1
    else 0
end) and ((cash_professional_id is null) or (client_id is not null)))),
  -- Cash involves no bank that could decline, and no outside service is ever called.
  constraint payments_by_hand_status check ((method <> 'cash') or (status in ('captured', 'partially_refunded', 'refunded') and (charge_ref is null) and (card_ref is null))),
  constraint payments_capture_limit check ((capture_limit_cents is null) or ((capture_limit_cents >= 1) and (capture_limit_cents <= amount_cents))),
  constraint payments_captured_cents_check check (captured_cents >= 0),
  constraint payments_cash_of check ((method <> 'oxxo') or (client_id is not null)),
  constraint payments_charged_back check ((charged_back_cents >= 0) and (charged_back_cents <= disputed_cents)),
  constraint payments_check check ((credited_cents >= 0) and (credited_cents <= refunded_cents)),
  constraint payments_coming_cents_check check (coming_cents >= 0),
  constraint payments_credit_back check ((credit_back_cents >= 0) and (credit_back_cents <= credit_cents)),
  constraint payments_credit_cents_check check (credit_cents >= 0),
  constraint payments_credit_of_client check ((credit_cents > 0) = (credit_client_id is not null)),
  constraint payments_credited check (((credited_cents >= 0) and (credited_cents <= refunded_cents)) and ((credited_cents = 0) or (method = 'oxxo') or (cash_professional_id is not null) or (credited_cents <= refund_failed_cents))),
  constraint payments_disputed_cents_check check (disputed_cents >= 0),
  constraint payments_returned_after_split check (returned_after_split_cents <= (((captured_cents - returned_cents) - moved_cents) + added_cents)),
  constraint payments_returned_after_split_cents_check check (returned_after_split_cents >= 0),
  constraint payments_goodwill_cents_check check (goodwill_cents >= 0),
  constraint payments_handed check (((handed_cents >= 0) and (handed_cents <= refunded_cents)) and ((handed_cents = 0) or (method = 'cash'))),
  constraint payments_moved_cents_check check (moved_cents >= 0),
  constraint payments_restorable check ((part_of is not null) or (not restorable)),
  constraint payments_refunded_cents_check check (refunded_cents >= 0),
  constraint payments_return_path_check check (return_path ~ '^/'),
  constraint payments_returned_cents_check check (returned_cents >= 0),
  constraint payments_allocated check ((returned_cents + moved_cents) <= captured_cents),
  constraint payments_settled_whole check ((settled_at is null) or (coming_cents = 0)),
  constraint payments_status_check check (status in ('created', 'requires_action', 'voucher_pending', 'card_saved', 'authorized', 'captured', 'partially_refunded', 'refunded', 'voided', 'expired', 'failed')),
  constraint payments_voucher_pending check (method in ('spei', 'oxxo') or (status <> 'voucher_pending')),
  -- A transfer or cash is never authorized or saved for later: it has arrived, or it has not.
  constraint payments_voucher_status check ((method = 'card') or status not in ('card_saved', 'authorized')),
  constraint refund_failures_are_counted check (refund_failures >= 0),
  constraint refunds_fail_after_they_were_sent check (refund_failed_cents <= refund_sent_cents),
  constraint refunds_failed_are_positive check (refund_failed_cents >= 0),
  constraint refunds_pend_since_a_moment check ((refund_pending_cents = 0) = (refund_pending_since is null)),
  constraint refunds_pending_are_positive check (refund_pending_cents >= 0),
  constraint refunds_sent_are_positive check (refund_sent_cents >= 0),
  constraint refunds_within_captured check (refunded_cents <= captured_cents),
  constraint returned_within_captured check (returned_cents <= captured_cents),
  constraint taken_within_captured check ((refunded_cents + disputed_cents) <= captured_cents),
  constraint payments_method_check check (method in ('card', 'spei', 'oxxo', 'cash', 'in_place')),
  constraint payments_voucher check (method in ('card', 'cash', 'in_place') = (voucher is null)),
  constraint payments_in_place check (
    method <> 'in_place' or amount_cents = 0 and captured_cents = 0 and charge_ref is null and card_ref is null),
  constraint payments_wallet_is_known check (card_wallet in ('apple_pay', 'google_pay')),
  constraint payments_wallet_has_a_card check (
    card_wallet is null or (method = 'card' and card_last4 is not null)),
  constraint payments_installments_known check (installments in (3, 6, 9, 12)),
  constraint payments_installments_by_card check (
    installments is null or (method = 'card' and card_wallet is null and part_of is null)),
  constraint payments_installments_from check (
    installments is null or authorized_cents = 0 or authorized_cents >= 30000),
  constraint payments_installments_fee check (
    installments is null or fee_cents + fee_iva_cents <= captured_cents)
);
comment on table payments is 'What is charged once: status, captured, refunded and disputed amounts.';
comment on constraint payments_credit_back on payments is
  'With client_credit_is_there.';
comment on constraint payments_by_hand_status on payments is
  'a cash payment that the processor holds or receives, that no party holds, or of which more is handed back than was refunded';
comment on constraint payments_by_hand on payments is
  'With payments_by_hand_status.';
comment on constraint payments_handed on payments is
  'With payments_by_hand_status.';
comment on constraint taken_within_captured on payments is
  'money that a bank took back and that is refunded as well (refunded + disputed ≤ captured); a chargeback that is decided twice, changed, or answered twice';
comment on constraint refunds_within_captured on payments is
  'a refund above the captured amount';
comment on constraint refunds_fail_after_they_were_sent on payments is
  'a failed refund that was never sent, one failure recorded twice; unassigned money refunded beyond what was received';
comment on constraint loose_money_goes_back_once on payments is
  'With refunds_fail_after_they_were_sent.';
comment on constraint payments_allocated on payments is
  'more of a payment allocated, or refunded later, than there is: a pack below zero';
comment on constraint payments_returned_after_split on payments is
  'With payments_allocated.';
comment on constraint returned_within_captured on payments is
  'more refunded of a payment than was charged';
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
comment on constraint payments_in_place on payments is 'money through Kalli in a payment that was made at the place';
comment on constraint payments_wallet_has_a_card on payments is 'a wallet on a payment that no card made';
comment on constraint payments_installments_by_card on payments is 'months for what no credit card pays';
comment on constraint payments_installments_from on payments is 'months for less than the processor divides';
comment on constraint payments_installments_fee on payments is 'a fee for months above what was charged';

-- The intent of every outside call, committed with its key before the call (money.md §6).
create table payment_calls (
  id uuid not null,
  payment_id uuid,
  payout_id uuid,
  kind text not null,
  amount_cents bigint not null,
  -- Sent to the provider: the same key is never charged twice.
  idem_key text not null,
  status text default 'pending' not null,
  external_id text,
  failure text,
  token text,
  -- The charge concerned, if it is not the payment's present one (an abandoned attempt).
  charge_ref text,
  tries integer default 0 not null,
  created_at timestamptz not null,
  done_at timestamptz,
  chargeback_id uuid,
  -- A payer who pays with a saved card is present to confirm with their bank; when a job charges the card, no payer is present.
  is_present boolean default false not null,
  -- Stored with the call, so that a retry has the same months.
  installments smallint,
  constraint payment_calls_pkey primary key (id),
  constraint payment_calls_idem_key_key unique (idem_key),
  constraint payment_calls_amount_cents_check check (amount_cents >= 0),
  constraint payment_calls_check check ((payment_id is null) <> (payout_id is null)),
  constraint payment_calls_evidence check ((kind = 'evidence') = (chargeback_id is not null)),
  constraint payment_calls_kind_check check (kind in ('save_card', 'authorize', 'voucher', 'capture', 'void', 'refund', 'return', 'transfer', 'evidence')),
  constraint payment_calls_status_check check (status in ('pending', 'done', 'failed')),
  constraint payment_calls_installments check (
    installments is null or (installments in (3, 6, 9, 12) and kind = 'authorize' and amount_cents >= 30000))
);
comment on table payment_calls is 'Calls to the processor: intent and idempotency key before, result after.';
comment on constraint payment_calls_installments on payment_calls is 'a call for months that is no charge of a card, or too small';

-- Webhooks only trigger a new reading; one row per event, however often it is sent.
create table provider_events (
  provider text not null,
  external_id text not null,
  kind text not null,
  -- The processor's charge or transfer to read again.
  object_ref text not null,
  received_at timestamptz not null,
  handled_at timestamptz,
  constraint provider_events_pkey primary key (provider, external_id)
);
comment on table provider_events is 'Webhook events of the processor.';

create table failed_refunds (
  id uuid not null,
  payment_id uuid not null,
  -- Its number within the payment.
  number integer not null,
  amount_cents bigint not null,
  seen_at timestamptz not null,
  -- `retrying`: sent again. `waiting`: for staff. `credited`: the client has it as credit.
  state text not null,
  decided_at timestamptz,
  decided_by bigint,
  reason text default '' not null,
  version integer default 1 not null,
  constraint failed_refunds_pkey primary key (id),
  constraint failed_refund_is_seen_once unique (payment_id, number),
  constraint failed_refund_is_an_amount check (amount_cents > 0),
  constraint failed_refund_state check (state in ('retrying', 'waiting', 'credited')),
  constraint failed_refunds_number_check check (number > 0)
);
comment on table failed_refunds is 'Refunds that the processor accepted and a bank refused later.';
comment on constraint failed_refund_is_seen_once on failed_refunds is
  'With refunds_fail_after_they_were_sent.';

create index failed_refunds_by_time on failed_refunds (seen_at desc);
create index failed_refunds_decided_by on failed_refunds (decided_by) where (decided_by is not null);
create index payment_calls_payment on payment_calls (payment_id);
create index payment_calls_pending on payment_calls (created_at) where (status = 'pending');
-- A bank that sends money back names its transfer.
create index payment_calls_transfers on payment_calls (external_id) where ((kind = 'transfer') and (external_id is not null));
create index payments_added on payments (adds_to) where (adds_to is not null);
-- How much a host owes of rents paid by hand at the desk, including those in progress.
create index payments_cash_to_come on payments (cash_host_id) where ((settled_at is null) and (cash_host_id is not null));
create index payments_charge on payments (charge_ref) where (charge_ref is not null);
create index payments_parts on payments (part_of) where (part_of is not null);
create index payments_to_authorize on payments (authorize_at) where (status = 'card_saved');
create index payments_to_capture on payments (capture_at) where (status = 'authorized');
create index payments_to_hand_back on payments (cash_host_id) where ((handed_cents < refunded_cents) and (cash_host_id is not null));
create index payments_to_make_available on payments (available_at) where ((available_at is not null) and (made_available_at is null));
create index payments_to_settle on payments (created_at) where ((settlement is not null) and (settled_at is null));
create index payments_vouchers on payments (created_at) where (status = 'voucher_pending');
create index payments_with_pending_refund on payments (refund_pending_since) where (refund_pending_since is not null);
create index provider_events_open on provider_events (received_at) where (handled_at is null);

alter table payments add constraint payments_adds_to_fkey
  foreign key (adds_to) references payments(id);

alter table payments add constraint payments_save_card_for_fkey
  foreign key (save_card_for) references accounts(id);

alter table payments add constraint payments_part_of_fkey
  foreign key (part_of) references payments(id);

alter table payment_calls add constraint payment_calls_payment_id_fkey
  foreign key (payment_id) references payments(id);

alter table failed_refunds add constraint failed_refunds_decided_by_fkey
  foreign key (decided_by) references accounts(id) on delete set null;

alter table failed_refunds add constraint failed_refunds_payment_id_fkey
  foreign key (payment_id) references payments(id);
