import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { affiliate } = endpoints

/** The actions of the page as code. */
export const affiliateCode: readonly CodeAction[] = [
  {
    name: 'Get your link and totals',
    endpoint: affiliate.status,
    cli: 'gridloom affiliate status',
  },
  {
    name: 'Get figures by day',
    endpoint: affiliate.stats,
    cli: 'gridloom affiliate stats --by campaign',
  },
  { name: 'List referrals', endpoint: affiliate.referrals, cli: 'gridloom affiliate referrals' },
]
