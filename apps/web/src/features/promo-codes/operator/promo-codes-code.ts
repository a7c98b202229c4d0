import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../../ui/components/as-code.tsx'

const { promoCodes } = endpoints

/** The actions of the page as code. */
export const promoCodesCode: readonly CodeAction[] = [
  {
    name: 'List the promo codes',
    endpoint: promoCodes.list,
    cli: 'gridloom operator promo-codes',
  },
  {
    name: 'Create a promo code',
    endpoint: promoCodes.create,
    input: { body: { label: 'Autumn campaign', amount_micro_usd: 10_000_000, uses_max: 200 } },
    cli: 'gridloom operator promo-codes create "Autumn campaign" 10 --uses 200',
  },
  {
    name: 'Pause a promo code',
    endpoint: promoCodes.change,
    input: { params: { id: 'prm_…' }, body: { paused: true } },
    cli: 'gridloom operator promo-codes pause CODE',
  },
]
