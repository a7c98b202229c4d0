import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { reconciliation } = endpoints

/** The actions of the page as code. */
export const reconciliationCode: readonly CodeAction[] = [
  {
    name: 'List ledger checks',
    endpoint: reconciliation.list,
    cli: 'gridloom operator ledger-check list',
  },
  {
    name: 'Check the ledger now',
    endpoint: reconciliation.run,
    cli: 'gridloom operator ledger-check run',
  },
]
