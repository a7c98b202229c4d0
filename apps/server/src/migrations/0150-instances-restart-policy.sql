-- What happens to an instance whose machine or container engine restarts; see RestartPolicy in the contract.
alter table instances add column restart_policy text not null default 'on_machine_restart'
  check (restart_policy in ('on_machine_restart', 'never'));
