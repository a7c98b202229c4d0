import { product } from '@gridloom/contract/core/product'

/** Whose payouts an email is about; `null`: the reader's own. */
export interface Whose {
  readonly company: string | null
}

/** As `Your`, or a company's name with an apostrophe; `inside`: not at the beginning of a sentence. */
export function whose({ company }: Whose, where: 'first' | 'inside' = 'first'): string {
  if (company !== null) return `${company}’s`
  return where === 'first' ? 'Your' : 'your'
}

/** The account that is paid, in a sentence. */
export function paidAccount({ company }: Whose): string {
  return company ?? `your ${product.name} account`
}
