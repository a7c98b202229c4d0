import type { AccountId } from '@gridloom/contract/core/ids'
import type { Selectable } from 'kysely'

/** The table of `migrations/0252-projects.sql`. A type, as Kysely requires. */
export type ProjectTables = {
  projects: {
    account_id: AccountId
    name: string
    description: string
    created_by: AccountId
    created_at: Date
    archived_at: Date | null
  }
}
export type ProjectRow = Selectable<ProjectTables['projects']>
