import type { ReconciliationId } from '@gridloom/contract/core/ids'
import type {
  LedgerDifference,
  OutsideAssetsCheck,
  Reconciliation,
} from '@gridloom/contract/reconciliation/reconciliation'
import type { ColumnType } from 'kysely'

/** The table of `migrations/0222-balance-alerts-and-reconciliations.sql`. A type, as Kysely requires. */
export type ReconciliationTables = {
  reconciliations: {
    id: ReconciliationId
    trigger: Reconciliation['trigger']
    state: Reconciliation['state']
    started_at: Date
    took_ms: number
    transactions: number
    entries: number
    receipt_chains: number
    differences: ColumnType<LedgerDifference[], string, never>
    outside: ColumnType<OutsideAssetsCheck[], string, never>
  }
}
