-- What of a person's free time of a day is used is known by when it was used, not by when its instance was ordered.
drop index instances_by_free_start;
create index instances_by_free_use on instances (coalesce(placed_by, account_id), charged_from)
  where free_s > 0;
