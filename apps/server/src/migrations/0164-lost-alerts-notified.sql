-- As in other tables: the time at which the account was notified.
alter table lost_alerts rename column told_at to notified_at;
alter index lost_alerts_untold rename to lost_alerts_unnotified;
