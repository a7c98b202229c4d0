-- Whether the machine was isolated when the instance was ordered: it then starts on it only while it is.
-- What stands from before was ordered when every machine was said to be.
alter table instances add column isolated boolean not null default true;
