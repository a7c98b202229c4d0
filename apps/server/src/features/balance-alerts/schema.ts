import type { AccountId } from '@gridloom/contract/core/ids'
import type { Generated, Selectable } from 'kysely'

/** The table of `migrations/0222-balance-alerts-and-reconciliations.sql`. A type, as Kysely requires. */
export type BalanceAlertTables = {
  balance_alerts: {
    account_id: AccountId
    within_s: number | null
    funds_micro_usd: number | null
    sent: Generated<number>
  }
}
export type BalanceAlertRow = Selectable<BalanceAlertTables['balance_alerts']>
