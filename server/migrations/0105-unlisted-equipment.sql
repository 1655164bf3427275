-- Since when a photo shows what its host does not list any more; it is forgotten an hour after that, not after it was sent.
alter table equipment_photos add column unlisted_at timestamptz;
