import type { SpendGroup } from '@gridloom/contract/dashboard/dashboard'
import { productWords } from '../../../shared/ledger/product-words.ts'

/** The name of a group of spending. */
export function groupName({ kind, label, product }: SpendGroup): string {
  if (kind === 'label') return label ?? ''
  return kind === 'rest' ? 'Other instances' : productWords[product]
}
