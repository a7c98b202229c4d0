-- Plain words: heartbeats in place of pulses, last seen in place of last heard, alerts in place of trouble.
alter table machine_pulses rename to machine_heartbeats;
alter table machine_heartbeats rename constraint machine_pulses_pkey to machine_heartbeats_pkey;
alter table machine_heartbeats rename constraint machine_pulses_machine_id_fkey to machine_heartbeats_machine_id_fkey;
alter table machine_heartbeats rename column last_heard_at to last_seen_at;
alter table machine_heartbeats rename column heard_ms to online_ms;
alter table machine_heartbeats rename column told_at to notified_at;
alter table machine_hours rename column heard_ms to online_ms;
alter table machines rename column silence_told_at to offline_notified_at;
alter table machines rename column heard_again_at to online_again_at;
alter table instances rename column last_heard_at to last_seen_at;
update accounts set notifications = notifications - 'machine_trouble' - 'instance_trouble'
  || case when notifications ? 'machine_trouble'
    then jsonb_build_object('machine_alerts', notifications -> 'machine_trouble') else '{}' end
  || case when notifications ? 'instance_trouble'
    then jsonb_build_object('instance_alerts', notifications -> 'instance_trouble') else '{}' end
where notifications ?| array['machine_trouble', 'instance_trouble'];
