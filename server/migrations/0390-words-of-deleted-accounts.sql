-- History stays as it was made. Of an account that was deleted only the words may be taken out, and nothing else of the row.
create function only_reason_may_leave() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' and new.reason = '' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger booking_moves_append_only on booking_moves;
create trigger booking_moves_append_only before update or delete on booking_moves
  for each row execute function only_reason_may_leave();
drop trigger agreement_moves_append_only on agreement_moves;
create trigger agreement_moves_append_only before update or delete on agreement_moves
  for each row execute function only_reason_may_leave();
drop trigger deposit_moves_append_only on deposit_moves;
create trigger deposit_moves_append_only before update or delete on deposit_moves
  for each row execute function only_reason_may_leave();
drop trigger dispute_moves_append_only on dispute_moves;
create trigger dispute_moves_append_only before update or delete on dispute_moves
  for each row execute function only_reason_may_leave();

-- These rows are final once they are decided; their words may still leave.
drop trigger change_proposals_once on change_proposals;
create trigger change_proposals_once before update on change_proposals for each row
  when (new.note <> '' or to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note')
  execute function change_proposal_ends_once();
drop trigger rescues_once on rescues;
create trigger rescues_once before update on rescues for each row
  when (new.note <> '' or new.reason <> ''
    or to_jsonb(new) - 'note' - 'reason' is distinct from to_jsonb(old) - 'note' - 'reason')
  execute function rescue_ends_once();
drop trigger hand_overs_steps on hand_overs;
create trigger hand_overs_steps before update on hand_overs for each row
  when (new.message <> '' or to_jsonb(new) - 'message' is distinct from to_jsonb(old) - 'message')
  execute function hand_over_is_decided_once();
drop trigger class_sessions_steps on class_sessions;
create trigger class_sessions_steps before update on class_sessions for each row
  when (new.cancel_reason is distinct from '' or to_jsonb(new) - 'cancel_reason' is distinct from to_jsonb(old) - 'cancel_reason')
  execute function class_session_stays();

-- Who typed the address of a home: it leaves with its owner also when no visit was ever booked there.
alter table visit_places add column account_id bigint references accounts;
create index visit_places_of_account on visit_places (account_id) where account_id is not null;
update visit_places set account_id = client.account_id
  from bookings visit join clients client on client.id = visit.client_id
  where visit.visit_place = visit_places.place and visit_places.place < -1 and client.account_id is not null;

-- Letters of the contact form are found by the mailbox that they came from.
create index contact_messages_email on contact_messages (lower(email));

-- Addresses that a host's desk invited, until the email has been sent: facts and their finished jobs name the row only.
create table desk_invitations (
  id uuid primary key,
  space_id bigint not null references spaces,
  email text not null,
  created_at timestamptz not null
);
create index desk_invitations_created on desk_invitations (created_at);
create index desk_invitations_space on desk_invitations (space_id);
