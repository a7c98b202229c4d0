import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { cards } = endpoints

/** The actions of the tab as code. Keys can only read. */
export const cardsCode: readonly CodeAction[] = [
  {
    name: 'List card payments',
    endpoint: cards.payments,
    input: { query: { page: 1, page_size: 20 } },
    cli: 'gridloom card-payments list',
  },
  { name: 'Show automatic top-ups', endpoint: cards.autoTopUp, cli: 'gridloom top-up show' },
]

/** The same for the operator's page. */
export const operatorPaymentsCode: readonly CodeAction[] = [
  {
    name: 'List payments that need attention',
    endpoint: cards.operatorPayments,
    input: { query: { show: 'attention', page: 1, page_size: 20 } },
  },
  {
    name: 'Refund a payment',
    endpoint: cards.operatorRefund,
    input: { params: { id: 'pay_…' }, body: { micro_usd: 5_000_000 } },
  },
]
