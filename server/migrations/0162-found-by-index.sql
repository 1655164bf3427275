-- What a professional was charged of fixed rents, the newest first, also what is long paid.
create index rent_charges_mine on rent_charges (professional_id, number);
-- A bank that sends money back names its transfer.
create index payment_calls_transfers on payment_calls (external_id) where kind = 'transfer' and external_id is not null;
