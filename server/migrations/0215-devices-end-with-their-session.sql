-- A browser is told as long as whoever asked for it is signed in there: signed out, here or from elsewhere, it hears nothing more of them.
-- Of those from before nobody knows the session; the page ends them itself when somebody signs out.
alter table push_devices add column session_hash bytea references sessions on delete cascade;
create index push_devices_session on push_devices (session_hash) where session_hash is not null;
