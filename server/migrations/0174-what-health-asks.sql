-- Whether somebody has looked at the papers of a space where needles are used or health is treated; one that comes to it later, already on
-- the street, is looked at as one that opens with it.
alter table spaces add column sanitary_seen boolean not null default false;
update spaces set sanitary_seen = true where status in ('published', 'paused') and (needles or 'health' = any(categories));
