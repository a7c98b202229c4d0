import type {
  AutoOrdered,
  AutoOrderOutcome,
  AutoOrderPause,
  AutoOrderState,
} from '@gridloom/contract/auto-orders/auto-order'
import type { AccountId, ApiKeyId, AutoOrderId, InstanceId } from '@gridloom/contract/core/ids'
import type { ReasonCode } from '@gridloom/contract/instances/instance'
import type { OfferFilters } from '@gridloom/contract/market/offer-filters'
import type { ColumnType, Generated, Selectable } from 'kysely'

interface AutoOrdersTable {
  id: AutoOrderId
  account_id: AccountId
  created_by: AccountId
  api_key_id: ApiKeyId | null
  name: string
  query: string
  filters: ColumnType<OfferFilters, string, string>
  ordered: ColumnType<AutoOrdered, string, never>
  max_price_micro_usd_per_hour: number
  instances_max: number
  running_max: number | null
  budget_micro_usd: number | null
  ends_at: Date
  state: AutoOrderState
  pause: AutoOrderPause | null
  created_at: Date
  resumed_at: Date
  due_at: Date
  checked_at: Generated<Date | null>
  outcome: Generated<AutoOrderOutcome | null>
  refusal: Generated<string>
  matches: Generated<number>
  cheapest_micro_usd_per_hour: Generated<number | null>
  balance_told: Generated<boolean>
  ended_at: Generated<Date | null>
}
export type AutoOrderRow = Selectable<AutoOrdersTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type AutoOrderTables = {
  auto_orders: AutoOrdersTable
  auto_order_instances: {
    auto_order_id: AutoOrderId
    number: number
    instance_id: InstanceId
    placed_at: Date
    budget_micro_usd: number | null
    failure: Generated<ReasonCode | null>
  }
}
