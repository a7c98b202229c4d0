import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../../ui/components/as-code.tsx'

const { invoices } = endpoints

/** The actions of the operator's page as code. */
export const allInvoicesCode: readonly CodeAction[] = [
  {
    name: 'List all invoices',
    endpoint: invoices.listAll,
    input: { query: { page: 1, page_size: 20 } },
  },
  {
    name: 'Issue a credit note',
    endpoint: invoices.credit,
    input: { params: { id: 'ivc_…' }, body: { reason: 'Wrong address', key: 'correction-1' } },
  },
]
