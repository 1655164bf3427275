-- One function for every table whose rows go from state to state: which moves there are is data, in the arguments of its trigger
-- ('from: to to …'), after the name of the constraint that refuses others and the name of the column.
create function only_listed_moves() returns trigger language plpgsql as $$
declare
  was text := to_jsonb(old) ->> tg_argv[1];
  becomes text := to_jsonb(new) ->> tg_argv[1];
begin
  if was is distinct from becomes and not exists (
    select from generate_series(2, tg_nargs - 1) as place
    where split_part(tg_argv[place], ': ', 1) = was
      and becomes = any (string_to_array(split_part(tg_argv[place], ': ', 2), ' '))) then
    raise exception 'a row of % does not go from % to %', tg_table_name, was, becomes
      using errcode = 'check_violation', constraint = tg_argv[0];
  end if;
  return new;
end $$;

drop trigger applications_steps on applications;
drop function application_step_is_legal();
create trigger applications_steps before update of status on applications
  for each row when (old.status <> new.status) execute function only_listed_moves('applications_steps', 'status',
    'draft: sent withdrawn',
    'sent: in_review info_requested countered approved declined withdrawn expired',
    'in_review: info_requested countered approved declined withdrawn expired',
    'info_requested: in_review declined withdrawn expired',
    'countered: approved declined withdrawn expired');

drop trigger vacancies_steps on vacancies;
drop function vacancy_step_is_legal();
create trigger vacancies_steps before update of status on vacancies
  for each row when (old.status <> new.status) execute function only_listed_moves('vacancies_steps', 'status',
    'draft: published closed',
    'published: paused filled closed expired',
    'paused: published filled closed expired',
    'expired: published filled closed');

drop trigger space_documents_moves on space_documents;
drop function document_moves_only();
create trigger space_documents_moves before update on space_documents
  for each row when (old.status is distinct from new.status) execute function only_listed_moves('space_documents_moves', 'status',
    'uploaded: in_review',
    'in_review: valid rejected',
    'valid: expiring expired',
    'expiring: expired');

drop trigger spaces_moves on spaces;
drop function listing_moves_only();
-- A suspension that is lifted gives back what was published before it.
create trigger spaces_moves before update on spaces
  for each row when (old.status is distinct from new.status and not (old.status = 'suspended' and new.status = 'published'
    and old.suspended_from is not distinct from 'published' and new.suspended_from is null))
  execute function only_listed_moves('spaces_moves', 'status',
    'draft: in_review archived',
    'in_review: draft published archived',
    'published: paused suspended archived',
    'paused: published suspended archived',
    'suspended: paused archived');
create function listing_in_review_has_photos() returns trigger language plpgsql as $$
begin
  raise exception 'a listing in review has four photos' using errcode = 'check_violation', constraint = 'spaces_four_photos';
end $$;
create trigger spaces_four_photos before update on spaces
  for each row when (old.status = 'draft' and new.status = 'in_review' and cardinality(new.photos) < 4)
  execute function listing_in_review_has_photos();

create or replace function membership_step_is_legal() returns trigger language plpgsql as $$
begin
  if new.version < old.version or (new.status <> old.status and new.version = old.version) then
    raise exception 'membership % must rise in version', new.id using errcode = 'check_violation';
  end if;
  -- What somebody said yes to is what they pay.
  if old.account_id is not null and (new.account_id is distinct from old.account_id or new.terms <> old.terms
    or new.role <> old.role or new.host_id <> old.host_id or new.space_id <> old.space_id
    or new.client_contact and not old.client_contact) then
    raise exception 'membership % stands as it was agreed', old.id
      using errcode = 'restrict_violation', constraint = 'memberships_stand';
  end if;
  return new;
end $$;
alter trigger memberships_steps on memberships rename to memberships_stand;
alter function membership_step_is_legal() rename to membership_stands;
create trigger memberships_steps before update of status on memberships
  for each row when (old.status <> new.status) execute function only_listed_moves('memberships_steps', 'status',
    'invited: pending_details active ended',
    'pending_details: active ended',
    'active: paused ended',
    'paused: active ended');

create or replace function gift_card_goes_forward() returns trigger language plpgsql as $$
begin
  if new.version <= old.version or new.id <> old.id or new.buyer_id <> old.buyer_id or new.amount_cents <> old.amount_cents
    or new.generation < old.generation or (new.generation = old.generation and new.code_hash <> old.code_hash)
    or new.sendings < old.sendings
    or (old.redeemed_by is not null and new.redeemed_by is distinct from old.redeemed_by) then
    raise exception 'gift card % goes forward only', old.id using errcode = 'check_violation', constraint = 'gift_cards_steps';
  end if;
  return new;
end $$;
create trigger gift_cards_moves before update of status on gift_cards
  for each row when (old.status <> new.status) execute function only_listed_moves('gift_cards_steps', 'status',
    'awaiting_payment: active failed',
    'active: redeemed cancelled');

create or replace function review_stands() returns trigger language plpgsql as $$
begin
  if (old.booking_id, old.author, old.subject, old.score, old.text, old.created_at)
      = (new.booking_id, new.author, new.subject, new.score, new.text, new.created_at)
    and (old.reply is null or new.reply is null or old.reply = new.reply) then
    return new;
  end if;
  raise exception 'the review % stands as it was written', old.id using errcode = 'check_violation', constraint = 'reviews_stand';
end $$;
create trigger reviews_moves before update of state on reviews
  for each row when (old.state <> new.state) execute function only_listed_moves('reviews_stand', 'state',
    'hidden: published retired',
    'published: retired');
