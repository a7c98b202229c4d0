-- What a session went to a provider for: to connect it, or to prove again who its person is.
alter table login_states add column confirms boolean not null default false;
