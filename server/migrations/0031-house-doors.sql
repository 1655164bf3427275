-- Who acts for a house sees what they act on; and somebody may be invited into it by telephone.

-- Nobody's sight is widened behind their back: who could cancel without seeing anything loses what they could not use.
update memberships set permissions = array_remove(permissions, 'cancel')
  where 'cancel' = any (permissions) and not permissions && array['see_own', 'see_all'];
alter table memberships add constraint memberships_sight
  check (not 'cancel' = any (permissions) or permissions && array['see_own', 'see_all']);

-- The link is for one address: an e-mail or a telephone.
alter table memberships alter column email drop not null;
alter table memberships add column phone text check (phone ~ '^\+\d{8,15}$');
alter table memberships add constraint memberships_one_address check (num_nonnulls(email, phone) = 1);
create unique index memberships_one_open_phone on memberships (host_id, phone) where status <> 'ended' and phone is not null;
