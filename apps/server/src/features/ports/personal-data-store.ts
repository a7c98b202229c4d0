import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const portsPersonalData: PersonalData = {
  sections: [
    {
      name: 'port_links',
      tables: ['port_links'],
      rows: (
        user,
      ) => sql`select id as key, id, instance_id, port, note, created_at, expires_at, revoked_at
        from port_links where created_by = ${user}`,
    },
    {
      name: 'port_sign_ins',
      tables: ['port_sessions'],
      rows: (user) => sql`select instance_id || ':' || port || ':' || created_at as key,
        instance_id, port, session_id, created_at, expires_at
        from port_sessions where user_id = ${user}`,
    },
  ],
  deleted: { port_sessions: 'user_id', port_links: 'created_by' },
}
