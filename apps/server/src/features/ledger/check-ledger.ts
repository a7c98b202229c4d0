import type { Db } from '../../platform/database/connect.ts'
import {
  selectDrifted,
  selectNegative,
  selectTotals,
  selectUnbalanced,
  selectWrongReceipts,
  type WrongRecord,
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
  /** All of these with their amounts. */
  readonly differences: readonly LedgerOff[]
}

/** A record that is off: its amount is this much too high or, below zero, too low. */
interface LedgerOff {
  readonly check: 'transaction_sum' | 'account_balance' | 'negative_balance' | 'captured_usage'
  readonly id: string
  readonly offMicroUsd: number
}

/** Reads and verifies the whole ledger, and returns what is wrong, at most 100 of each kind. For tests and for an operator's check. */
export async function checkLedger(db: Db): Promise<LedgerProof> {
  const { transactions, entries, sum } = await selectTotals(db)
  const unbalanced = await selectUnbalanced(db)
  const drifted = await selectDrifted(db)
  const negative = await selectNegative(db)
  const wrongReceipts = await selectWrongReceipts(db)
  const differences = [
    ...unbalanced.map(offIn('transaction_sum')),
    ...drifted.map(offIn('account_balance')),
    ...negative.map(offIn('negative_balance')),
    ...wrongReceipts.map(offIn('captured_usage')),
  ]
  return {
    clean: sum === 0 && differences.length === 0,
    ...{ transactions, entries, sumMicroUsd: sum },
    unbalanced: unbalanced.map(({ id }) => id),
    drifted: drifted.map(({ id }) => id),
    negative: negative.map(({ id }) => id),
    wrongReceipts: wrongReceipts.map(({ id }) => id),
    differences,
  }
}

function offIn(check: LedgerOff['check']): (wrong: WrongRecord) => LedgerOff {
  return ({ id, off }) => ({ check, id, offMicroUsd: off })
}
