-- A processor accepts a refund and its bank may refuse it days later, or it stays pending for want of balance. `refunded_cents` is what
-- the client has got back; these say what of it went by calls to the processor and what of that came back.
alter table payments
  add column refund_sent_cents bigint not null default 0 constraint refunds_sent_are_positive check (refund_sent_cents >= 0),
  add column refund_failed_cents bigint not null default 0 constraint refunds_failed_are_positive check (refund_failed_cents >= 0),
  -- Failures since staff looked at it last: after the second one the processor is not asked again by itself.
  add column refund_failures integer not null default 0 constraint refund_failures_are_counted check (refund_failures >= 0),
  -- Accepted and not carried out yet, as the processor said last, and since when.
  add column refund_pending_cents bigint not null default 0 constraint refunds_pending_are_positive check (refund_pending_cents >= 0),
  add column refund_pending_since timestamptz,
  add constraint refunds_fail_after_they_were_sent check (refund_failed_cents <= refund_sent_cents),
  add constraint refunds_pend_since_a_moment check ((refund_pending_cents = 0) = (refund_pending_since is null));

update payments set refund_sent_cents = sent.cents
from (select payment_id, sum(amount_cents) as cents from payment_calls
  where kind = 'refund' and status = 'done' and payment_id is not null group by payment_id) as sent
where sent.payment_id = payments.id and payments.refunded_cents > 0;

create index payments_with_pending_refund on payments (refund_pending_since) where refund_pending_since is not null;

create table failed_refunds (
  id uuid primary key,
  payment_id uuid not null references payments,
  -- The first, second... of its payment.
  number integer not null check (number > 0),
  amount_cents bigint not null constraint failed_refund_is_an_amount check (amount_cents > 0),
  seen_at timestamptz not null,
  -- `retrying`: the processor is asked again. `waiting`: for staff, or for the credit that a client gets instead.
  state text not null constraint failed_refund_state check (state in ('retrying', 'waiting', 'credited')),
  decided_at timestamptz,
  decided_by bigint references accounts on delete set null,
  reason text not null default '',
  version integer not null default 1,
  constraint failed_refund_is_seen_once unique (payment_id, number)
);
comment on table failed_refunds is 'Refunds that the processor accepted and a bank refused later, each with what was done about it.';
create index failed_refunds_by_time on failed_refunds (seen_at desc);
create index failed_refunds_decided_by on failed_refunds (decided_by) where decided_by is not null;

-- The stand-in's own books: refunds that it accepted and has not carried out.
alter table standin.charges add column refund_pending_cents bigint not null default 0
  constraint standin_refunds_pending check (refund_pending_cents between 0 and refunded_cents);
