import type { Db } from '../../platform/database/connect.ts'
import {
  selectDrifted,
  selectNegative,
  selectTotals,
  selectUnbalanced,
  selectWrongReceipts,
} from './audit-store.ts'

/** The result of an audit of the ledger from its rows alone. Clean: the sum is 0 and every list is empty. */
export interface LedgerProof {
  readonly clean: boolean
  readonly transactions: number
  readonly entries: number
  readonly sumMicroUsd: number
  /** Transactions whose entries do not add up to zero. */
  readonly unbalanced: readonly string[]
  /** Ledger accounts whose running balance is not the sum of their entries, or of their hours or days. */
  readonly drifted: readonly string[]
  readonly negative: readonly string[]
  /** Holds whose captures are not the sum of the receipt's lines. */
  readonly wrongReceipts: readonly string[]
}

/** Reads and verifies the whole ledger, and returns what is wrong. For tests and for an operator's check. */
export async function checkLedger(db: Db): Promise<LedgerProof> {
  const { transactions, entries, sum } = await selectTotals(db)
  const unbalanced = await selectUnbalanced(db)
  const drifted = await selectDrifted(db)
  const negative = await selectNegative(db)
  const wrongReceipts = await selectWrongReceipts(db)
  const wrong = [...unbalanced, ...drifted, ...negative, ...wrongReceipts]
  return {
    clean: sum === 0 && wrong.length === 0,
    transactions,
    entries,
    sumMicroUsd: sum,
    unbalanced,
    drifted,
    negative,
    wrongReceipts,
  }
}
