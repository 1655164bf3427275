-- Which photo a person of Kalli looked at; null: the words around what was reported.
alter table conversation_looks add column message_id uuid references conversation_messages;
