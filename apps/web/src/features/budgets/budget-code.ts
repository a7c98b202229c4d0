import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { budgets } = endpoints

/** The actions of the tab as code. Keys can only read. */
export const budgetCode: readonly CodeAction[] = [
  { name: 'Show the budget', endpoint: budgets.account, cli: 'gridloom budget show' },
  {
    name: 'Show what was spent',
    endpoint: budgets.spend,
    input: { query: { by: 'key' } },
    cli: 'gridloom spend --by key',
  },
]
