import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

export const templatesPersonalData: PersonalData = {
  sections: [
    {
      name: 'templates',
      tables: ['templates'],
      rows: (user) => sql`select id as key, id, account_id, created_by, name, code, is_public,
        version, content, created_at, updated_at
        from templates where account_id = ${user} or created_by = ${user}`,
    },
    {
      name: 'template_versions',
      tables: ['template_versions'],
      rows: (user) => sql`select v.template_id || ' ' || v.version as key, v.template_id, v.version,
        v.content, v.created_at, v.created_by
        from template_versions v join templates t on t.id = v.template_id
        where t.account_id = ${user} or v.created_by = ${user}`,
    },
    {
      name: 'default_template',
      tables: ['default_templates'],
      rows: (user) => sql`select account_id as key, account_id, template_id
        from default_templates where account_id = ${user}`,
    },
  ],
  deleted: { templates: 'account_id', default_templates: 'account_id' },
  kept: {
    template_versions: 'deleted with their template; those of a company are its own record',
  },
}
