import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const backupsPersonalData: PersonalData = {
  sections: [
    {
      name: 'backup_plans',
      tables: ['backup_plans'],
      rows: (
        user,
      ) => sql`select id as key, id, account_id, created_by, name, state, instance_id, instance_label,
        volume_id, volume_name, paths, excludes, schedule, retention, destination, stored_bytes, next_run_at,
        last_success_at, created_at
        from backup_plans where account_id = ${user} or created_by = ${user}`,
    },
    {
      name: 'backup_runs',
      tables: ['backup_runs'],
      rows: (
        user,
      ) => sql`select id as key, id, plan_id, account_id, created_by, kind, trigger, state, failure, message,
        instance_id, instance_label, volume_id, volume_name, restore, files, bytes, transferred_bytes, point_id, created_at,
        started_at, ended_at
        from backup_runs where account_id = ${user} or created_by = ${user}`,
    },
  ],
  kept: {
    backup_plans: 'marked for deletion on closing; they go with their files, within seconds',
    backup_runs: 'deleted with the backup plans',
  },
}
