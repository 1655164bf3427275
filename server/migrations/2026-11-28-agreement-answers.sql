-- An agreement may leave each visit to the host's answer (product.md §4, B3 and B6): false, the client's booking is a request first.
alter table agreements add column auto_accept boolean default true not null;
