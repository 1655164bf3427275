-- BAJA by text message: that telephone gets no more of them until it writes ALTA. Codes, and answers to its own messages, still leave.
create table text_opt_outs (
  phone text not null,
  opted_out_at timestamptz not null,
  constraint text_opt_outs_pkey primary key (phone),
  constraint text_opt_outs_number check (phone ~ '^\+\d{7,15}$')
);
comment on table text_opt_outs is 'Telephones whose owners want no text messages.';

-- Revoked consents of a number are read too: by ALTA, and before free text is sent.
drop index whatsapp_consents_phone;
create index whatsapp_consents_phone on whatsapp_consents (phone);
