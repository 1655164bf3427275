-- Whoever looks for a free unit asks whose chair it is, and in which hours of the week.
create index membership_shifts_unit on membership_shifts (unit_id);
