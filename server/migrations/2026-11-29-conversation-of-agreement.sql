-- A host's day looks up the application or the invitation from which an agreement came.
create index applications_agreement on applications (agreement_id) where (agreement_id is not null);
create index invitations_agreement on invitations (agreement_id) where (agreement_id is not null);
