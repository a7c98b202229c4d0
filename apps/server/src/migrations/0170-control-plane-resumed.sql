-- When a replica last started: restarts that follow each other too soon for machines to reconnect are one outage.
alter table control_plane_alive add column resumed_at timestamptz;
