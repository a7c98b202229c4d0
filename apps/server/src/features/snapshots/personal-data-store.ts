import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const snapshotsPersonalData: PersonalData = {
  sections: [
    {
      name: 'snapshots',
      tables: ['snapshots'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, created_by, name, state, failure, instance_id,
        instance_label, machine_id, template, disk_gb, raw_bytes, stored_bytes, created_at, ready_at
        from snapshots where (account_id = ${user} or created_by = ${user}) and move_id is null`,
    },
    {
      name: 'instance_moves',
      tables: ['instance_moves'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, created_by, instance_id, new_instance_id, label,
        state, failure, created_at, ended_at
        from instance_moves where account_id = ${user} or created_by = ${user}`,
    },
  ],
  kept: {
    snapshots: 'marked for deletion on closing; they go with their files, within seconds',
    snapshot_pieces: 'deleted with the snapshots',
    snapshot_layers: 'deleted with the snapshots',
    snapshot_layer_pieces: 'deleted with the snapshots',
    snapshot_arrivals: 'deleted with the snapshots',
    instance_moves: 'part of the record of an instance, as its receipt',
  },
  notExported: {
    snapshot_pieces: 'parts of snapshots, by their hashes',
    snapshot_layers: 'parts of snapshots, by their hashes',
    snapshot_layer_pieces: 'parts of snapshots, by their hashes',
    snapshot_arrivals: 'parts of snapshots that were not complete yet',
  },
}
