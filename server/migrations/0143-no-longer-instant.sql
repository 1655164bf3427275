-- 'agreement' now means what it says to a host: they invite, and nobody applies of their own accord. Who cancelled too often to let
-- people in at once was put there without having chosen it; for them whoever wants to work there asks.
update spaces set welcome = 'application'
where welcome = 'agreement' and exists (
  select from host_cancellations where host_cancellations.space_id = spaces.id and host_cancellations.instant);
