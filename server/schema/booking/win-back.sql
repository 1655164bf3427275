-- Clients who have not come for as long as they usually do: what their professional wrote to them, and her own words for it.
create table win_back_messages (
  id uuid not null,
  professional_id bigint not null,
  card_id bigint not null,
  -- kalli: by the channels that the client chose. whatsapp: she opened WhatsApp and wrote herself.
  way text not null,
  message text not null,
  coupon_id bigint,
  -- From when it was written until the client's usual interval is over: nobody is written to twice within it.
  rests tstzrange not null,
  constraint win_back_messages_pkey primary key (id),
  constraint win_back_messages_way check (way in ('kalli', 'whatsapp')),
  constraint win_back_messages_length check (length(message) between 1 and 600),
  constraint win_back_messages_rest check (lower(rests) + interval '7 days' <= upper(rests) and not lower_inf(rests) and not upper_inf(rests)),
  constraint win_back_messages_rested exclude using gist (professional_id with =, card_id with =, rests with &&)
);
comment on table win_back_messages is 'Messages to clients who have not come for as long as they usually do.';
comment on constraint win_back_messages_rested on win_back_messages is 'a client written to twice within their usual interval';
create index win_back_messages_recent on win_back_messages (professional_id, upper(rests));
create index win_back_messages_coupon on win_back_messages (coupon_id) where (coupon_id is not null);
alter table win_back_messages add constraint win_back_messages_card_fkey
  foreign key (professional_id, card_id) references client_cards(professional_id, id) on delete cascade;
alter table win_back_messages add constraint win_back_messages_coupon_fkey
  foreign key (coupon_id) references coupons(id) on delete set null;

create table win_back_words (
  professional_id bigint not null,
  text text not null,
  coupon_id bigint,
  version integer default 1 not null,
  constraint win_back_words_pkey primary key (professional_id),
  constraint win_back_words_length check (length(text) between 1 and 300)
);
comment on table win_back_words is 'A professional’s own words for clients who have not come for long.';
create index win_back_words_coupon on win_back_words (coupon_id) where (coupon_id is not null);
alter table win_back_words add constraint win_back_words_professional_id_fkey
  foreign key (professional_id) references professionals(id);
alter table win_back_words add constraint win_back_words_coupon_fkey
  foreign key (coupon_id) references coupons(id) on delete set null;
