-- Beside a fixed rent an agreement may have one for each use: by the hour, or a share of the service (mixed). Without either, hours owe
-- nothing, as before.
alter table agreements add constraint agreements_fixed_both check ((fixed_every is null) = (fixed_cents is null)) not valid;
alter table agreements drop constraint agreements_fixed_whole;
alter table agreements validate constraint agreements_fixed_both;
