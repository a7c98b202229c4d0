import { ledger } from '@gridloom/contract/ledger'
import type { CodeAction } from '../../lib/parts/as-code.tsx'

/** The billing screen's actions as code. */
export const accountCode: readonly CodeAction[] = [
  { name: 'Read the balance', endpoint: ledger.balance, cli: 'gridloom balance' },
  {
    name: 'Read every movement',
    endpoint: ledger.statements,
    input: { query: { page: 1, page_size: 100 } },
    cli: 'gridloom balance --json',
  },
]
