import type { Product } from '@gridloom/contract/ledger/line'

/** The names of what money is spent on and earned with. */
export const productWords: Readonly<Record<Product, string>> = {
  compute: 'Compute',
  rendering: 'Rendering',
  storage: 'Storage',
  models: 'Models',
}

const monthFormat = new Intl.DateTimeFormat('en', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a month of a bill: `November 2026`. */
export function monthWord(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`))
}
