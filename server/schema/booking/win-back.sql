-- Messages from a professional to clients who have not come for longer than usual, and her own text for them.
create table win_back_messages (
  id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  -- kalli: through the client's channels. whatsapp: the professional wrote the message herself in WhatsApp.
  way text not null,
  message text not null,
  coupon_id bigint,
  -- From the message until the client's usual interval has passed: no second message within it.
  pause tstzrange not null,
  constraint win_back_messages_pkey primary key (id),
  constraint win_back_messages_way check (way in ('kalli', 'whatsapp')),
  constraint win_back_messages_length check (length(message) between 1 and 600),
  constraint win_back_messages_pause check (lower(pause) + interval '7 days' <= upper(pause) and not lower_inf(pause) and not upper_inf(pause)),
  constraint win_back_messages_paused exclude using gist (professional_id with =, card_id with =, pause with &&)
);
comment on table win_back_messages is 'Messages to clients who have not come for as long as they usually do.';
comment on constraint win_back_messages_paused on win_back_messages is 'a client written to twice within their usual interval';
create index win_back_messages_recent on win_back_messages (professional_id, upper(pause));
create index win_back_messages_coupon on win_back_messages (coupon_id) where (coupon_id is not null);
alter table win_back_messages add constraint win_back_messages_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;
alter table win_back_messages add constraint win_back_messages_coupon_fkey
  foreign key (coupon_id) references coupons(id) on delete set null;

create table win_back_templates (
  professional_id bigint not null,
  text text not null,
  coupon_id bigint,
  version integer default 1 not null,
  constraint win_back_templates_pkey primary key (professional_id),
  constraint win_back_templates_length check (length(text) between 1 and 300)
);
comment on table win_back_templates is 'A professional’s own text for clients who have not come for long.';
create index win_back_templates_coupon on win_back_templates (coupon_id) where (coupon_id is not null);
alter table win_back_templates add constraint win_back_templates_professional_id_fkey
  foreign key (professional_id) references professionals(id);
alter table win_back_templates add constraint win_back_templates_coupon_fkey
  foreign key (coupon_id) references coupons(id) on delete set null;
