-- Steps of missions that count posts, paid tokens, and rentals with templates (docs/missions.md).
alter table post_checks drop constraint post_checks_outcome_check;
alter table post_checks add constraint post_checks_outcome_check
  check (outcome in ('there', 'changed', 'link_missing', 'not_disclosed', 'gone', 'unreadable'));

create index generations_by_machine on generations (machine_id, ended_at)
  where micro_usd > 0;
create index instances_by_template on instances ((template #>> '{source,id}'))
  where template #>> '{source,id}' is not null;
