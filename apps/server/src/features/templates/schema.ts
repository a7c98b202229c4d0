import type { AccountId, InstanceId, TemplateId } from '@gridloom/contract/core/ids'
import type { TemplateContent } from '@gridloom/contract/templates/template'
import type { ColumnType, Selectable } from 'kysely'

/** A jsonb column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>

interface TemplatesTable {
  id: TemplateId
  account_id: AccountId
  created_by: AccountId
  name: string
  code: string
  is_public: boolean
  version: number
  content: Json<TemplateContent>
  registry_password: string | null
  created_at: Date
  updated_at: Date
}
export type TemplateRow = Selectable<TemplatesTable>

/** How the first start of an instance ended. `none`: it was destroyed before, or its machine failed. */
export type StartOutcome = 'succeeded' | 'failed' | 'none'

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type TemplateTables = {
  templates: TemplatesTable
  template_versions: {
    template_id: TemplateId
    version: number
    content: Json<TemplateContent>
    created_at: Date
    created_by: AccountId
  }
  template_pictures: {
    template_id: TemplateId
    hash: string
    content_type: 'image/png' | 'image/jpeg' | 'image/webp'
    bytes: Buffer
  }
  default_templates: { account_id: AccountId; template_id: TemplateId }
  template_starts: {
    instance_id: InstanceId
    template_id: TemplateId
    outcome: StartOutcome | null
  }
  template_counts: { template_id: TemplateId; uses: number; succeeded: number; failed: number }
}
