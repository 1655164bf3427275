-- Stored rules for places take the names of the contract: a minimum is called `min…`, as everywhere.
update professional_space_rules set
  version = version + 1,
  rules = replace(replace(replace(rules::text,
    '"leastNet"', '"minNet"'),
    '"leastBlockMinutes"', '"minBlockMinutes"'),
    '"leastGapMinutes"', '"minGapMinutes"')::jsonb
where rules::text ~ '"least(Net|BlockMinutes|GapMinutes)"';
