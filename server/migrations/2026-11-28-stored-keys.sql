-- Stored rules for places and open renewals take the names of the contract.
update professional_space_rules set
  version = version + 1,
  rules = replace(replace(replace(rules::text,
    '"leastNet"', '"minNet"'),
    '"leastBlockMinutes"', '"minBlockMinutes"'),
    '"leastGapMinutes"', '"minGapMinutes"')::jsonb
where rules::text ~ '"least(Net|BlockMinutes|GapMinutes)"';

update agreements set renewal = (renewal - 'askedAt') || jsonb_build_object('requestedAt', renewal -> 'askedAt')
where renewal ? 'askedAt';
