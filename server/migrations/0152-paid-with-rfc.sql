-- RFC and tax regime may be left for later, and are asked for before the first payout (product.md §6, step 1). Who let space before
-- that was asked for is paid as before; whoever becomes a host from now on is paid once one of their businesses has both.
alter table hosts add column paid_with_rfc_only boolean not null default false;
