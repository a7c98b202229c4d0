import { identity } from '@gridloom/contract/identity'
import { ledger } from '@gridloom/contract/ledger'
import { operator } from '@gridloom/contract/operator'
import type { CodeAction } from '../../lib/parts/as-code.tsx'

/** The billing screen's actions as code. */
export const accountCode: readonly CodeAction[] = [
  { name: 'Read the balance', endpoint: ledger.balance, cli: 'gridloom balance' },
  {
    name: 'Read the movements',
    endpoint: ledger.statements,
    input: { query: { page: 1, page_size: 20 } },
    cli: 'gridloom ledger --page 1 --limit 20',
  },
  { name: 'Who is signed in', endpoint: identity.details, cli: 'gridloom whoami' },
]

/** What only the operator can do here. */
export const operatorCode: readonly CodeAction[] = [
  {
    name: 'Set the starting credit',
    endpoint: operator.writeSettings,
    input: { body: { starting_credit_micro_usd: 5_000_000 } },
    cli: 'gridloom operator settings --starting-credit 5',
  },
  {
    name: 'Give credit',
    endpoint: ledger.credit,
    input: {
      body: {
        email: 'ada@example.com',
        micro_usd: 20_000_000,
        key: 'welcome-ada',
        text: 'Welcome',
      },
    },
    cli: 'gridloom operator credit ada@example.com 20 --text Welcome',
  },
]
