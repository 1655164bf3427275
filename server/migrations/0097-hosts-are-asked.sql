-- Who rents hours may propose another hour for them too (product.md §4, B9): then it is the host who says yes.
alter table change_proposals
  drop constraint change_proposals_asked,
  drop constraint change_proposals_agreed,
  add column host_acceptance text not null default 'not_needed',
  add constraint change_proposals_host_acceptance_check check (host_acceptance in ('not_needed', 'pending', 'accepted')) not valid,
  add constraint change_proposals_asked check (
    state <> 'open' or 'pending' in (client_acceptance, professional_acceptance, host_acceptance)) not valid,
  add constraint change_proposals_agreed check (
    state <> 'accepted' or 'pending' not in (client_acceptance, professional_acceptance, host_acceptance)) not valid,
  -- Nobody answers what they asked.
  add constraint change_proposals_of_another check (proposed_by <> 'host' or host_acceptance = 'not_needed') not valid;
alter table change_proposals validate constraint change_proposals_host_acceptance_check;
alter table change_proposals validate constraint change_proposals_asked;
alter table change_proposals validate constraint change_proposals_agreed;
alter table change_proposals validate constraint change_proposals_of_another;
