-- What was reported with a part of the host's is listed for them, however many visits they had: the report itself says whose it is.
alter table disputes add column host_id bigint references hosts;

-- Always the host of the visit, and only where they said it or answer for it; nobody writes it by hand.
create function dispute_names_its_host() returns trigger language plpgsql as $$
begin
  new.host_id := (select host_id from bookings
    where id = new.booking_id and 'host' in (new.opened_by, new.respondent));
  return new;
end $$;
create trigger disputes_host before insert or update of host_id on disputes
  for each row execute function dispute_names_its_host();

-- Those that are closed let nothing of theirs be changed; this once they are only told whose they were.
alter table disputes disable trigger disputes_move_on;
update disputes set host_id = null where 'host' in (opened_by, respondent);
alter table disputes enable trigger disputes_move_on;

alter table disputes add constraint disputes_hosted check ((host_id is not null) = ('host' in (opened_by, respondent)));
create index disputes_of_host on disputes (host_id, state) where host_id is not null;
