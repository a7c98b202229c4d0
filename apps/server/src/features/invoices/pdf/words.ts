import type { InvoiceKind } from '@gridloom/contract/invoices/invoice'

export const documentTitles = {
  invoice: 'Invoice',
  self_billing: 'Self-billing statement',
  credit_note: 'Credit note',
} as const satisfies Record<InvoiceKind, string>

const months =
  'January February March April May June July August September October November December'.split(' ')

/** `2026-11` as `November 2026`. */
export function monthWords(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${months[Number(number) - 1] ?? ''} ${year}`
}

/** `2026-11-28` as `28 November 2026`. */
export function dateWords(date: string): string {
  return `${Number(date.slice(8))} ${monthWords(date.slice(0, 7))}`
}

/** Cents as `1,234.50`. */
export function usd(cents: number): string {
  const size = String(Math.abs(cents)).padStart(3, '0')
  const dollars = size.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${dollars}.${size.slice(-2)}`
}
