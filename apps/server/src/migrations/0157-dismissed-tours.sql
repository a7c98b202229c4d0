-- The tours of the web app that a user dismissed, on whichever browser.
alter table accounts add column dismissed_tours text[] not null default '{}';
