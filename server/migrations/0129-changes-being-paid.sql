-- What a change's own charge came to is looked for every minute: among those that have one, and not among every change ever asked for.
create index change_proposals_paid on change_proposals (created_at) where pay_cents > 0;
