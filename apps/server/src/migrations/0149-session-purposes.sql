-- The session of a user who signed in.
alter table sessions drop constraint sessions_purpose_check;
update sessions set purpose = 'sign_in' where purpose = 'person';
alter table sessions alter column purpose set default 'sign_in';
alter table sessions add constraint sessions_purpose_check check (purpose in ('sign_in', 'reset', 'extension'));
