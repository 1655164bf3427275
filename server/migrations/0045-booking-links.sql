-- A link by which whoever it was sent to answers about one booking: an appointment that a professional made for them. The
-- table keeps a hash; the message's job makes the secret again from the house's key.
create table booking_links (
  id uuid primary key,
  token_hash bytea not null unique,
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('appointment')),
  first_name text not null,
  last_name text not null default '',
  -- Where the message went; gone once it came to nothing: whoever never answered is nobody's business any more.
  email text,
  phone text,
  note text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  answer text check (answer in ('accepted', 'countered', 'declined', 'withdrawn', 'expired')),
  constraint booking_links_answered check ((answered_at is null) = (answer is null)),
  constraint booking_links_addressed check (answer is not null or num_nonnulls(email, phone) > 0)
);
-- One link of a booking waits for its answer.
create unique index booking_links_one_open on booking_links (booking_id, kind) where answer is null;
create index booking_links_booking on booking_links (booking_id);

-- Answered once: who said yes may still let it lapse, and that is all.
create function booking_link_is_answered_once() returns trigger language plpgsql as $$
begin
  if old.answer is not null and new.answer is distinct from old.answer
    and not (old.answer = 'accepted' and new.answer in ('expired', 'declined', 'withdrawn', 'countered')) then
    raise exception 'link % was answered before', new.id using errcode = 'check_violation', constraint = 'booking_links_once';
  end if;
  if (old.token_hash, old.booking_id, old.kind, old.expires_at) is distinct from
    (new.token_hash, new.booking_id, new.kind, new.expires_at) then
    raise exception 'link % stands as it was sent', new.id using errcode = 'check_violation', constraint = 'booking_links_stand';
  end if;
  return new;
end $$;
create trigger booking_links_once before update on booking_links for each row execute function booking_link_is_answered_once();

-- With the time the link is over too, whichever way the booking ended.
create function booking_link_lapses() returns trigger language plpgsql as $$
begin
  update booking_links set answer = 'expired', answered_at = coalesce(new.ended_at, expires_at), email = null, phone = null,
    last_name = '', note = ''
  where booking_id = new.id and kind = 'appointment' and (answer is null or answer = 'accepted');
  return null;
end $$;
create trigger bookings_end_links after update of status on bookings for each row
  when (new.status = 'expired' and old.status in ('held', 'awaiting_payment')) execute function booking_link_lapses();

-- What a professional made for their clients and still waits.
create index bookings_proposed on bookings (professional_id, hold_expires_at)
  where booked_by = 'professional' and kind = 'visit' and status in ('held', 'awaiting_payment');
