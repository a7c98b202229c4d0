-- How far an announcement was published: pages look again when it begins and when it ends.
alter table announcements rename column told to published_state;
