import type { BudgetPeriod } from '@gridloom/contract/budgets/budget-period'
import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Scope } from '@gridloom/contract/scopes'
import type { ColumnType, Generated } from 'kysely'
import type { CompanyTables } from '../companies/index.ts'

/** The API keys of `migrations/0053-keys.sql`, with their accounts. A type, not an interface, as Kysely requires. */
export type KeyTables = CompanyTables & {
  api_keys: {
    id: ApiKeyId
    hash: string
    account_id: AccountId
    user_id: AccountId
    name: string
    starts_with: string
    scopes: ColumnType<Scope[], string, string>
    budget_micro_usd: number | null
    budget_period: Generated<BudgetPeriod>
    project: Generated<string | null>
    models: ColumnType<ModelId[] | null, string | null, string | null>
    expires_at: Date | null
    created_at: Date
    last_used_at: Generated<Date | null>
    last_used_address: Generated<string | null>
    revoked_at: Generated<Date | null>
  }
}
