import type {
  LedgerCheckKind,
  ReconciliationState,
} from '@gridloom/contract/reconciliation/reconciliation'
import type { Tone } from '../../ui/components/status-badge.tsx'

export const stateWords: Record<ReconciliationState, { tone: Tone; word: string }> = {
  clean: { tone: 'good', word: 'No differences' },
  differences: { tone: 'bad', word: 'Differences' },
  failed: { tone: 'warn', word: 'Not completed' },
}

export const checkWords: Record<LedgerCheckKind, string> = {
  transaction_sum: 'Entries do not add up to zero',
  account_balance: 'Balance is not the sum of its entries',
  negative_balance: 'Negative balance',
  captured_usage: 'Captured amount is not the usage',
  receipt_chain: 'Receipt is not the usage',
  outside_assets: 'Holdings outside differ',
}
